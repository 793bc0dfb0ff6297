import { readFileSync } from 'node:fs';
import { NOBODY, type Setup } from '@tablier/core';
import { arcanor, isaac, masker } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { type BotGame, insightAt, type PlayedGame } from '../src/index.ts';
import { positionAt } from '../src/analysis/judge.ts';

function examples(game: BotGame): (PlayedGame & { readonly record: Setup })[] {
  const file = new URL(`../../games/test/${game.id}/examples.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const { options, players, deal, moves } = JSON.parse(line) as Setup & { readonly moves: readonly string[] };
      const setup = { options, players, deal };
      return { game, setup, record: setup, moves: moves.map((text) => game.parseMove(text) ?? -1) };
    });
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

describe('what a seat could know in Masker', () => {
  test('are the colours that the rules leave, with probabilities that add up to 1, and the truth among them', () => {
    let secrets = 0;
    for (const played of examples(masker)) {
      const { setup, moves } = played;
      for (let ply = 0; ply < moves.length; ply += 3) {
        const position = positionAt(played, ply);
        for (let seat = 0; seat < setup.players; seat++) {
          const view = masker.view(position as never, seat);
          const known = view.seats.map(({ colour }) => colour);
          const left = Object.entries(view.inPlay).filter(
            ([letter, count]) => letter !== 'W' && count > 0 && !known.some((colour) => colour === letter),
          );
          for (const { of, possible, truth, shown } of insightAt(played, ply, seat)?.secrets ?? []) {
            secrets++;
            expect('seat' in of && view.seats[of.seat]?.colour).toBeNull();
            expect(possible.map(({ value }) => value).toSorted()).toEqual(left.map(([letter]) => letter).toSorted());
            expect(sumOf(possible.map(({ probability }) => probability))).toBeCloseTo(1, 9);
            expect(possible.find(({ value }) => value === truth)?.probability).toBeGreaterThan(0);
            expect(shown).toBeNull();
          }
        }
      }
    }
    expect(secrets).toBeGreaterThan(50);
  });

  test('does not depend on the token of another', () => {
    const [first] = examples(masker);
    if (first === undefined) throw new Error('no example');
    const deal = first.setup.deal as { readonly grid: string };
    const [green, blue] = ['RG', 'RB'].map((tokens) =>
      insightAt({ ...first, setup: { ...first.setup, deal: { ...deal, tokens } } }, 20, 0),
    );
    expect(green?.secrets.map(({ possible }) => possible)).toEqual(blue?.secrets.map(({ possible }) => possible));
    expect([green?.secrets[0]?.truth, blue?.secrets[0]?.truth]).toEqual(['G', 'B']);
  });

  test('is everything at the end', () => {
    const [first] = examples(masker);
    if (first === undefined) throw new Error('no example');
    expect(positionAt(first, first.moves.length).turn).toBe(NOBODY);
    expect(insightAt(first, first.moves.length, 0)?.secrets).toEqual([]);
  });
});

describe('what a seat could know in Arcanor', () => {
  const setup = { options: { table: 'memory' }, players: 2, deal: null };
  const after = (text: string): PlayedGame => ({
    game: arcanor,
    setup,
    moves: text.split(' ').map((move) => arcanor.parseMove(move) ?? -1),
  });
  const knownAt = (played: PlayedGame, ply: number, cell: string, peeks: { after: number; peek: string }[] = []) =>
    insightAt(played, ply, 0, peeks)?.secrets.find(({ of }) => 'cell' in of && of.cell === cell);

  test('is what lies under every top, as it is in fact', () => {
    for (const played of examples(arcanor)
      .filter(({ record }) => record.options['table'] === 'memory')
      .slice(0, 3)) {
      for (let ply = 0; ply < played.moves.length; ply += 7) {
        const position = positionAt(played, ply);
        const cells = arcanor.view(position as never, 'open').cells;
        const secrets = insightAt(played, ply, 1)?.secrets ?? [];
        expect(secrets).toHaveLength(cells.filter((top) => (top?.contents ?? []).length > 0).length);
        for (const { possible, truth, shown } of secrets) {
          expect(possible).toEqual([{ value: truth, probability: 1 }]);
          expect(shown).toBeGreaterThanOrEqual(0);
          expect(shown).toBeLessThanOrEqual(ply);
        }
      }
    }
  });

  test('was last shown before it was covered, or by a peek', () => {
    const played = after('a1-a2 a7-a6 a2-a3 a6-a5 a3-b4 b7-c6 b1-c2 a5-b5');
    expect(knownAt(played, 8, 'b4')).toMatchObject({ possible: [{ value: 'L2' }], shown: 0 });
    expect(knownAt(played, 8, 'b4', [{ after: 6, peek: 'b4' }])).toMatchObject({ shown: 6 });
    expect(knownAt(played, 4, 'a3', [{ after: 6, peek: 'b4' }])).toMatchObject({ shown: 0 });
    // The top alone goes and leaves what it held; the one that captures covers what was seen until then.
    const opened = after('b1^b2 a7-a6 b2-b3 a6-a5 b3-b4 a5-a4 b4-b5 a4-a3');
    expect(knownAt(opened, 1, 'b2')).toBeUndefined();
    expect(knownAt(opened, 1, 'b1')).toBeUndefined();
  });

  test('is not a question on an open table, nor in a game without secrets', () => {
    const open = { game: arcanor, setup: { ...setup, options: { table: 'open' } }, moves: [] };
    expect(insightAt(open, 0, 0)?.secrets).toEqual([]);
    const none = {
      game: isaac,
      setup: { options: { scoringStarts: 'placer', counter: 'exact' }, players: 2, deal: null },
      moves: [],
    };
    expect(insightAt(none, 0, 0)).toBeNull();
  });
});
