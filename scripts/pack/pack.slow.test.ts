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
import { ROOT, run } from '../lib/run.mjs';
import { faultsOf } from './check.ts';
import type { Tarballs } from './pack.ts';
import { packed } from './packed.ts';

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
  folder = mkdtempSync(join(tmpdir(), 'tablier-packed-'));
  tarballs = await packed();
  await unpack(tarballs.rules, '@tablier/rules');
  await unpack(tarballs.client, '@tablier/client');
  await unpack(tarballs.cli, 'tablier');
  for (const name of ['rules', 'client']) writeExamples(name);
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

/** Writes the examples on the page of a package to files of the folder. */
function writeExamples(name: string): void {
  const page = readFileSync(join(folder, 'node_modules', '@tablier', name, 'README.md'), 'utf8');
  for (const [index, [, code = '']] of [...page.matchAll(/```js\n([^]*?)```/g)].entries())
    writeFileSync(join(folder, `${name}${index + 1}.mjs`), code);
}

const BIN = join('node_modules', 'tablier', 'packages', 'cli', 'bin', 'tablier.js');
const tablier = (words: readonly string[], input?: string): Promise<string> =>
  node(process.execPath, [BIN, ...words], input);

test('npm installs the rules without any other package, and the programs on its page run on every Node here', async () => {
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  writeFileSync(join(empty, 'package.json'), '{ "private": true }');
  const installed = await run(`npm install --offline --prefix ${empty} ${tarballs.rules}`, { show: 'collect' });
  expect(installed.output).toMatch(/added \d packages? in/);
  const said = [
    /^places \[ [12], [12] \]\n$/,
    /^\d+ \S+ true\nseat [01]\n$/,
    /^3 true\n$/,
    /^10\nunreadable-move at ply 1 \(99-99\)\n$/,
    // The game of one's own, which the next test plays.
    /^$/,
  ];
  for (const path of NODES)
    for (const [index, expected] of said.entries())
      expect(await node(path, [`rules${index + 1}.mjs`]), path).toMatch(expected);
});

test('the commands on the page of the rules check and play the game on it, without the rules being installed', async () => {
  const page = readFileSync(join(folder, 'node_modules', '@tablier', 'rules', 'README.md'), 'utf8');
  const alone = mkdtempSync(join(tmpdir(), 'tablier-game-'));
  writeFileSync(join(alone, 'sticks.js'), readFileSync(join(folder, 'rules5.mjs')));
  for (const [, command = ''] of page.matchAll(/^npx tablier ((?!serve).*)$/gm)) {
    const [name = '', ...words] = command.replace('./sticks.js', join(alone, 'sticks.js')).split(' ');
    expect(await tablier([name, ...words], 'quit\n'), name).toMatch(/6 passed, 0 failed|^\{"games":4,|Sticks/);
  }
  rmSync(alone, { recursive: true });
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
    files: ['rules1.mjs', 'client1.mjs', 'client2.mjs', 'wrong.ts'],
  };
  writeFileSync(join(folder, 'wrong.ts'), "import { findGame } from '@tablier/rules';\nfindGame(1);\n");
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const { output } = await run(`tsc -p ${folder}`, { show: 'collect' });
  // The mistake, and nothing else.
  expect(output.trim().split('\n')).toEqual([expect.stringMatching(/wrong\.ts\(2,10\): error TS2345/)]);
});

test('the commands on its page run as they are', async () => {
  const page = readFileSync(join(folder, 'node_modules', 'tablier', 'README.md'), 'utf8');
  const commands = (/```sh\n([^]*?)```/.exec(page)?.[1] ?? '').trim().split('\n');
  expect(commands[0]).toBe('npx tablier serve');
  for (const command of commands.slice(1)) {
    const here = command.replaceAll('npx tablier', `node ${join(folder, BIN)}`);
    expect(await run(`cd ${folder} && ${here}`, { show: 'collect' }), command).toMatchObject({ code: 0 });
  }
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

/** A new account of a server: its username and password. */
async function newAccount(url: string): Promise<[string, string]> {
  const account = { login: 'ada', password: 'seven green lanterns' };
  let cookie = '';
  for (const [path, body] of [
    ['guests', { name: 'Ada' }],
    ['me/password', account],
  ] as const) {
    const headers = { 'content-type': 'application/json', cookie };
    const answer = await fetch(`${url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.ok, path).toBe(true);
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
  }
  return [account.login, account.password];
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
  const account = await newAccount(url);
  for (const path of NODES) {
    expect(await node(path, ['client1.mjs', url]), path).toMatch(/^the end after \d+ moves \{ by: 'rules', scores: \[/);
    expect(await node(path, ['client2.mjs', url, ...account]), path).toMatch(
      /^invite a friend: http:\S+\/t\/[\w-]{22}\n$/,
    );
  }
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});
