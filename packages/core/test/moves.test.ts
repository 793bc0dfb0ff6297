import { describe, expect, test } from 'vitest';
import {
  divide,
  isLegal,
  legalMovesOf,
  legalMoveTexts,
  movesIn,
  NOBODY,
  perft,
  playOut,
  SeededRng,
} from '../src/index.ts';
import { Countdown, countdown } from './countdown.ts';

/** A position after these moves. */
function after(...moves: readonly number[]): Countdown {
  const position = new Countdown();
  for (const move of moves) position.play(move);
  return position;
}

describe('the legal moves of a position', () => {
  test('are listed in ascending order, none when the game is over', () => {
    expect([...legalMovesOf(countdown, after())]).toEqual([0, 1]);
    expect([...legalMovesOf(countdown, after(1))]).toEqual([0]);
    expect([...legalMovesOf(countdown, after(1, 0))]).toEqual([]);
  });

  test('are those that may be played, and no others', () => {
    expect([0, 1, 2].map((move) => isLegal(countdown, after(), move))).toEqual([true, true, false]);
    expect([0, 1].map((move) => isLegal(countdown, after(1), move))).toEqual([true, false]);
    expect([0, 1].map((move) => isLegal(countdown, after(1, 0), move))).toEqual([false, false]);
  });

  test('have texts, sorted', () => {
    const backwards = { ...countdown, formatMove: (move: number) => String(9 - move) };
    expect(legalMoveTexts(backwards, after())).toEqual(['8', '9']);
  });
});

test('a game played out at random is over, and its plies are counted', () => {
  const position = after();
  const plies = playOut(position, new SeededRng(1));
  expect(position.turn).toBe(NOBODY);
  expect(plies).toBe(position.turnIndex);
  expect(playOut(position, new SeededRng(1))).toBe(0);
});

test('moves of checked texts are read in order, and a text that is none throws instead of being another move', () => {
  const texts = [0, 1].map((move) => countdown.formatMove(move));
  expect(movesIn(countdown, texts)).toEqual([0, 1]);
  expect(() => movesIn(countdown, [...texts, 'castle'])).toThrow(/unreadable-move.*ply 3.*castle/);
});

describe('perft', () => {
  test('counts the sequences of exactly so many moves', () => {
    // From three: 1-1-1, 1-2, 2-1.
    expect([0, 1, 2, 3, 4].map((depth) => perft(countdown, after(), depth))).toEqual([1, 2, 3, 1, 0]);
    expect([0, 1, 2].map((depth) => perft(countdown, after(1, 0), depth))).toEqual([1, 0, 0]);
  });

  test('leaves the position as it was', () => {
    const position = after();
    perft(countdown, position, 3);
    expect([position.left, position.turn, position.turnIndex]).toEqual([3, 0, 0]);
  });

  test('is split by first move', () => {
    expect([...divide(countdown, after(), 2)]).toEqual([
      { move: 0, count: 2 },
      { move: 1, count: 1 },
    ]);
    expect([...divide(countdown, after(), 1)]).toEqual([
      { move: 0, count: 1 },
      { move: 1, count: 1 },
    ]);
    expect([...divide(countdown, after(1, 0), 1)]).toEqual([]);
  });
});
