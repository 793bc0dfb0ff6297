import type { BotAdvice, BotLevels } from '@tablier/ai';
import type { Move } from '@tablier/core';
import { lowestBit } from '../shared/bits.ts';
import { CAPTURE, CELLS, goalRowOf, kindOf, LIBERATE, NEIGHBOURS, originOf, rowOf, SLIDE, targetOf } from './board.ts';
import type { ArcanorPosition } from './position.ts';
import { LOCKED, NOTHING, ownerOfFace, piecesOf, PREY, type Stack } from './stack.ts';

/*
 * The evaluation counts in tenths of a point: what each side has on its goal row, what its pieces promise by how near it they are, and
 * what is about to be taken. The weights are a judgement; a steeper promise, more for work or for attacks did no better in games of depth 3
 * against these.
 */

/** What a point is worth by the rows that its piece has still to go. */
const PROMISE: readonly number[] = [10, 7.5, 6, 4.9, 4, 3.3, 2.7];
/** The part of that for a piece held by its own side, and by the enemy, who alone can free it. */
const HELD = 0.85;
const TAKEN = 0.1;
/** What a piece is worth for its work, by size: it takes what is next in size; the smallest takes nothing. */
const WORK: readonly number[] = [0, 4, 4, 5, 0];
/** The part of a stack's worth that an attack on its top wins, for the side to move and for the other. */
const ATTACK_ON_MOVE = 0.4;
const ATTACK = 0.05;
/** A lead of so much makes a win e times as likely as a loss. */
const SCALE = 25;

const rowsToGo = (owner: number, cell: number): number => Math.abs(goalRowOf(owner) - rowOf(cell));

/** What a stack on a cell is worth to the owner of its top less what it is to the other; locked contents are worth nothing [A9]. */
function worthOf(cell: number, stack: Stack): number {
  const [top, ...contents] = piecesOf(stack);
  if (top === undefined) return 0;
  const rows = rowsToGo(top.owner, cell);
  if (rows === 0) return top.size * (PROMISE[0] as number);
  let worth = top.size * (PROMISE[rows] as number) + (WORK[top.size] as number);
  for (const { owner, size } of contents) {
    const full = size * (PROMISE[rowsToGo(owner, cell)] as number) + (WORK[size] as number);
    worth += owner === top.owner ? HELD * full : -TAKEN * full;
  }
  return worth;
}

/** `WORTH[256 * cell + stack]` is `worthOf` them. */
const WORTH = Float64Array.from({ length: CELLS * 256 }, (_, index) => worthOf(index >> 8, index & 255));

/** The share of a win that each side can expect, from 0 to 1. */
function evaluate(position: ArcanorPosition, into: Float64Array): void {
  const { turn, layout } = position;
  const { faces, stacks } = layout;
  let lead = 0;
  for (let cell = 0; cell < CELLS; cell++) {
    const face = faces[cell] as number;
    if (face === NOTHING) continue;
    const owner = ownerOfFace(face);
    let worth = WORTH[256 * cell + (stacks[cell] as number)] as number;
    if (face <= LOCKED) {
      const attacked = layout.around(cell, PREY[face] as number);
      if (attacked !== 0) worth += (turn === owner ? ATTACK_ON_MOVE : ATTACK) * bestAround(stacks, cell, attacked);
    }
    lead += owner === 0 ? worth : -worth;
  }
  const light = 1 / (1 + Math.exp(-lead / SCALE));
  into[0] = light;
  into[1] = 1 - light;
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

/** Captures by what they take, then arrivals, liberations and slides by the way they go. */
function priority({ layout: { stacks }, turn }: ArcanorPosition, move: Move): number {
  const origin = originOf(move);
  const target = targetOf(move);
  const kind = kindOf(move);
  const forward = rowsToGo(turn, origin) - rowsToGo(turn, target);
  if (kind === CAPTURE) return 100 + (WORTH[256 * target + (stacks[target] as number)] as number);
  if (rowsToGo(turn, target) === 0) return 50;
  return kind === LIBERATE ? 2 * forward + 1 : 2 * forward + SLIDE;
}

/**
 * A perfect memory hides nothing from a bot, on either table [A4], so all levels look ahead. Two plies more win nearly every game;
 * a million nodes reach five or six plies.
 */
const levels: BotLevels = {
  beginner: { depth: 1, nodes: 500, blunder: 0.35 },
  medium: { depth: 3, nodes: 20_000, blunder: 0.05 },
  strong: { depth: 8, nodes: 1_000_000 },
};

export const advice = { evaluate, priority, levels } satisfies BotAdvice<ArcanorPosition>;
