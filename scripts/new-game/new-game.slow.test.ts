import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as gates from '../lib/gates.mjs';
import { ROOT } from '../lib/run.mjs';

/** A timeout that the gates do not reach on a busy machine. Milliseconds. */
const LONG = 900_000;

/** A temporary copy of the repository in which games are created. */
let copy = '';

/** Folders that are not copied: generated or not sources. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  '.git',
  '.cache',
  '.svelte-check',
  'node_modules',
  'dist',
  'build',
  'paraglide',
  '.data',
]);

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'tablier-fifth-'));
  const isCopied = (path: string): boolean => !LEFT_OUT.has(basename(path)) && !path.endsWith('.tsbuildinfo');
  for (const entry of readdirSync(ROOT).filter(isCopied)) {
    cpSync(join(ROOT, entry), join(copy, entry), { recursive: true, filter: isCopied });
  }
  linkPackages();
});

afterAll(() => rmSync(copy, { recursive: true }));

/** Links the installed packages; the workspaces are those of the copy. */
function linkPackages(): void {
  const installed = join(ROOT, 'node_modules');
  const scope = join(copy, 'node_modules', '@tablier');
  mkdirSync(scope, { recursive: true });
  for (const entry of readdirSync(installed).filter((name) => name !== '@tablier' && !name.startsWith('.vite'))) {
    symlinkSync(join(installed, entry), join(copy, 'node_modules', entry));
  }
  for (const name of readdirSync(join(installed, '@tablier')))
    symlinkSync(join(copy, 'packages', name), join(scope, name));
}

interface Run {
  readonly code: number | null;
  readonly output: string;
}

/** Runs a shell command in the copy. */
async function run(command: string): Promise<Run> {
  const path = [join(copy, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(delimiter);
  const { VITEST: _vitest, ...inherited } = process.env;
  const env = { ...inherited, PATH: path, npm_config_loglevel: 'error' };
  const child = spawn(command, { cwd: copy, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, output: stripVTControlCharacters(output) };
}

const newGame = (name: string): Promise<Run> => run(`node scripts/new-game/main.ts ${name}`);
const tablier = (args: string): Promise<Run> => run(`node packages/cli/bin/tablier.js ${args}`);

/** All files of the copy that could change, with their texts. */
function allFiles(): ReadonlyMap<string, string> {
  const paths = readdirSync(join(copy, 'packages'), { recursive: true, withFileTypes: true });
  const files = paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((path) => [path, readFileSync(path, 'utf8')]));
}

/** The types of the tests of the new game. */
const TEST_TYPES = {
  extends: './tsconfig.test.json',
  include: ['packages/games/test/four-winds'],
  references: [{ path: 'packages/games' }, { path: 'packages/testkit' }],
};

test('what is no new name is refused, and nothing is written', async () => {
  const before = allFiles();
  for (const [name, output] of [
    ['isaac', 'new-game: name-taken (isaac: packages/games/src/isaac)\n'],
    ['', 'usage: npm run new-game -- NAME\n'],
    ['one two', 'usage: npm run new-game -- NAME\n'],
  ] as const)
    expect(await newGame(name), name).toEqual({ code: 2, output });
  expect(allFiles()).toEqual(before);
});

describe('a new game', () => {
  /** The written and changed files. */
  let made: readonly string[] = [];

  beforeAll(async () => {
    const { code, output } = await newGame('four-winds');
    expect(output).toContain('wrote    packages/games/src/four-winds/rules.md');
    expect(code, output).toBe(0);
    made = [...output.matchAll(/^(?:wrote|changed) +(\S+)$/gm)].map(([, path = '']) => path);
    expect(made.length).toBeGreaterThan(12);
  });

  test('does not contain the name of the template', () => {
    const own = [...allFiles()].filter(([path]) => path.includes('four-winds'));
    expect(own.length).toBeGreaterThan(12);
    for (const [path, text] of own) expect(`${path}\n${text}`).not.toMatch(/new[- _]?game/i);
  });

  test(
    'passes the gates',
    async () => {
      const whole = [gates.messages, gates.boundaries];
      writeFileSync(join(copy, 'tsconfig.four-winds.json'), JSON.stringify(TEST_TYPES));
      // It has no component: those of the page, and the types that they see, stay as they are.
      expect(made.filter((path) => path.endsWith('.svelte'))).toEqual([]);
      for (const command of [
        // The package of the games, and what its tests use. Other packages see the same types as before: see the next test.
        `${gates.TSC} -b packages/testkit`,
        `${gates.TSC} -p tsconfig.four-winds.json`,
        ...whole.flatMap(({ commands }) => commands),
        // So do other files.
        `oxfmt --check ${made.join(' ')}`,
        `${gates.OXLINT} ${made.join(' ')}`,
        `eslint --max-warnings 0 --no-warn-ignored ${made.join(' ')}`,
      ]) {
        const { code, output } = await run(command);
        expect(code, `${command}\n${output}`).toBe(0);
      }
    },
    LONG,
  );

  test('changes no type that other packages see', () => {
    const types = readFileSync(join(copy, 'packages/games/dist/types/index.d.ts'), 'utf8');
    expect(types).toContain('export declare const games: readonly CatalogueGame[];');
    expect(types).toContain('export declare const findGame: FindGame<CatalogueGame>;');
  });

  test(
    'passes its tests and those of all games, of the messages and of the terminal',
    async () => {
      const files = [
        'games/test/four-winds',
        'games/test/completeness',
        'web/test/messages',
        'web/test/learn/lessons',
        'cli/test/play-texts',
      ];
      const { code, output } = await run(`vitest run ${files.map((file) => `packages/${file}`).join(' ')}`);
      expect(code, output).toBe(0);
      expect(output).toMatch(/Test Files +7 passed/);
    },
    LONG,
  );

  test('can be counted, played and replayed on the command line', async () => {
    expect(await tablier('perft four-winds --depth 4')).toEqual({ code: 0, output: '66\n' });
    const random = 'node packages/cli/bin/tablier.js random four-winds --count 5 --seed 1';
    const { code, output } = await run(`${random} | node packages/cli/bin/tablier.js replay`);
    expect(code, output).toBe(0);
  });
});
