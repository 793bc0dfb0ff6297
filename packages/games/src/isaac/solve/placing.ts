import type { Solution, Solver } from '@tablier/ai';
import { NOBODY, type Seat } from '@tablier/core';
import { judgePlacements } from '../evaluation.ts';
import type { IsaacPosition } from '../position.ts';
import { SLOTS } from '../slots.ts';
import { ScoringSolver } from './scoring.ts';

const ROOT = 0;
const MAX_KNOWN = 1 << 18;

/** A position while placing. Its moves before `next` were tried. */
interface Frame {
  readonly position: IsaacPosition;
  readonly moves: Uint16Array;
  /** The log-odds of the seat to move after each of `moves`, the most promising first. */
  readonly hopes: Float64Array;
  /** The placements since the root in ascending order, one character each. */
  placed: string;
  seat: Seat;
  count: number;
  next: number;
}

/** Finds the winner while placing: tries placements by their evaluation, solves each scoring, and knows positions in any order. */
export class PlacingSolver implements Solver {
  private readonly scoring: ScoringSolver;
  private readonly start: IsaacPosition;
  private readonly frames: Frame[] = [];
  private readonly known = new Map<string, Seat>();
  private ply = ROOT;
  /** Whether the position of the frame after `ply` is with `scoring`. */
  private isScoring = false;
  private spent = 0;
  private winner: Seat = NOBODY;

  constructor(position: IsaacPosition, tableBits: number) {
    this.scoring = new ScoringSolver(position.options.counter === 'upTo', tableBits);
    this.start = position.clone();
    const root = this.frameAt(ROOT);
    root.position.copyFrom(position);
    open(root);
  }

  get nodes(): number {
    return this.spent + (this.isScoring ? this.scoring.nodes : 0);
  }

  step(nodes: number): boolean {
    const target = this.nodes + nodes;
    while (this.winner === NOBODY && this.nodes < target) {
      const frame = this.frameAt(this.ply);
      if (this.isScoring) this.score(target - this.nodes);
      else this.descend(frame);
    }
    return this.winner !== NOBODY;
  }

  solution(): Solution | null {
    const { winner } = this;
    if (winner === NOBODY) return null;
    const { seat, moves, next } = this.frameAt(ROOT);
    return { winner, move: winner === seat ? (moves[next - 1] as number) : null };
  }

  private frameAt(ply: number): Frame {
    const made = this.frames[ply];
    if (made !== undefined) return made;
    const position = this.start.clone();
    const moves = new Uint16Array(SLOTS);
    const hopes = new Float64Array(SLOTS);
    const frame = { position, moves, hopes, placed: '', seat: NOBODY, count: 0, next: 0 };
    this.frames[ply] = frame;
    return frame;
  }

  private descend(frame: Frame): void {
    const move = frame.moves[frame.next++] as number;
    const child = this.frameAt(this.ply + 1);
    this.spent++;
    child.position.copyFrom(frame.position);
    child.position.play(move);
    child.placed = insert(frame.placed, String.fromCharCode(frame.seat * SLOTS + move));
    const winner = this.knownWinner(child);
    if (winner !== NOBODY) {
      this.settle(winner);
    } else if (child.position.phase === 'placing') {
      open(child);
      this.ply++;
    } else {
      this.scoring.load(child.position);
      this.isScoring = true;
    }
  }

  private knownWinner({ position, placed }: Frame): Seat {
    if (position.turn === NOBODY) return position.leader();
    return this.known.get(keyOf(position, placed)) ?? NOBODY;
  }

  private score(nodes: number): void {
    if (!this.scoring.step(nodes)) return;
    this.spent += this.scoring.nodes;
    this.isScoring = false;
    this.remember(this.frameAt(this.ply + 1), this.scoring.winner);
    this.settle(this.scoring.winner);
  }

  /** Backs up the winner of the position after the current move to the first frame that has to continue. */
  private settle(found: Seat): void {
    for (;;) {
      const frame = this.frameAt(this.ply);
      if (found !== frame.seat && frame.next < frame.count) return;
      this.remember(frame, found);
      if (this.ply === ROOT) break;
      this.ply--;
    }
    this.winner = found;
  }

  private remember({ position, placed }: Frame, winner: Seat): void {
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(keyOf(position, placed), winner);
  }
}

function open(frame: Frame): void {
  const { position, moves, hopes } = frame;
  frame.seat = position.turn;
  frame.count = position.legalMoves(moves);
  frame.next = 0;
  judgePlacements(position, moves, frame.count, hopes);
  for (let index = 1; index < frame.count; index++) {
    const move = moves[index] as number;
    const hope = hopes[index] as number;
    let place = index;
    for (; place > 0 && (hopes[place - 1] as number) < hope; place--) {
      moves[place] = moves[place - 1] as number;
      hopes[place] = hopes[place - 1] as number;
    }
    moves[place] = move;
    hopes[place] = hope;
  }
}

/** What identifies a position among those of one search. The first to pass depends on the order of the placements [I6]. */
const keyOf = ({ turn, firstToPass }: IsaacPosition, placed: string): string => `${turn}${firstToPass ?? '-'}${placed}`;

function insert(text: string, character: string): string {
  let place = text.length;
  while (place > 0 && text.charAt(place - 1) > character) place--;
  return text.slice(0, place) + character + text.slice(place);
}

/** The binary logarithms of the smallest and the largest table of the scoring. */
const TABLE_BITS = { least: 8, most: 18 };

/* Nodes to try a placement: FEW, twice as many for every DOUBLING more free slots. Half of self-play is solved with four times as many. */
const FEW = 600;
const DOUBLING = 6.5;
/** More nodes than these do not make a placement likelier to be tried. */
const MOST = 1 << 21;

export function solver(position: IsaacPosition, nodes: number): Solver | null {
  const bits = Math.ceil(Math.log2(Math.max(1, nodes)));
  const tableBits = Math.max(TABLE_BITS.least, Math.min(TABLE_BITS.most, bits));
  if (position.phase === 'placing')
    return Math.min(nodes, MOST) < nodesFor(position) ? null : new PlacingSolver(position, tableBits);
  const scoring = new ScoringSolver(position.options.counter === 'upTo', tableBits);
  scoring.load(position);
  return scoring;
}

function nodesFor(position: IsaacPosition): number {
  const slots = position.freeFits(position.handKinds(0)) + position.freeFits(position.handKinds(1));
  return FEW * 2 ** (slots / DOUBLING);
}
