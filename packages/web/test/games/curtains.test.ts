import '../english.ts';
import { readFileSync } from 'node:fs';
import { findGame } from '@tablier/games';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Curtain } from '../../src/board/board-module.ts';
import { loadedBoard, loadModule } from '../../src/games/boards.ts';
import { People } from '../../src/lib/people.ts';

interface Played {
  readonly options: Readonly<Record<string, string>>;
  readonly players: number;
  readonly deal: unknown;
  readonly moves: readonly string[];
}

/** The curtains of an example game with so many players, by ply, as seat 0 sees them. */
function curtainsOf(id: string, players: number): (Curtain & { readonly ply: number })[] {
  const text = readFileSync(new URL(`../../../games/test/${id}/examples.jsonl`, import.meta.url), 'utf8');
  const lines = text.split('\n').filter((line) => line !== '');
  const played = lines.map((line) => JSON.parse(line) as Played).find((one) => one.players === players);
  const game = findGame(id);
  if (game === undefined || played === undefined) throw new Error(`no example of ${id}`);
  const people = new People(game, { own: 0, called: ['You', 'Kitten', 'Hare'].slice(0, players) });
  const position = game.start(played);
  return played.moves.flatMap((move, ply) => {
    const before = game.view(position, 0);
    position.play(game.parseMove(move) ?? -1);
    const curtain = loadedBoard(id).curtain?.(before, game.view(position, 0), people) ?? null;
    return curtain === null ? [] : [{ ply, ...curtain }];
  });
}

describe.each([
  ['isaac', 2, [[21, 'Placing is over. Scoring begins.']]],
  ['nasca', 2, [[23, 'Round 1']]],
  [
    'masker',
    3,
    [
      [39, 'You'],
      [42, 'Hare'],
    ],
  ],
  ['arcanor', 2, [[268, 'You reached 12 points.']]],
] as const)('%s', (id, players, expected) => {
  beforeAll(() => loadModule(id));
  it('has a curtain exactly when something great has happened', () => {
    expect(curtainsOf(id, players).map(({ ply, title }) => [ply, title.replaceAll(/[⁦-⁩]/g, '')])).toEqual(expected);
  });
});

it('the curtain of Isaac says what to do now, and not to fill the board', () => {
  const [curtain] = curtainsOf('isaac', 2);
  expect(curtain?.text).toBe('Remove your pieces: each scores for those on its line.');
});

it('the curtain of Masker names who is out, and says why below', () => {
  const texts = curtainsOf('masker', 3).map(({ text }) => text?.replaceAll(/[⁦-⁩]/g, ''));
  const words = (colour: string) => `Out of the game: Kitten took the last ${colour} cross.`;
  expect(texts).toEqual([words('green'), words('purple')]);
});

it('the card of a round has the areas of each player and the button that goes on', () => {
  const [card] = curtainsOf('nasca', 2);
  expect(card?.round?.gains.map((areas) => areas.map(({ points }) => points))).toEqual([[], [8, 2, 1, 1, 1, 1, 1]]);
  expect(card?.round).toMatchObject({ scores: [0, 15], next: 'Go to round 2' });
  expect(card?.text).toMatch(/need 16 more\. .*begin/);
});
