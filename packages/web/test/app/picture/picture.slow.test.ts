import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { GameRecord } from '@tablier/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPicture } from '../../../picture-plugin.ts';
import type { draw as Draw, PictureRequest } from '../../../src/picture.ts';
import { loadPuzzles } from '../../../src/learn/puzzles/puzzle-list.ts';
import { findGame } from '../../../src/games/catalogue.ts';
import letters from '../../../src/app/picture/letters.json';
import { elementsIn, parseMarkup } from '../../../src/app/picture/svg-tree.ts';
import arcanor from '../../../src/play/boxes/arcanor.json';
import isaac from '../../../src/play/boxes/isaac.json';
import masker from '../../../src/play/boxes/masker.json';
import nasca from '../../../src/play/boxes/nasca.json';

const RECORDS: Readonly<Record<string, GameRecord>> = { arcanor, isaac, masker, nasca };

const folder = mkdtempSync(join(tmpdir(), 'tablier-picture-'));
let draw: typeof Draw;
beforeAll(async () => {
  const file = join(folder, 'picture.mjs');
  writeFileSync(file, await buildPicture());
  ({ draw } = (await import(pathToFileURL(file).href)) as { draw: typeof Draw });
});
afterAll(() => rmSync(folder, { recursive: true }));

const recordOf = (game: string): GameRecord => RECORDS[game] ?? isaac;

async function pictureAt(game: string, ply: number | null): Promise<string> {
  const [svg] = (await draw({ kind: 'position', record: recordOf(game), ply })) ?? [];
  if (svg === undefined) throw new Error(`${game} has no ply ${ply}`);
  return svg;
}

/** Pieces, by the light on their tops. The pegs of Arcanor are on the rim, which not all pictures show. */
const piecesIn = (svg: string): number =>
  elementsIn(parseMarkup(svg)).filter(
    ({ attribs: { fill = '', r = '1' } }) => /light-(?:sheen|turned)/.test(fill) && Number(r) > 0.13,
  ).length;

/** The name above the boards, read back from the outlines of its letters. */
function lettersOf(svg: string): string {
  const { glyphs } = letters.serif;
  const letterOf = new Map(Object.entries(glyphs).map(([letter, { path }]) => [path, letter]));
  const texts = elementsIn(parseMarkup(svg)).filter(
    ({ name, attribs }) => name === 'g' && / scale\(0\.052 -0\.052\)$/.test(attribs['transform'] ?? ''),
  );
  return elementsIn(texts)
    .map(({ attribs: { d } }) => (d === undefined ? '' : (letterOf.get(d) ?? '?')))
    .join('');
}

