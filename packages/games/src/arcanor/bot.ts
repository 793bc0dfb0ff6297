import type { BotAdvice, BotLevels } from '@tablier/ai';
import type { Move, Seat } from '@tablier/core';
import { lowestBit } from '../shared/bits.ts';
import { CAPTURE, CELLS, goalRowOf, kindOf, LIBERATE, NEIGHBOURS, originOf, rowOf, SLIDE, targetOf } from './board.ts';
import { withTurn } from './keys.ts';
import { type Layout, LIST } from './layout.ts';
import type { ArcanorPosition } from './position.ts';
import { piecesOf, PREY, type Stack } from './stack.ts';

/*
 * The evaluation counts tenths of a point: the points of each side on its goal row, the distance of its other pieces to that row, and
 * what can be captured next. The weights were chosen by hand. In games of depth 3, steeper distance weights and higher weights for captures
 * did no better.
 */

/** The worth of a point, by the number of rows between its piece and the goal row. */
const WORTH_BY_DISTANCE: readonly number[] = [10, 7.5, 6, 4.9, 4, 3.3, 2.7];
/** The share of that for a piece under a piece of its own side, and for one under an enemy piece, which only the enemy can free. */
const HELD = 0.85;
const TAKEN = 0.1;
/** The worth of being able to capture, by size: a piece takes the next smaller size, and the smallest takes nothing. */
const CAPTURE_WORTH: readonly number[] = [0, 4, 4, 5, 0];
/** The share of a stack's worth that an attack on its top counts, for the side to move and for the other. */
const ATTACK_ON_MOVE = 0.4;
const ATTACK = 0.05;
/** The lead at which a win is e times as likely as a loss. */
const SCALE = 25;

const rowsToGo = (owner: number, cell: number): number => Math.abs(goalRowOf(owner) - rowOf(cell));

/** The worth of a stack on a cell for the owner of its top, minus its worth for the other side. Locked contents are worth nothing [A9]. */
function worthOf(cell: number, stack: Stack): number {
  const [top, ...contents] = piecesOf(stack);
  if (top === undefined) return 0;
  const rows = rowsToGo(top.owner, cell);
  if (rows === 0) return top.size * (WORTH_BY_DISTANCE[0] as number);
  let worth = top.size * (WORTH_BY_DISTANCE[rows] as number) + (CAPTURE_WORTH[top.size] as number);
  for (const { owner, size } of contents) {
    const full = size * (WORTH_BY_DISTANCE[rowsToGo(owner, cell)] as number) + (CAPTURE_WORTH[size] as number);
    worth += owner === top.owner ? HELD * full : -TAKEN * full;
  }
  return worth;
}

/** `WORTH[256 * cell + stack]`: `worthOf(cell, stack)`. */
const WORTH = Float64Array.from({ length: CELLS * 256 }, (_, index) => worthOf(index >> 8, index & 255));

/** The share of a win that each side can expect, from 0 to 1. */
function evaluate({ turn, layout }: ArcanorPosition, into: Float64Array): void {
  const { points } = layout;
  const arrived = (WORTH_BY_DISTANCE[0] as number) * ((points[0] as number) - (points[1] as number));
  const lead = arrived + worthOfTops(layout, 0, turn) - worthOfTops(layout, 1, turn);
  const light = 1 / (1 + Math.exp(-lead / SCALE));
  into[0] = light;
  into[1] = 1 - light;
}

/** The worth of the stacks of a side that may still move, with what they can capture next. */
function worthOfTops(layout: Layout, owner: Seat, turn: Seat): number {
  const { faces, stacks, tops, topCounts } = layout;
  const attack = turn === owner ? ATTACK_ON_MOVE : ATTACK;
  const end = LIST * owner + (topCounts[owner] as number);
  let worth = 0;
  for (let index = LIST * owner; index < end; index++) {
    const cell = tops[index] as number;
    worth += WORTH[256 * cell + (stacks[cell] as number)] as number;
    const attacked = layout.around(cell, PREY[faces[cell] as number] as number);
    if (attacked !== 0) worth += attack * bestAround(stacks, cell, attacked);
  }
  return worth;
}

/** The worth of the best stack in a set of directions from a cell. */
function bestAround(stacks: Uint8Array, cell: number, directions: number): number {
  let best = 0;
  for (let rest = directions; rest !== 0; rest &= rest - 1) {
    const target = NEIGHBOURS[8 * cell + lowestBit(rest)] as number;
    best = Math.max(best, WORTH[256 * target + (stacks[target] as number)] as number);
  }
  return best;
}

/** Captures by what they take, then arrivals, liberations and slides by the rows they gain. */
function priority({ layout: { stacks }, turn }: ArcanorPosition, move: Move): number {
  const origin = originOf(move);
  const target = targetOf(move);
  const kind = kindOf(move);
  const forward = rowsToGo(turn, origin) - rowsToGo(turn, target);
  if (kind === CAPTURE) return 100 + (WORTH[256 * target + (stacks[target] as number)] as number);
  if (rowsToGo(turn, target) === 0) return 50;
  return kind === LIBERATE ? 2 * forward + 1 : 2 * forward + SLIDE;
}

function key({ layout, turn }: ArcanorPosition, into: Int32Array): void {
  into[0] = withTurn(layout.key, turn);
  into[1] = layout.check;
}

/** Captures and arrivals. */
const isForcing = ({ turn }: ArcanorPosition, move: Move): boolean =>
  kindOf(move) === CAPTURE || rowOf(targetOf(move)) === goalRowOf(turn);

/**
 * A seat with a perfect memory knows everything on both tables [A4], so all levels search ahead. Two more plies win nearly every game.
 * A million nodes reach five or six plies.
 */
const levels: BotLevels = {
  beginner: { depth: 1, nodes: 500, lapses: 0.3, temperature: 0.02 },
  medium: { depth: 3, nodes: 20_000, lapses: 0.05 },
  strong: { depth: 8, nodes: 1_000_000 },
};

export const advice = { evaluate, priority, key, isForcing, levels } satisfies BotAdvice<ArcanorPosition>;
