import { allOptions, formatOptions, NOBODY, SeededRng } from '@tablier/core';
import { SEED } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { type PlainState, plainMoves, plainPlay, plainStart, plainWinner, plainWorth } from './plain.ts';
import { isaac, IsaacPosition, removalWorth, viewOf } from '../../src/isaac/index.ts';
import { OPTIONS } from '../../src/isaac/facts.ts';
import { randomGames } from '../random-games.ts';
import { legal, move } from './scene.ts';

const GAMES = randomGames(15);

function comparePly(position: IsaacPosition, plain: PlainState): void {
  expect(position.turn).toBe(plain.phase === 'over' ? NOBODY : plain.turn);
  expect(position.phase).toBe(plain.phase);
  const moves = plainMoves(plain);
  expect(legal(position)).toEqual(moves);
  expect(position.countMoves()).toBe(moves.length);
}

function compareWorths(position: IsaacPosition, plain: PlainState): void {
  const view = viewOf(position);
  expect(view.pieces.map(({ slot }) => isaac.formatMove(slot)).sort()).toEqual(Object.keys(plain.pieces).sort());
  for (const { slot } of view.pieces) {
    const expected = plainWorth(plain, isaac.formatMove(slot));
    expect(removalWorth(view, slot)?.worth).toBe(expected);
    expect(position.worth(slot)).toBe(expected);
  }
}

// Two programs without shared code agree in every position of random games: legal moves, turns, worths, ends.
describe(`the plain implementation agrees (TABLIER_SEED=${SEED})`, () => {
  test.each(allOptions(OPTIONS))('$scoringStarts, $counter', (options) => {
    const rng = new SeededRng(`${SEED} oracle ${formatOptions(OPTIONS, options)}`);
    for (let game = 0; game < GAMES; game++) {
      const position = new IsaacPosition(options);
      let plain = plainStart(options);
      while (plain.phase !== 'over') {
        comparePly(position, plain);
        if (plain.phase === 'scoring') compareWorths(position, plain);
        const text = isaac.formatMove(position.randomMove(rng));
        plain = plainPlay(plain, text);
        position.play(move(text));
      }
      comparePly(position, plain);
      expect(position.outcome()).toEqual({ scores: plain.scores, places: plainWinner(plain) === 0 ? [1, 2] : [2, 1] });
    }
  });
});
