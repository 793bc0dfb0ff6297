import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@tablier/testkit';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { ROOT } from '../lib/run.mjs';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A program of a package that need not be installed, or the one that a variable names. */
function programOf(name: string): string | undefined {
  const named = process.env[`${name.toUpperCase()}_PROGRAM`];
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin'];
  return named ?? folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}
const [NGINX, CADDY] = [programOf('nginx'), programOf('caddy')];

let proxy: ChildProcess | null = null;
afterEach(async () => {
  if (proxy?.exitCode !== null) return;
  const ended = once(proxy, 'exit');
  proxy.kill();
  await ended;
});

/** A node that only says its name, to requests and to upgrades. Returns its address. */
async function startNode(name: string): Promise<string> {
  const node = createServer((_, response) => response.setHeader('x-node', name).end());
  node.on('upgrade', (_, socket) => {
    socket.end(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nX-Node: ${name}\r\n\r\n`,
    );
  });
  node.listen(0, '127.0.0.1');
  await once(node, 'listening');
  onTestFinished(() => void node.close());
  return `127.0.0.1:${(node.address() as AddressInfo).port}`;
}

/** The name of the node that a proxy chose. */
function nodeOf(port: number, path: string, isSocket = true): Promise<string> {
  const headers = { host: 'tablier.example', ...(isSocket && { upgrade: 'websocket', connection: 'Upgrade' }) };
  const sent = request({ port, path, headers, agent: false });
  return new Promise((resolve, reject) => {
    for (const event of ['response', 'upgrade'])
      sent.on(event, ({ headers: answer }: { headers: Record<string, string> }) => {
        sent.destroy();
        resolve(answer['x-node'] ?? '');
      });
    sent.on('error', reject).end();
  });
}

/** Starts a proxy with a file of settings. Returns its port. */
async function start(program: string, argsOf: (folder: string) => readonly string[], settings: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-proxy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'settings'), settings.replaceAll('FOLDER', folder));
  proxy = spawn(program, argsOf(folder), { stdio: 'ignore', env: { ...process.env, HOME: folder } });
  await once(proxy, 'spawn');
}

async function expectSpread(port: number): Promise<void> {
  await vi.waitFor(async () => expect(await nodeOf(port, '/')).not.toBe(''), 60_000);
  const tables = Array.from({ length: 30 }, (_, index) => `table-with-a-name-${1000 + index}`);
  const sockets = await Promise.all(tables.map((table) => nodeOf(port, `/api/socket?table=${table}`)));
  expect(new Set(sockets)).toEqual(new Set(['one', 'two']));
  const again = await Promise.all(tables.map((table) => nodeOf(port, `/api/socket?table=${table}`)));
  expect(again, 'all who are at a table').toEqual(sockets);
  const others = await Promise.all(tables.map(() => nodeOf(port, '/api/socket')));
  expect(new Set(others), 'who is at no table').toEqual(new Set(['one', 'two']));
}

test('nginx finds the table in the address of a connection and of an operation', () => {
  const table = 'a-table_with-22-letters'.slice(0, 22);
  const patterns = [...read('deploy/nginx-nodes.conf').matchAll(/"~(\S+)"/g)].map(([, text = '']) => new RegExp(text));
  const found = (path: string): (string | undefined)[] =>
    patterns.flatMap((pattern) => Object.values(pattern.exec(path)?.groups ?? {}));
  expect(found(`/api/socket?table=${table}`)).toEqual([table]);
  expect(found(`/api/v1/tables/${table}/actions`)).toEqual([table]);
  expect(found('/api/socket')).toEqual([]);
});

// Installed, nginx would begin to serve: these tests do not install what they need.
const testWith = (program: string | undefined) => (program === undefined ? () => {} : test);

testWith(NGINX)('nginx sends all who are at a table to one node', async () => {
  const port = await freePort();
  const nodes = [await startNode('one'), await startNode('two')];
  const block = /```nginx\n(.*?)```/s.exec(read('docs/self-hosting.md'))?.[1] ?? '';
  const server = block
    .replaceAll(/^ +(#.*|ssl_.*|listen \[.*)$/gm, '')
    .replace(/listen .*;/, `listen ${port};`)
    .replace('http://127.0.0.1:3000', 'http://tablier');
  const upstream = nodes.reduce(
    (text, node, index) => text.replace(`10.0.0.${index + 1}:3000`, node),
    read('deploy/nginx-nodes.conf'),
  );
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path FOLDER/${name};`);
  await start(
    NGINX ?? '',
    (folder) => ['-p', folder, '-c', join(folder, 'settings'), '-e', join(folder, 'error.log')],
    `daemon off; pid FOLDER/pid; events {} http { access_log off; ${paths.join(' ')}\n${server}\n${upstream} }`,
  );
  await expectSpread(port);
  const [table] = ['table-with-a-name-1000'];
  expect(await nodeOf(port, `/api/v1/tables/${table}/actions`, false), 'as a program').toBe(
    await nodeOf(port, `/api/socket?table=${table}`),
  );
});

testWith(CADDY)('Caddy sends all who are at a table to one node', async () => {
  const port = await freePort();
  const nodes = [await startNode('one'), await startNode('two')];
  const site = nodes.reduce(
    (text, node, index) => text.replaceAll(`10.0.0.${index + 1}:3000`, node),
    read('deploy/nodes.Caddyfile').replace('tablier.example', `http://tablier.example:${port}`),
  );
  await start(
    CADDY ?? '',
    (folder) => ['run', '--adapter', 'caddyfile', '--config', join(folder, 'settings')],
    `{\n  admin off\n}\n${site}`,
  );
  await expectSpread(port);
});
