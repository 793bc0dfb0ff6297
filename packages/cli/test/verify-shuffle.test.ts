import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeRecord, makeSetup, SeededRng, shuffleText } from '@tablier/core';
import { masker } from '@tablier/games/masker';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiAddress } from '../src/commands/verify-shuffle.ts';
import { runHere, tablier } from './tablier.ts';

const options = { touch: 'side', board: 'flat' };
const deal = (seed: number) => masker.deals.draw(options, 2, new SeededRng(seed));
const setup = makeSetup(masker, { options, players: 2, deal: deal(3) });
if (!setup.ok) throw new Error(setup.error.detail);
const record = makeRecord(masker, setup.value, []);
const nonce = '5a'.repeat(32);
const hashOf = (shuffle: typeof record) => createHash('sha256').update(shuffleText(shuffle, nonce)).digest('hex');
const hash = hashOf(record);
const game = { ...record, table: 'abc', shuffle: { hash, nonce } };

const verify = (data: unknown, ...args: string[]) =>
  runHere(['verify-shuffle', '-', ...args], { input: typeof data === 'string' ? data : JSON.stringify(data) });

describe('tablier verify-shuffle', () => {
  test('says right of a game whose deal is the one that was sealed', async () => {
    const input = JSON.stringify(game, null, 2);
    expect(await tablier(['verify-shuffle', '-'], { input })).toMatchObject({
      code: 0,
      stdout: `right: deal and nonce fit the hash ${hash}\n`,
      stderr: '',
    });
    expect(await verify(game, '--hash', hash.toUpperCase())).toMatchObject({ code: 0 });
  });

  test('catches another deal, nonce and hash', async () => {
    const wrong = { code: 1, stdout: `wrong: deal and nonce do not fit the hash ${hash}\n`, stderr: '' };
    expect(await verify({ ...game, deal: deal(4) })).toMatchObject(wrong);
    expect(await verify({ ...game, shuffle: { hash, nonce: '5b'.repeat(32) } })).toMatchObject(wrong);
    expect(await verify({ ...game, shuffle: { hash: 'a'.repeat(64), nonce } })).toMatchObject({ code: 1 });
  });

  test('catches a deal that was changed together with its hash, by the hash that was noted', async () => {
    const dealtAnew = { ...record, deal: deal(4) };
    const changed = { ...dealtAnew, shuffle: { hash: hashOf(dealtAnew), nonce } };
    expect(await verify(changed)).toMatchObject({ code: 0 });
    const stdout = `wrong: the hash is ${hashOf(dealtAnew)}, not the one that was noted\n`;
    expect(await verify(changed, '--hash', hash)).toMatchObject({ code: 1, stdout });
  });

  test.each([
    ['{', 'bad-json'],
    [[], 'bad-record (not an object)'],
    [record, 'no-shuffle (the record has no hash and nonce)'],
    [{ ...record, shuffle: null }, 'no-shuffle (this game has no random deal)'],
    [{ ...record, shuffle: { hash } }, 'bad-shuffle (nonce)'],
    [{ ...record, shuffle: { hash: 'x', nonce } }, 'bad-shuffle (hash)'],
  ])('what cannot be checked is named, with exit code 2: %#', async (data, name) => {
    expect(await verify(data)).toMatchObject({ code: 2, stdout: '', stderr: `tablier: ${name}\n` });
  });

  test('reads a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tablier-'));
    try {
      const path = join(folder, 'game.json');
      await writeFile(path, JSON.stringify(game));
      expect(await runHere(['verify-shuffle', path])).toMatchObject({ code: 0 });
      const stderr = `tablier: cannot read ${path}s: no such file or directory\n`;
      expect(await runHere(['verify-shuffle', `${path}s`])).toMatchObject({ code: 2, stderr });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('tablier verify-shuffle of an address', () => {
  let server: Server;
  let url = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      if (request.url === '/api/v1/tables/abc/record') return response.end(JSON.stringify(game));
      if (request.url === '/api/v1/tables/long/record') return response.end(' '.repeat(2 ** 21));
      response.statusCode = request.url === '/api/v1/tables/on/record' ? 409 : 404;
      return response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  test('takes that of the page, of any moment, and of the server’s answer', async () => {
    for (const address of [
      `${url}/t/abc`,
      `${url}/t/abc/12/seat2`,
      `${url}/#/t/abc/12/seat2`,
      `${url}/api/v1/tables/abc/record`,
    ])
      expect(await runHere(['verify-shuffle', address, '--hash', hash])).toMatchObject({ code: 0 });
  });

  test('names what is wrong there', async () => {
    const saidOf = async (address: string) => (await runHere(['verify-shuffle', address])).stderr;
    expect(await saidOf(`${url}/t/on`)).toBe('tablier: not-over (the deal is revealed when the game is over)\n');
    expect(await saidOf(`${url}/t/none`)).toBe(`tablier: ${url}/api/v1/tables/none/record answered with status 404\n`);
    expect(await saidOf(`${url}/t/long`)).toMatch(/^tablier: too-long /);
    expect(await saidOf('http://127.0.0.1:1/t/abc')).toMatch(/^tablier: cannot reach /);
  });

  test('an old link to a page that lies in a folder has its server there too', () => {
    expect(apiAddress('https://games.example/play/#/g/x/3')).toBe('https://games.example/play/api/v1/records/x');
  });
});
