import { chooseMove } from '@tablier/ai';
import { type Move, NOBODY, type Rng } from '@tablier/core';
import { ArcanorPosition, arcanor } from '@tablier/games/arcanor';
import { SearchBoard } from '../../packages/games/src/arcanor/search/board.ts';
import { forEachTerm } from '../../packages/games/src/arcanor/search/evaluation.ts';
import type { Sample } from './logistic.ts';
import type { GamePlayer } from './training.ts';

const OPTIONS = { table: 'open' } as const;
/** By generation: the nodes of a move, and how much the expectation of the search counts as the result, besides that of the game. */
const NODES = [300, 600, 1500] as const;
const TRUST = [0, 0.3, 0.5] as const;
/** The number of random moves at the start: at least this, and less than so many more. There are none later: they would spoil the result. */
const MIN_RANDOM = 2;
const MORE_RANDOM = 10;

interface Played {
  readonly move: Move;
  /** The share of a win that the search expects for Light; null for a random move. */
  readonly share: number | null;
}

export const play: GamePlayer<Sample> = (rng, generation) => {
  const stage = Math.min(generation, NODES.length - 1);
  const position = new ArcanorPosition(OPTIONS);
  const moves = playMoves(position, NODES[stage] as number, rng);
  const result = position.winner === NOBODY ? 0.5 : 1 - position.winner;
  return samplesOf(moves, result, TRUST[stage] as number);
};

function playMoves(position: ArcanorPosition, nodes: number, rng: Rng): Played[] {
  const moves: Played[] = [];
  const random = MIN_RANDOM + rng.below(MORE_RANDOM);
  while (position.turn !== NOBODY) {
    const played =
      moves.length < random ? { move: position.randomMove(rng), share: null } : search(position, nodes, rng);
    moves.push(played);
    position.play(played.move);
  }
  return moves;
}

function search(position: ArcanorPosition, nodes: number, rng: Rng): Played {
  const task = { game: arcanor, options: OPTIONS, knowledge: arcanor.secrets.knowledge(position, position.turn) };
  const { move, info } = chooseMove(task, { nodes, depth: Number.POSITIVE_INFINITY }, rng, { nodes });
  return { move, share: info.values[0] as number };
}

/** The positions before quiet moves that the search chose. */
function samplesOf(moves: readonly Played[], result: number, trust: number): Sample[] {
  const board = new SearchBoard(new ArcanorPosition(OPTIONS));
  const samples: Sample[] = [];
  const forcing = new Uint16Array(arcanor.maxMoves);
  for (const { move, share } of moves) {
    const isForcing = forcing.subarray(0, board.listForcing(forcing)).includes(move);
    if (share !== null && !isForcing) samples.push(sampleOf(board, (1 - trust) * result + trust * share));
    board.make(move);
  }
  return samples;
}

/** Both sides' terms together, so that a term that counts equally for both is left out. */
function sampleOf(board: SearchBoard, result: number): Sample {
  const sums = new Map<number, number>();
  forEachTerm(board, (term, seat, times) => {
    sums.set(term, (sums.get(term) ?? 0) + (seat === 0 ? times : -times));
  });
  const kept = [...sums].filter(([, count]) => count !== 0);
  return {
    terms: Uint16Array.from(kept, ([term]) => term),
    counts: Float32Array.from(kept, ([, count]) => count),
    result,
  };
}
