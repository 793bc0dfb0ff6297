import { defaultOptions, type Game, LEVELS, makeSetup, NOBODY, type Position, SeededRng } from '@tablier/core';
import { arcanor, games, masker } from '@tablier/games';
import { describe, expect, it } from 'vitest';
import { LEAST, thinkingTime } from '../../../src/play/local/local-session.svelte.ts';

const startOf = (game: Game, deal?: unknown): Position => {
  const options = defaultOptions(game.options);
  const drawn = deal ?? game.deals.draw(options, 2, new SeededRng('thinking'));
  const setup = makeSetup(game, { options, players: 2, deal: drawn });
  if (!setup.ok) throw new Error(setup.error.name);
  return game.start(setup.value);
};

/** The times of a level before each ply of a random game. */
function timesOf(game: Game, level: (typeof LEVELS)[number], position = startOf(game)): number[] {
  const times: number[] = [];
  const rng = new SeededRng('moves');
  for (let last = NOBODY; position.turn !== NOBODY && times.length < 60;) {
    times.push(thinkingTime(game, level, { position, plies: times.length, goesOn: last === position.turn }));
    last = position.turn;
    position.play(position.randomMove(rng));
  }
  return times;
}

const mean = (times: readonly number[]): number => times.reduce((sum, time) => sum + time, 0) / times.length;

describe.each(games.map((game) => [game.id, game as Game] as const))(
  'the time that bots of %s seem to think',
  (_, game) => {
    it('is short, and that of the animal: a kitten answers fast, an owl takes a breath', () => {
      for (const level of LEVELS)
        for (const time of timesOf(game, level)) {
          expect(time).toBeGreaterThanOrEqual(LEAST);
          expect(time).toBeLessThanOrEqual(LEAST + 1500);
        }
      const [kitten, , hare, squirrel, , fox, owl] = LEVELS.map((level) => mean(timesOf(game, level)));
      expect(kitten).toBe(LEAST);
      expect([kitten, hare, squirrel, fox, owl]).toEqual(
        [kitten, hare, squirrel, fox, owl].toSorted((one, other) => (one ?? 0) - (other ?? 0)),
      );
      expect(owl).toBeGreaterThan(LEAST + 120);
    });
  },
);

it('is the same whatever the tokens of Masker are', () => {
  const { grid } = masker.deals.draw(defaultOptions(masker.options), 2, new SeededRng('same')) as { grid: string };
  const timesWith = (tokens: string): number[] => timesOf(masker, 8, startOf(masker, { grid, tokens })).slice(0, 20);
  expect(timesWith('RG')).toEqual(timesWith('BP'));
});

/** Two games that look the same at the end; what lies under Light's pieces differs, and so do the legal moves. */
const ALIKE = [
  'd1^c2 d7^e6 a1-a2 e6-e5 a2-b2 e5-e6 b2-c1 e6-e5',
  'd1^c2 d7^e6 a1-b2 e6-e5 c2-c1 e5-e6 b2-c2 e6-e5',
] as const;

it('does not tell what lies under the pieces of Arcanor', () => {
  const positions = ALIKE.map((moves) => {
    const position = startOf(arcanor);
    for (const move of moves.split(' ')) position.play(arcanor.parseMove(move) ?? NOBODY);
    return position;
  });
  expect(positions.map((position) => position.countMoves())).toEqual([37, 40]);
  const [time, other] = positions.map((position) => thinkingTime(arcanor, 7, { position, plies: 8, goesOn: false }));
  expect(other).toBe(time);
});
