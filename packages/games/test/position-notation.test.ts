import { formatError, makeRecord, NOBODY, replay, SeededRng } from '@tablier/core';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findGame, games } from '../src/index.ts';
import { secretPairs as arcanorPairs } from './arcanor/secret-pairs/index.ts';
import { secretPairs as maskerPairs } from './masker/secret-pairs/index.ts';
import { compareLines, faultOfLine, stateAtRandom, viewers } from './position-checks.ts';
import { randomGames } from './random-games.ts';

const SEED = 33;

describe.each(games)('the notation of positions of $id', (game) => {
  const { positions } = game;
  if (positions === undefined) throw new Error(`${game.id} has no notation`);

  test('is read as the view that it was written from', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { position, players } = stateAtRandom(game, seed);
        for (const viewer of viewers(players)) expect(faultOfLine(game, position, viewer)).toBeNull();
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
        const { position, players } = stateAtRandom(game, seed);
        const [viewer = 0] = viewers(players).slice(at % 3);
        const text = positions.format(game.view(position, viewer));
        const place = at % text.length;
        const damaged = text.slice(0, place) + put + text.slice(place + 1);
        const read = positions.parse(damaged);
        if (read.ok) expect(positions.format(read.value.view)).toBe(damaged);
        else expect(read.error.detail).toMatch(/^field [a-z]+: ./);
      }),
      { seed: SEED, numRuns: randomGames(400) },
    );
  }, 60_000);

  test('is the deal of a game that begins there, whose record needs nothing else', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const { position } = stateAtRandom(game, seed);
        const line = positions.format(game.view(position, 'open'));
        const read = positions.parse(line);
        if (!read.ok) throw new Error(read.error.detail);
        const { options, players } = read.value.view;
        const deal = game.deals.parse(options, players, { position: line });
        expect(deal.ok).toBe(position.turn !== NOBODY && read.value.canPlay);
        if (!deal.ok) return;
        expect(deal.value).toEqual({ position: line });
        const setup = { options, players, deal: deal.value };
        const [rng, moves] = [new SeededRng(seed), new Array<number>()];
        for (const going = game.start(setup); going.turn !== NOBODY; going.play(moves.at(-1) ?? 0))
          moves.push(going.randomMove(rng));
        const replayed = replay(findGame, JSON.parse(JSON.stringify(makeRecord(game, setup, moves))));
        expect(replayed.ok ? null : formatError(replayed.error)).toBeNull();
        const other = Object.entries(game.options).map(([name, { values }]) => ({
          ...options,
          [name]: values.find((value) => value !== options[name]) ?? '',
        }));
        for (const each of other) expect(game.deals.parse(each, players, deal.value).ok).toBe(false);
      }),
      { seed: SEED, numRuns: randomGames(20) },
    );
  }, 60_000);
});

test.each([...maskerPairs, ...arcanorPairs])(
  'positions that a viewer cannot tell apart have the same line: %#',
  (draw) => {
    for (let round = 0; round < randomGames(3); round++) {
      const seed = `line ${round}`;
      const { pair } = draw(seed, round);
      const game = findGame(pair.game);
      if (game === undefined) throw new Error(pair.game);
      const { equal, fault } = compareLines(game, pair, new SeededRng(seed));
      expect(fault).toBeNull();
      expect(equal).toBeGreaterThan(0);
    }
  },
);
