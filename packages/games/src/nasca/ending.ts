import type { Solution, Solver } from '@tablier/ai';
import { type Move, NOBODY } from '@tablier/core';
import { LENGTHS, PLACEMENTS } from './placements.ts';
import type { NascaPosition } from './position.ts';
import { priority } from './candidates.ts';

/** The most placements before the end from which a game is solved. */
const MAX_LEFT = 5;
/** A position with so many moves is tried if the nodes suffice for this many times the moves to the power of half of the placements left. */
const EFFORT = 3;
/** With fewer nodes nothing is solved: weak levels err in endings, too. */
const LEAST_NODES = 10_000;

const WIN = 1;
const LOSS = -1;

function placementsLeft(position: NascaPosition): number {
  if (position.round + 1 < position.rounds) return Number.POSITIVE_INFINITY;
  let left = 0;
  for (const length of LENGTHS) left += position.inHand(0, length) + position.inHand(1, length);
  return left;
}

/** The solver of a position near the end that is likely enough to be solved within `nodes`. */
export function solver(position: NascaPosition, nodes: number): Solver | null {
  const left = placementsLeft(position);
  if (left > MAX_LEFT || nodes < LEAST_NODES) return null;
  const needed = EFFORT * position.countMoves() ** Math.ceil(left / 2);
  return needed > nodes ? null : new EndingSolver(position, left);
}

class Ply {
  readonly position: NascaPosition;
  readonly moves = new Uint16Array(PLACEMENTS);
  count = 0;
  next = 0;
  score = LOSS;
  move: Move = 0;
  /** A score that the other side would not allow: the ply is over when it is reached. */
  limit = WIN;
  /** The move that decided the last position of this ply, which comes first in the next one. */
  killer: Move = 0;

  constructor(position: NascaPosition) {
    this.position = position;
  }

  get isOver(): boolean {
    return this.score >= this.limit || this.next === this.count;
  }
}

/** Finds the winner of the last placements by alpha-beta over win, draw and loss, with an explicit stack. */
class EndingSolver implements Solver {
  nodes = 0;
  readonly #plies: readonly Ply[];
  #depth = 0;
  #solution: Solution | null = null;

  constructor(position: NascaPosition, left: number) {
    this.#plies = Array.from({ length: left }, () => new Ply(position.clone()));
    this.#open(this.#at(0), WIN);
  }

  step(nodes: number): boolean {
    const target = this.nodes + nodes;
    while (this.#solution === null && this.nodes < target) this.#advance();
    return this.#solution !== null;
  }

  solution(): Solution | null {
    return this.#solution;
  }

  #at(depth: number): Ply {
    return this.#plies[depth] as Ply;
  }

  #advance(): void {
    const ply = this.#at(this.#depth);
    if (ply.isOver) this.#close(ply);
    else this.#try(ply, ply.moves[ply.next++] as Move);
  }

  #try(ply: Ply, move: Move): void {
    this.nodes++;
    const { turn } = ply.position;
    const child = this.#plies[this.#depth + 1]?.position ?? ply.position.clone();
    child.copyFrom(ply.position);
    child.play(move);
    if (child.turn === NOBODY) {
      const { scores } = child.outcome();
      const lead = Math.sign((scores[0] as number) - (scores[1] as number));
      this.#take(ply, move, turn === 0 ? lead : -lead);
      return;
    }
    this.#open(this.#at(++this.#depth), child.turn === turn ? ply.limit : -ply.score);
  }

  /** Begins with the position of a ply. The placements of the highest priority come first. */
  #open(ply: Ply, limit: number): void {
    const { position, moves } = ply;
    ply.count = position.legalMoves(moves);
    const urgency = new Map<Move, number>();
    for (const move of moves.subarray(0, ply.count)) urgency.set(move, priority(position, move));
    urgency.set(ply.killer, Number.POSITIVE_INFINITY);
    moves
      .subarray(0, ply.count)
      .sort((one, other) => (urgency.get(other) as number) - (urgency.get(one) as number) || one - other);
    ply.next = 0;
    ply.score = LOSS;
    ply.move = moves[0] as Move;
    ply.limit = limit;
  }

  #close(ply: Ply): void {
    if (ply.score > LOSS) ply.killer = ply.move;
    const { turn } = ply.position;
    if (this.#depth === 0) {
      const winner = ply.score === 0 ? NOBODY : ply.score === WIN ? turn : 1 - turn;
      this.#solution = { winner, move: ply.score === LOSS ? null : ply.move };
      return;
    }
    const parent = this.#at(--this.#depth);
    this.#take(parent, parent.moves[parent.next - 1] as Move, parent.position.turn === turn ? ply.score : -ply.score);
  }

  #take(ply: Ply, move: Move, score: number): void {
    if (score <= ply.score) return;
    ply.score = score;
    ply.move = move;
  }
}
