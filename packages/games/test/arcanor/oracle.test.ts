import { SeededRng } from '@tablier/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ArcanorPosition, arcanor } from '../../src/arcanor/index.ts';
import { randomGames } from '../random-games.ts';
import { type OracleState, oracleMoves, oraclePlay, oraclePoints, oracleStart } from './oracle.ts';
import { stackAt, startOf, texts } from './scene.ts';

/** Kinds of players, as preferences among the legal moves. They reach positions that uniformly random players never reach. */
const PLAYERS: Readonly<Record<string, (moves: string[], state: OracleState) => string[]>> = {
  any: (moves) => moves,
  taker: (moves) => moves.filter((move) => move.charAt(2) !== '-'),
  shuffler: (moves, { side }) =>
    moves.filter((move) => move.charAt(2) === 'x' || move.startsWith(side === 'L' ? 'a' : 'h')),
  runner: (moves, { side }) =>
    moves.filter((move) => (side === 'L' ? move.charAt(4) > move.charAt(1) : move.charAt(4) < move.charAt(1))),
  hoverer: (moves) => moves.filter((move) => !'17'.includes(move.charAt(4))),
};

function expectSame(position: ArcanorPosition, state: OracleState, legal: readonly string[]): void {
  expect(texts(position)).toEqual(legal);
  expect(position.outcome().scores).toEqual([oraclePoints(state, 'L'), oraclePoints(state, 'D')]);
  expect(position.quiet).toBe(state.quiet);
  expect(position.end).toBe(state.ended?.by ?? null);
  if (state.ended !== null) {
    const { winner } = state.ended;
    expect(position.outcome().places).toEqual(winner === 'draw' ? [1, 1] : winner === 'L' ? [1, 2] : [2, 1]);
  } else {
    expect('LD'.charAt(position.turn)).toBe(state.side);
    expect(position.passed.map((seat) => 'LD'.charAt(seat))).toEqual(state.passed);
  }
}

/** Plays a random game on both and returns how it ended. */
function compareGame(seed: number, player: keyof typeof PLAYERS): string {
  const rng = new SeededRng(seed);
  const position = startOf('open');
  let state = oracleStart();
  while (state.ended === null) {
    const legal = oracleMoves(state);
    expectSame(position, state, legal);
    const liked = PLAYERS[player]?.(legal, state) ?? [];
    const from = liked.length > 0 && rng.below(10) > 0 ? liked : legal;
    const text = from[rng.below(from.length)] ?? '';
    position.play(arcanor.parseMove(text) ?? -1);
    state = oraclePlay(state, text);
  }
  expectSame(position, state, oracleMoves(state));
  for (const [cell, pieces] of Object.entries(state.nests)) {
    expect(stackAt(position, cell)).toBe(pieces.map(({ side, size }) => side + size).join(''));
  }
  return state.ended.by;
}

describe('the position agrees with the slow oracle', () => {
  for (const player of Object.keys(PLAYERS)) {
    test(`in games of ${player}`, () => {
      fc.assert(
        fc.property(fc.integer(), (seed) => void compareGame(seed, player)),
        { numRuns: randomGames(2) },
      );
    });
  }
});

describe('the compared games', () => {
  test.each([
    ['points', 'runner'],
    ['quiet', 'any'],
    ['repetition', 'taker'],
  ])('reach every end that random play reaches: %s, by %s', (end, player) => {
    expect(compareGame(1, player)).toBe(end);
  });

  test.each(['any', 'shuffler', 'taker', 'runner'])('agree in games with fixed seeds: %s', (player) => {
    for (let seed = 0; seed < randomGames(3); seed++) compareGame(seed, player);
  });
});
