import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../lib/builds.mjs';
import { ROOT, run } from '../lib/run.mjs';
import { faultsOf } from './check.ts';
import { pack, type Tarballs } from './pack.ts';

/** An empty folder in which the packages are installed. */
let folder = '';
let tarballs: Tarballs = { rules: '', client: '', cli: '', board: '' };

/** This Node, and the one of the machine if it is another. */
const systemNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((place) => join(place, 'node'))
  .find((path) => existsSync(path) && !realpathSync(path).startsWith(ROOT));
const NODES = [...new Set([process.execPath, ...(systemNode === undefined ? [] : [realpathSync(systemNode)])])];

beforeAll(async () => {
  await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'tablier-packed-'));
  tarballs = await pack(folder);
  await unpack(tarballs.rules, '@tablier/rules');
  await unpack(tarballs.client, '@tablier/client');
  await unpack(tarballs.cli, 'tablier');
  for (const name of ['rules', 'client']) writeExample(name);
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Installs a tarball without the registry: what it declares to depend on comes from this checkout, and nothing else is
 * found.
 */
async function unpack(tarball: string, name: string): Promise<void> {
  const place = join(folder, 'node_modules', name);
  mkdirSync(place, { recursive: true });
  expect(await run(`tar -xzf ${tarball} -C ${place} --strip-components 1`, { show: 'collect' })).toMatchObject({
    code: 0,
  });
  const { dependencies } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const each of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', each);
    if (each.startsWith('@tablier/') || existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', each), link);
  }
}

/** Runs a program of the folder and returns what it printed. */
async function node(path: string, words: readonly string[], input = ''): Promise<string> {
  const child = spawn(path, words, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  let said = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}\n${said}`);
  return output;
}

/** Writes the example on the page of a package to a file of the folder. */
function writeExample(name: string): void {
  const page = readFileSync(join(folder, 'node_modules', '@tablier', name, 'README.md'), 'utf8');
  writeFileSync(join(folder, `${name}.mjs`), /```js\n([^]*?)```/.exec(page)?.[1] ?? '');
}

const BIN = join('node_modules', 'tablier', 'packages', 'cli', 'bin', 'tablier.js');
const tablier = (words: readonly string[], input?: string): Promise<string> =>
  node(process.execPath, [BIN, ...words], input);

test('npm installs the rules without any other package, and their example runs on every Node here', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{ "private": true }');
  const installed = await run(`npm install --offline --prefix ${empty} ${tarballs.rules}`, { show: 'collect' });
  expect(installed.output).toMatch(/added \d packages? in/);
  for (const path of NODES) expect(await node(path, ['rules.mjs']), path).toMatch(/^places \[ [12], [12] \]\n$/);
});

test.each([
  ['rules', []],
  ['client', ['ws', 'zod']],
] as const)('every package manager can install %s: it names only packages of the registry', (name, expected) => {
  const place = join(folder, 'node_modules', '@tablier', name);
  const manifest = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as Readonly<Record<string, object>>;
  expect(Object.keys(manifest['dependencies'] ?? {})).toEqual(expected);
  expect(manifest).not.toHaveProperty('bundleDependencies');
  const sources = readdirSync(place, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(js|d\.ts)$/.test(file),
  );
  const imported = sources.flatMap((file) =>
    [...readFileSync(join(place, file), 'utf8').matchAll(/(?:from |import\(|import )(['"])([^.'"][^'"]*)\1/g)].map(
      ([, , module = '']) => module,
    ),
  );
  const isKnown = (module: string): boolean =>
    module.startsWith('node:') || expected.some((each) => each === module || module.startsWith(`${each}/`));
  expect([...new Set(imported)].filter((module) => !isKnown(module))).toEqual([]);
});

test.each(['rules', 'client', 'cli', 'board'] as const)(
  'the registry and bundlers find no fault in %s',
  async (name) => {
    expect(await faultsOf(tarballs[name])).toEqual([]);
  },
);

test('the command comes with the licences of all that it contains or is installed with', () => {
  const place = join(folder, 'node_modules', 'tablier');
  const notices = readFileSync(join(place, 'THIRD-PARTY-NOTICES.md'), 'utf8');
  for (const row of [
    /^\| fastify \| \S+ \| MIT \|$/m,
    /^\| @img\/sharp-libvips-darwin-arm64 \| \S+ \| LGPL-3.0-or-later \|$/m,
    /^\| @node-rs\/argon2-linux-x64-gnu \| \S+ \| MIT \|$/m,
    /^\| librsvg +\| LGPLv3/m,
  ])
    expect(notices).toMatch(row);
  expect(readFileSync(join(place, 'packages/cli/build/licenses.txt'), 'utf8')).toContain('kysely');
  expect(readFileSync(join(place, 'packages/web/dist/licenses.txt'), 'utf8')).toContain('svelte');
});

test('the packages have types for TypeScript', async () => {
  const config = {
    compilerOptions: {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      noEmit: true,
      allowJs: true,
      checkJs: true,
      typeRoots: [join(ROOT, 'node_modules', '@types')],
      types: ['node'],
    },
    files: ['rules.mjs', 'client.mjs', 'wrong.ts'],
  };
  writeFileSync(join(folder, 'wrong.ts'), "import { findGame } from '@tablier/rules';\nfindGame(1);\n");
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { output } = await run(`tsc -p ${folder}`, { show: 'collect' });
  // The mistake, and nothing else.
  expect(output.trim().split('\n')).toEqual([expect.stringMatching(/wrong\.ts\(2,10\): error TS2345/)]);
});

test('the command plays, records and analyses games', async () => {
  expect(await tablier(['match', 'isaac', '--a', '1', '--b', '1', '--games', '1', '--seed', '1'])).toMatch(
    /^\{"games":1,/,
  );
  const record = await tablier(['random', 'arcanor', '--seed', '1']);
  expect(await tablier(['replay'], record)).toBe('1 passed, 0 failed\n');
  expect(await tablier(['analyse', '--nodes', '50', '--json'], record)).toMatch(/^\{/);
});

/** A picture that a server draws, and how many colours it has. */
async function picture(address: string): Promise<{ readonly bytes: Buffer; readonly colours: number }> {
  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colours = new Set<number>();
  for (let at = 0; at < data.length; at += info.channels) colours.add(data.readUIntBE(at, 3));
  return { bytes, colours: colours.size };
}

test('the command serves the page, pictures and bots, and the example of the client plays there', async () => {
  const child = spawn(process.execPath, [BIN, 'serve', '--port', '0', '--data', 'data'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const url = /http:\S+/.exec(line)?.[0] ?? '';
  expect(await (await fetch(`${url}/isaac`)).text()).toContain('<html');
  const pictures = await Promise.all(['isaac', 'nasca'].map((game) => picture(`${url}/${game}.png`)));
  // A card without its game has one colour almost everywhere, and both would be the same.
  for (const { colours } of pictures) expect(colours).toBeGreaterThan(100);
  expect(pictures[0]?.bytes.equals(pictures[1]?.bytes ?? Buffer.of())).toBe(false);
  for (const path of NODES) expect(await node(path, ['client.mjs', url]), path).toBe('resigned true\n');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
