import { makeSetup, NOBODY, type Options, type Position, SeededRng, type View, type Viewer } from '@tablier/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { games } from '../src/index.ts';
import { formatPosition, parsePosition } from '../src/position-notation.ts';
import { randomGames } from './random-games.ts';

const SEED = 33;

interface Case {
  readonly position: Position;
  readonly players: number;
}

type Game = (typeof games)[number];

/** A game under random conditions, played at random for a random time; often to its end. */
function playedAt(game: Game, seed: number): Case {
  const rng = new SeededRng(`position ${seed}`);
  const options: Options = Object.fromEntries(
    Object.entries(game.options).map(([name, { values }]) => [name, values[rng.below(values.length)] ?? '']),
  );
  const players = game.players[rng.below(game.players.length)] ?? 2;
  const setup = makeSetup(game, { options, players, deal: game.deals.draw(options, players, rng) });
  if (!setup.ok) throw new Error(setup.error.detail);
  const position = game.start(setup.value);
  for (let plies = rng.below(200); plies > 0 && position.turn !== NOBODY; plies--) {
    position.play(position.randomMove(rng));
  }
  return { position, players };
}

const viewers = (players: number): Viewer[] => [
  ...Array.from({ length: players }, (_, seat) => seat),
  'spectator',
  'open',
];

/** Equal pieces of Isaac are numbered by their history, which is no part of a position. */
function withoutNumbers(view: View): unknown {
  if (!('pieces' in view) || !('phase' in view)) return view;
  const pieces = view.pieces as { id: number; slot: number }[];
  const plain = pieces.map(({ id: _, ...piece }) => piece);
  return { ...view, pieces: plain.sort((one, other) => one.slot - other.slot) };
}

describe.each(games)('the notation of positions of $id', (game) => {
  test('is read as the view that it was written from', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { position, players } = playedAt(game, seed);
        for (const viewer of viewers(players)) {
          const view = game.view(position, viewer);
          const text = formatPosition(game, view) ?? '';
          expect(text).toMatch(/^\S+( \S+)+$/);
          const read = parsePosition(game, text);
          if (!read.ok) throw new Error(`${text}: ${read.error.detail}`);
          expect(withoutNumbers(read.value.view)).toEqual(withoutNumbers(view));
          expect(formatPosition(game, read.value.view)).toBe(text);
          if (read.value.canPlay) expect(read.value.position.countMoves()).toBe(position.countMoves());
        }
      }),
      { seed: SEED, numRuns: randomGames(60) },
    );
  }, 60_000);

  test('refuses every damaged text with the name of a field, or reads it as one that is whole', () => {
    const damage = fc.record({
      seed: fc.nat(),
      at: fc.nat(),
      put: fc.constantFrom('', ' ', '-', '?', '9', '1', 'a', 'R', '/', 'x'),
    });
    fc.assert(
      fc.property(damage, ({ seed, at, put }) => {
        const { position, players } = playedAt(game, seed);
        const [viewer = 0] = viewers(players).slice(at % 3);
        const text = formatPosition(game, game.view(position, viewer)) ?? '';
        const place = at % text.length;
        const damaged = text.slice(0, place) + put + text.slice(place + 1);
        const read = parsePosition(game, damaged);
        if (read.ok) expect(formatPosition(game, read.value.view)).toBe(damaged);
        else expect(read.error.detail).toMatch(/^field [a-z]+: ./);
      }),
      { seed: SEED, numRuns: randomGames(400) },
    );
  }, 60_000);
});
