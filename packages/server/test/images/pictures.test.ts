import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredRecord } from '@tablier/core';
import { openStore } from '@tablier/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OnlineSettings, RunningServer } from '../../src/index.ts';
import { DEFAULT_PICTURE_LIMITS } from '../../src/images/pictures.ts';
import { isaacRecord, startTestServer, type TestServer } from '../running.ts';

/** The form of an id in the archive, but of no game. */
const NOBODYS = 'aB3_-0123456789012345x';
const { pictures, animations } = DEFAULT_PICTURE_LIMITS;

let first: TestServer;
let archived = { won: '', running: '' };
beforeAll(async () => {
  first = await startTestServer();
  await first.close();
  const store = await openStore({ folder: join(first.folder, 'data'), isServer: true });
  if (!store.ok) throw new Error(store.error.detail);
  archived = {
    won: await store.value.keep(isaacRecord('won') as StoredRecord),
    running: await store.value.keep(isaacRecord('running', 3) as StoredRecord),
  };
  await store.value.close();
});
afterAll(() => rmSync(first.folder, { recursive: true }));

/** Runs a test with a server of its own on the archive. */
async function serving(settings: OnlineSettings, body: (server: RunningServer) => Promise<void>): Promise<void> {
  const server = await first.again(settings);
  try {
    await body(server);
  } finally {
    await server.close();
  }
}

/** Width and height, from the header of a PNG. */
const sizeOf = (png: Buffer): readonly number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];
const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer());

describe('pictures of a finished game', () => {
  test('are SVG, PNG and GIF, and those of two plies differ', () =>
    serving({}, async ({ url }) => {
      const get = async (path: string) => {
        const answer = await fetch(`${url}/g/${archived.won}${path}`);
        expect(answer.status).toBe(200);
        return { type: answer.headers.get('content-type'), bytes: await bytesOf(answer) };
      };
      const svg = await get('/3.svg');
      expect(svg.type).toBe('image/svg+xml');
      expect(svg.bytes.toString()).toContain('fill="#033453"');
      const [three, four, card] = [await get('/3.png'), await get('/4.png'), await get('.png')];
      expect([three, four, card].map(({ type }) => type)).toEqual(['image/png', 'image/png', 'image/png']);
      expect([three, four, card].map(({ bytes }) => sizeOf(bytes))).toEqual([
        [32, 16],
        [32, 16],
        [32, 16],
      ]);
      expect(new Set([three, four, card].map(({ bytes }) => bytes.toString('base64'))).size).toBe(3);
      const gif = await get('.gif');
      expect(gif.type).toBe('image/gif');
      expect(gif.bytes.subarray(0, 6).toString()).toBe('GIF89a');
    }));

  test('are kept by caches, found by their tag, and measured without being sent', () =>
    serving({}, async ({ url }) => {
      const path = `${url}/g/${archived.won}/3.png`;
      const answer = await fetch(path);
      const { headers } = answer;
      expect(headers.get('cache-control')).toBe('public, max-age=86400, immutable');
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
      const tag = headers.get('etag') ?? '';
      const again = await fetch(path, { headers: { 'if-none-match': tag } });
      expect([again.status, (await bytesOf(again)).length]).toEqual([304, 0]);
      const other = await fetch(`${url}/g/${archived.won}/4.png`, { headers: { 'if-none-match': tag } });
      expect(other.status).toBe(200);
      const head = await fetch(path, { method: 'HEAD' });
      expect(head.headers.get('content-length')).toBe(String((await bytesOf(answer)).length));
      expect((await bytesOf(head)).length).toBe(0);
    }));

  test('exist for its plies only, and for no other game', () =>
    serving({}, async ({ url }) => {
      const plies = isaacRecord('won').moves.length;
      const status = async (path: string) => (await fetch(`${url}${path}`)).status;
      expect(await status(`/g/${archived.won}/${plies}.png`)).toBe(200);
      for (const path of [`/${plies + 1}.png`, '/-1.png', '/x.png', '/1.webp', '/0000001.svg'])
        expect([path, await status(`/g/${archived.won}${path}`)]).toEqual([path, 404]);
      for (const path of [`/g/${NOBODYS}.png`, `/g/${NOBODYS}/0.svg`, '/g/short.png', `/t/${archived.won}.png`])
        expect([path, await status(path)]).toEqual([path, 404]);
    }));

  test('do not hide its pages', () =>
    serving({}, async ({ url }) => {
      for (const path of ['', '/3', '/3/seat2']) {
        const answer = await fetch(`${url}/g/${archived.won}${path}`);
        expect(answer.headers.get('content-type')).toContain('text/html');
      }
    }));

  test('are refused while the game is on', () =>
    serving({}, async ({ url }) => {
      for (const path of ['.png', '.gif', '/0.svg', '/3.png']) {
        const answer = await fetch(`${url}/g/${archived.running}${path}`);
        expect([answer.status, await answer.json()]).toEqual([409, { error: { name: 'not-over' } }]);
      }
    }));
});

