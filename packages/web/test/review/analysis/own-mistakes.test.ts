import '../../english.ts';
import { readFileSync } from 'node:fs';
import { analysePly, type PlyAnalysis } from '@tablier/ai';
import { RECORD_FORMAT, type GameRecord, replayPuzzle, type Setup } from '@tablier/core';
import { findGame } from '@tablier/games';
import { afterEach, describe, expect, it } from 'vitest';
import { closeBrowser, openBrowser } from '../../browser.ts';

afterEach(closeBrowser);

const KEY = 'tablier.own-mistakes';
const DAY = 86_400_000;
const NOW = Date.parse('2026-11-23T12:00:00Z');

/** An example game, analysed with the knowledge of each seat. */
async function analysed(id: string) {
  const game = findGame(id);
  if (game === undefined) throw new Error(id);
  const [line = ''] = readFileSync(
    new URL(`../../../../games/test/${id}/examples.jsonl`, import.meta.url),
    'utf8',
  ).split('\n');
  const { options, players, deal, moves } = JSON.parse(line) as Setup & { readonly moves: readonly string[] };
  const setup = { options, players, deal };
  const record: GameRecord = { format: RECORD_FORMAT, game: id, rules: game.rulesVersion, ...setup, moves };
  const played = { game, setup, moves: moves.map((text) => game.parseMove(text) ?? -1) };
  const plies: PlyAnalysis[] = [];
  for (let ply = 0; ply < moves.length; ply++)
    for await (const found of analysePly(played, ply, { nodes: 100, lines: 1, seed: 's', by: 'seat' }))
      if (found.judgement !== null) plies.push(found);
  return { game, setup, record, plies };
}

async function opened(stored: Readonly<Record<string, unknown>> = {}) {
  const { storage } = openBrowser({ stored });
  return { storage, ...(await import('../../../src/review/analysis/own-mistakes.svelte.ts')) };
}

describe.each(['isaac', 'nasca', 'masker', 'arcanor'])('the mistakes of a seat in a game of %s', (id) => {
  it('are puzzles at the positions in which it moved, with what it played and what that cost', async () => {
    const { mistakesOf } = await opened();
    const { plies, ...played } = await analysed(id);
    const all = Array.from({ length: played.setup.players }, (_, own) => mistakesOf({ ...played, own }, plies));
    expect(all.flat().length).toBeGreaterThan(0);
    for (const [own, found] of all.entries()) {
      expect(found.length).toBeLessThanOrEqual(5);
      for (const { puzzle, played: move } of found) {
        const replayed = replayPuzzle(findGame, puzzle);
        expect(replayed).toMatchObject({ ok: true });
        expect([puzzle.puzzle.seat, played.record.moves[puzzle.moves.length]]).toEqual([own, move]);
        expect(puzzle.puzzle.best).not.toContain(move);
        expect(puzzle).not.toHaveProperty('end');
      }
    }
  }, 120_000);
});

describe('the mistakes that are kept', () => {
  const mistake = (id: string) => ({ puzzle: { game: 'isaac', puzzle: { id } } as never, played: '81-83' });

  it('come back after 1, 3, 7, 16 and 35 days while they are solved, and then never again', async () => {
    const { ownMistakes, INTERVALS } = await opened();
    ownMistakes.keep([mistake('a')], NOW);
    let now = NOW;
    for (const days of INTERVALS) {
      expect(ownMistakes.due('isaac', now + (days - 1) * DAY)).toEqual([]);
      now += days * DAY;
      expect(ownMistakes.due('isaac', now)).toMatchObject([mistake('a')]);
      ownMistakes.tried('isaac', 'a', { isRight: true, now });
    }
    expect(ownMistakes.of('isaac')).toEqual([]);
    expect(INTERVALS).toEqual([1, 3, 7, 16, 35]);
  });

  it('come back the next day after a miss', async () => {
    const { ownMistakes } = await opened();
    ownMistakes.keep([mistake('a')], NOW);
    ownMistakes.tried('isaac', 'a', { isRight: true, now: NOW + DAY });
    ownMistakes.tried('isaac', 'a', { isRight: false, now: NOW + 4 * DAY });
    expect(ownMistakes.due('isaac', NOW + 5 * DAY)).toMatchObject([{ step: 0 }]);
  });

  it('keep their day when the game is analysed again, and stay when the page is left', async () => {
    const { ownMistakes, storage } = await opened();
    ownMistakes.keep([mistake('a')], NOW);
    ownMistakes.keep([mistake('a'), mistake('b')], NOW + DAY);
    const due = (of: typeof ownMistakes) => of.due('isaac', NOW + DAY).map(({ puzzle }) => puzzle.puzzle.id);
    expect(due(ownMistakes)).toEqual(['a']);
    expect(due((await opened(Object.fromEntries(storage))).ownMistakes)).toEqual(['a']);
  });

  it('are at most 100: the one solved most often goes first', async () => {
    const { ownMistakes } = await opened();
    ownMistakes.keep([mistake('known')], NOW);
    ownMistakes.tried('isaac', 'known', { isRight: true, now: NOW });
    ownMistakes.keep(
      Array.from({ length: 100 }, (_, index) => mistake(`${index}`)),
      NOW,
    );
    expect(ownMistakes.of('isaac').length).toBe(100);
    expect(ownMistakes.find('isaac', 'known')).toBeUndefined();
  });

  it('are without those that cannot be read', async () => {
    for (const text of ['{', '{}', '[1]', '[{"puzzle":{}}]'])
      expect((await opened({ [KEY]: text })).ownMistakes.of('isaac')).toEqual([]);
  });
});
