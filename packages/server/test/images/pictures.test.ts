import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredRecord } from '@tablier/core';
import { openStore } from '@tablier/store';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OnlineSettings, RunningServer } from '../../src/index.ts';
import { DEFAULT_PICTURE_LIMITS, Pictures } from '../../src/images/pictures.ts';
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

/** What the stand-in paints, see `PICTURE_PROGRAM`. */
const STILLS = ['033453', '0445c4', '6ad01c'];
const FRAMES = ['000000', '001388', '002710'];

/** Colours of a palette are not exact. */
const SAME = 8;

/** Which of these colours is in the middle of each frame of a picture. */
async function coloursIn(bytes: Buffer, expected: readonly string[]): Promise<readonly string[]> {
  const { data, info } = await sharp(bytes, { pages: -1 }).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const height = info.pageHeight ?? info.height;
  return Array.from({ length: info.height / height }, (_, frame) => {
    const at = ((frame + 0.5) * height * info.width + info.width / 2) * info.channels;
    const found = data.subarray(at, at + 3);
    const isSame = (colour: string): boolean =>
      Buffer.from(colour, 'hex').every((value, channel) => Math.abs(value - (found[channel] ?? 0)) <= SAME);
    return expected.find(isSame) ?? found.toString('hex');
  });
}

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
      const shown = await Promise.all([three, four, card].map(async ({ bytes }) => coloursIn(bytes, STILLS)));
      expect(shown.flat()).toEqual(STILLS);
      const gif = await get('.gif');
      expect(gif.type).toBe('image/gif');
      expect(await coloursIn(gif.bytes, FRAMES)).toEqual(FRAMES);
      expect((await get('/small.png')).type).toBe('image/png');
      expect((await sharp(gif.bytes).metadata()).delay).toEqual([900, 900, 4000]);
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

  test('the site and every game have one; a failed one is not tried again for an hour, and the next is drawn', () =>
    serving({}, async ({ url }) => {
      const failures = () => first.log.filter((line) => line.includes('nothing to draw with')).length;
      const before = failures();
      for (let time = 0; time < 3; time++) {
        const failed = await fetch(`${url}/nasca.png`);
        expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '3600']);
        expect(await failed.json()).toMatchObject({ error: { name: 'unavailable' } });
      }
      expect(failures() - before).toBe(1);
      for (const name of ['tablier', 'isaac', 'arcanor']) expect((await fetch(`${url}/${name}.png`)).status).toBe(200);
      expect((await fetch(`${url}/checkers.png`)).status).toBe(404);
    }));

  test('clients that ask at the same time share one picture', () =>
    serving({}, async ({ url }) => {
      const asked = Array.from({ length: 5 }, () => fetch(`${url}/g/${archived.won}/3.svg`));
      const texts = await Promise.all(asked.map(async (answer) => (await answer).text()));
      expect(new Set(texts).size).toBe(1);
    }));

  test('a picture that takes too much processor time is given up, and the next one is drawn', () =>
    serving({ pictures: { pictures: { ...pictures, processorMs: 1200 } } }, async ({ url }) => {
      const [slow, next] = await Promise.all([never(url), isaac(url)]);
      expect([slow.status, next.status]).toEqual([503, 200]);
    }));

  test('further pictures of an address are refused while too many of it wait', () =>
    serving(
      { pictures: { pictures: { ...pictures, perAddress: 1, processorMs: 600_000 }, cacheBytes: 1 } },
      async ({ url }) => {
        const slow = never(url).catch(() => null);
        let refused: Response | null = null;
        while (refused === null) {
          const answer = await fetch(`${url}/g/${archived.won}/1.svg`);
          if (answer.status === 503) refused = answer;
        }
        expect(refused?.headers.get('retry-after')).toBe('5');
        void slow;
      },
    ));

  test('an address may have so many drawn; what is in memory is free', () =>
    serving({ limits: { pictures: { burst: 2, perSecond: 1e-9 } } }, async ({ url }) => {
      const status = async (ply: number) => (await fetch(`${url}/g/${archived.won}/${ply}.svg`)).status;
      expect([await status(1), await status(2), await status(3)]).toEqual([200, 200, 429]);
      expect([await status(1), await status(2)]).toEqual([200, 200]);
      expect((await fetch(`${url}/g/${archived.won}.gif`)).status).toBe(200);
    }));

  test('animations have limits of their own', () =>
    serving(
      {
        limits: { animations: { burst: 1, perSecond: 1e-9 } },
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

describe('pictures that wait', () => {
  /** A picture of this game uses up its processor time: until then the others wait. */
  const STUCK = { request: { kind: 'game', game: 'masker' }, format: 'svg' } as const;
  const record = isaacRecord('won') as StoredRecord;
  const position = (ply: number) => ({ request: { kind: 'position', record, ply }, format: 'svg' }) as const;
  const card = { request: { kind: 'card', record }, format: 'svg' } as const;
  const clientAt = (address: string, left = new AbortController().signal) => ({ address, person: address, left });

  /** Draws behind a stuck picture. `body` requests pictures, and `drawn` gets their names in the order in which they are drawn. */
  async function behindStuck(body: (pictures: Pictures, note: (name: string) => () => void) => Promise<unknown>[]) {
    const drawing = new Pictures(join(first.folder, 'page', 'picture.mjs'), {
      pictures: { ...pictures, processorMs: 1200 },
    });
    const drawn: string[] = [];
    const stuck = expect(drawing.get('stuck', STUCK, clientAt('192.0.2.9'))).rejects.toThrow('processor time');
    const all = body(drawing, (name) => () => drawn.push(name));
    const settled = await Promise.allSettled(all);
    await stuck;
    await drawing.close();
    return { drawn, refused: settled.filter(({ status }) => status === 'rejected').length };
  }

  test('are drawn in turns of the addresses, and an address may have a few', async () => {
    const { drawn, refused } = await behindStuck((drawing, note) => {
      const flood = Array.from({ length: 75 }, (_, ply) =>
        drawing.get(`flood ${ply}`, position(ply), clientAt('192.0.2.1')).then(note('flood')),
      );
      return [...flood, drawing.get('other', position(1), clientAt('198.51.100.7')).then(note('other'))];
    });
    expect(refused).toBe(75 - pictures.perAddress);
    expect(drawn.indexOf('other')).toBeLessThanOrEqual(1);
  });

  test('are drawn after link previews of any address', async () => {
    const { drawn } = await behindStuck((drawing, note) => [
      ...[1, 2, 3].map((ply) =>
        drawing.get(`ply ${ply}`, position(ply), clientAt(`192.0.2.${ply}`)).then(note(`ply ${ply}`)),
      ),
      drawing.get('card', card, clientAt('192.0.2.1')).then(note('card')),
    ]);
    expect(drawn).toEqual(['card', 'ply 2', 'ply 3', 'ply 1']);
  });

  test('are not drawn once every client of them has left', async () => {
    const [alone, one, both] = [new AbortController(), new AbortController(), new AbortController()];
    const { drawn, refused } = await behindStuck((drawing, note) => {
      const asked = [
        drawing.get('a', position(1), clientAt('192.0.2.1', alone.signal)).then(note('left')),
        drawing.get('b', position(2), clientAt('192.0.2.1', one.signal)).then(note('shared, first')),
        drawing.get('b', position(2), clientAt('192.0.2.2')).then(note('shared, second')),
        drawing.get('c', position(3), clientAt('192.0.2.1', both.signal)).then(note('left by both')),
        drawing.get('c', position(3), clientAt('192.0.2.2', both.signal)).then(note('left by both')),
      ];
      for (const each of [alone, one, both]) each.abort();
      return asked;
    });
    expect(drawn).toEqual(['shared, first', 'shared, second']);
    expect(refused).toBe(3);
  });
});