describe('limits of pictures', () => {
  const isaac = (url: string) => fetch(`${url}/isaac.png`);
  const never = (url: string) => fetch(`${url}/masker.png`);

  test('the site and every game have one, and a failed one is a bug that does not stop the next', () =>
    serving({}, async ({ url }) => {
      expect((await fetch(`${url}/nasca.png`)).status).toBe(500);
      for (const name of ['tablier', 'isaac', 'arcanor']) expect((await fetch(`${url}/${name}.png`)).status).toBe(200);
      expect((await fetch(`${url}/checkers.png`)).status).toBe(404);
    }));

  test('clients that ask at the same time share one picture', () =>
    serving({}, async ({ url }) => {
      const asked = Array.from({ length: 5 }, () => fetch(`${url}/g/${archived.won}/3.svg`));
      const texts = await Promise.all(asked.map(async (answer) => (await answer).text()));
      expect(new Set(texts).size).toBe(1);
    }));

  test('a picture that takes too long is given up, and the next one is drawn', () =>
    serving({ pictures: { pictures: { ...pictures, timeMs: 3000 } } }, async ({ url }) => {
      const [slow, next] = await Promise.all([never(url), isaac(url)]);
      expect([slow.status, next.status]).toEqual([500, 200]);
    }));

  test('further pictures are refused while too many wait', () =>
    serving({ pictures: { pictures: { ...pictures, waiting: 1, timeMs: 3000 } } }, async ({ url }) => {
      const slow = never(url);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const plies = [1, 2, 3].map((ply) => fetch(`${url}/g/${archived.won}/${ply}.png`));
      const answers = await Promise.all([slow, ...plies]);
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 500, 503, 503]);
      const refused = answers.find(({ status }) => status === 503);
      expect(refused?.headers.get('retry-after')).toBe('5');
    }));

  test('an address may have so many drawn; what is in memory is free', () =>
    serving({ limits: { pictures: { burst: 2, perSecond: 0.001 } } }, async ({ url }) => {
      const status = async (ply: number) => (await fetch(`${url}/g/${archived.won}/${ply}.svg`)).status;
      expect([await status(1), await status(2), await status(3)]).toEqual([200, 200, 429]);
      expect([await status(1), await status(2)]).toEqual([200, 200]);
      expect((await fetch(`${url}/g/${archived.won}.gif`)).status).toBe(200);
    }));

  test('animations have limits of their own', () =>
    serving(
      {
        limits: { animations: { burst: 1, perSecond: 0.001 } },
        pictures: { animations: { ...animations, idleMs: 1 }, cacheBytes: 1 },
      },
      async ({ url }) => {
        const gif = () => fetch(`${url}/g/${archived.won}.gif`);
        expect((await gif()).status).toBe(200);
        // Nothing fits into this memory.
        expect((await gif()).status).toBe(429);
        expect((await isaac(url)).status).toBe(200);
      },
    ));
});