describe('a picture', () => {
  it.each(Object.keys(RECORDS))('of %s needs nothing else, at plies of a whole game', async (game) => {
    const frames = await draw({ kind: 'animation', record: recordOf(game), most: 16, side: 400 });
    expect(frames).toHaveLength(16);
    for (const svg of frames ?? []) {
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="[\d. ]+">/);
      const text = svg.replaceAll(/href="data:image\/jpeg;base64,[^"]*"/g, '');
      expect(/var\(|calc\(|class=|style=|href=|<text|<script|NaN|undefined/.exec(text)?.[0]).toBeUndefined();
      const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
      for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(ids).toContain(id);
    }
  });

  it('has the pieces of the position', async () => {
    const bars = async (ply: number) => piecesIn(await pictureAt('isaac', ply));
    expect([await bars(0), await bars(1), await bars(7)]).toEqual([0, 1, 7]);
    const beams = async (ply: number) => piecesIn(await pictureAt('nasca', ply));
    expect([await beams(0), await beams(5)]).toEqual([0, 5]);
    const crosses = async (ply: number) => piecesIn(await pictureAt('masker', ply));
    expect(await crosses(0)).toBe(36);
    const turned = async (ply: number) => piecesIn(await pictureAt('arcanor', ply));
    expect(await turned(0)).toBe(24);
  });

  it('has another content for another ply, and the same for the same one', async () => {
    const [three, four] = [await pictureAt('isaac', 3), await pictureAt('isaac', 4)];
    expect(three).not.toBe(four);
    expect(await pictureAt('isaac', 3)).toBe(three);
    expect(await pictureAt('isaac', null)).toBe(await pictureAt('isaac', isaac.moves.length));
  });

  it('exists for plies and games that there are', async () => {
    expect(await draw({ kind: 'position', record: isaac, ply: isaac.moves.length + 1 })).toBeNull();
    expect(await draw({ kind: 'position', record: { ...isaac, game: 'checkers' }, ply: 0 })).toBeNull();
    expect(await draw({ kind: 'game', game: 'checkers' })).toBeNull();
  });

  it('for a list is as small as asked', async () => {
    const [svg] = (await draw({ kind: 'position', record: isaac, ply: null, side: 96 })) ?? [];
    expect(svg).toMatch(/^<svg [^>]*width="96" height="96"/);
  });

  it('for a link preview has the size that messengers ask for', async () => {
    const cards = [
      await draw({ kind: 'card', record: masker }),
      await draw({ kind: 'game', game: 'nasca' }),
      await draw({ kind: 'site' }),
    ];
    for (const card of cards) expect(card?.[0]).toMatch(/ width="1200" height="630" /);
  });

  it('of the site shows the boards of all games and its name; of a game, its board in mid-game and its name', async () => {
    const shown = async (request: PictureRequest) => {
      const [svg = ''] = (await draw(request)) ?? [];
      return { svg, pieces: piecesIn(svg), boards: svg.split('filter="url(#wide)"').length - 1 };
    };
    const site = await shown({ kind: 'site' });
    const cards = await Promise.all(Object.keys(RECORDS).map((game) => shown({ kind: 'game', game })));
    expect(cards.map(({ boards }) => boards)).toEqual([1, 1, 1, 1]);
    for (const { pieces } of cards) expect(pieces).toBeGreaterThan(10);
    expect(site.boards).toBe(4);
    expect(site.pieces).toBe(cards.reduce((sum, { pieces }) => sum + pieces, 0));
    expect(new Set([site, ...cards].map(({ svg }) => svg)).size).toBe(5);
    const names = ['Tablier', ...Object.keys(RECORDS).map((game) => findGame(game)?.name ?? '')];
    for (const [at, { svg }] of [site, ...cards].entries()) expect(lettersOf(svg)).toBe(names[at]);
  });

  it.each(Object.keys(RECORDS))(
    'of a puzzle of %s shows its position, and there is none of a puzzle that is missing',
    async (game) => {
      const puzzles = await loadPuzzles(game);
      const cards = [];
      for (const number of [1, 2, puzzles.length]) {
        const [card = ''] = (await draw({ kind: 'puzzle', game, number })) ?? [];
        const record = puzzles[number - 1] ?? isaac;
        const [board = ''] = (await draw({ kind: 'position', record, ply: null })) ?? [];
        expect(card).toMatch(/ width="1200" height="630" /);
        // A board of Masker also has the row of what was taken last, up to three crosses.
        const besides = game === 'masker' ? [0, 1, 2, 3] : [0];
        expect(besides).toContain(piecesIn(board) - piecesIn(card));
        cards.push(card);
      }
      expect(new Set(cards).size).toBe(3);
      expect(await draw({ kind: 'puzzle', game, number: puzzles.length + 1 })).toBeNull();
    },
  );

  it('of an animation is chosen evenly, with the first and the last one', async () => {
    const frames = (await draw({ kind: 'animation', record: isaac, most: 5, side: 1024 })) ?? [];
    expect(frames).toHaveLength(5);
    expect(frames[0]).toBe(await pictureAt('isaac', 0));
    expect(frames[4]).toBe(await pictureAt('isaac', null));
  });
});
