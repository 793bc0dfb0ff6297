import { NOBODY, type Rng, type Seat } from '@tablier/core';
import type { Solver } from '@tablier/ai';
import { type IsaacOptions, IsaacPosition, LENGTHS, PIECES } from '../../src/isaac/index.ts';
import { PlacingSolver } from '../../src/isaac/solve/placing.ts';
import { ScoringSolver } from '../../src/isaac/solve/scoring.ts';

/** The winner by best play: every move of every position, without bounds, order or memory. */
export function bruteWinner(position: IsaacPosition): Seat {
  const { turn } = position;
  if (turn === NOBODY) return position.leader();
  const moves = new Uint16Array(600);
  const count = position.legalMoves(moves);
  const child = position.clone();
  let winner = 1 - turn;
  for (let index = 0; index < count; index++) {
    child.copyFrom(position);
    child.play(moves[index] as number);
    if (bruteWinner(child) === turn) winner = turn;
  }
  return winner;
}

/** Few, so that positions compete for places. */
const TABLE_BITS = 5;

/** A solver of a position, however long it may take. */
export function solverAt(position: IsaacPosition): Solver {
  if (position.phase === 'placing') return new PlacingSolver(position, TABLE_BITS);
  const solver = new ScoringSolver(position.options.counter === 'upTo', TABLE_BITS);
  solver.load(position);
  return solver;
}

/** A position whose placement was finished at random. */
export function finishedPlacement(options: IsaacOptions, rng: Rng): IsaacPosition {
  const position = new IsaacPosition(options);
  while (position.phase === 'placing') position.play(position.randomMove(rng));
  return position;
}

/** A scoring of a few pieces at random places, with random scores and longest removals. The hands are what was not placed. */
export function smallScoring(options: IsaacOptions, pieces: number, rng: Rng): IsaacPosition {
  for (;;) {
    const placed = new IsaacPosition(options);
    for (let ply = 0; ply < pieces; ply++) placed.play(placed.randomMove(rng));
    const position = new IsaacPosition(options);
    const most = 20 * (1 + rng.below(5));
    position.restore({
      phase: 'scoring',
      turn: rng.below(2),
      turnIndex: pieces,
      passed: [],
      firstToPass: null,
      pending: null,
      out: rng.below(8) === 0 ? [rng.below(2)] : [],
      scores: [rng.below(most), rng.below(most)],
      longestRemoved: [3 + rng.below(3), 3 + rng.below(3)].map((length) => (length === 3 ? 0 : length)),
      hands: [0, 1].map((seat) => LENGTHS.map((_, kind) => placed.inHand(seat, kind))),
      pieces: Array.from({ length: PIECES }, (_, piece) => ({ piece, slot: placed.placeOf(piece) })).filter(
        ({ piece }) => ((placed.onBoard >> piece) & 1) === 1,
      ),
    });
    if (!position.isOut(position.turn) && position.countMoves() > 0) return position;
  }
}
