import type { Move } from '@tablier/core';
import { type MaskerPosition, STOP } from './position.ts';
import { WEIGHTS } from './policy-weights.ts';
import { CELLS, isTouching, WHITE } from './tables.ts';

/** A policy fitted to self-play: the weight of a move is that of what is taken times that of what touches the colourless cross then. */

const STAGES = 3;
const COUNTS = 6;
/** Crosses that touch are counted as 0, 1, or 2 and more: own ones and others. */
const TOUCHES = 9;
const OWN = 0;
const OTHER = OWN + STAGES * COUNTS;
const WHITES = OTHER + STAGES * COUNTS;
const AFTER = WHITES + STAGES;
const AFTER_STOP = AFTER + STAGES * TOUCHES;
const FREE_STOP = AFTER_STOP + STAGES * TOUCHES;
const NO_FEATURE = FREE_STOP + STAGES;
export const FEATURES = NO_FEATURE + 1;

const NEAR = {
  side: Array.from({ length: CELLS }, (_, cell) => nearOf('side', cell)),
  corner: Array.from({ length: CELLS }, (_, cell) => nearOf('corner', cell)),
} as const;

function nearOf(touch: 'side' | 'corner', cell: number): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: CELLS }, (_, other) => other).filter((other) => isTouching(touch, cell, other)),
  );
}

export const stageOf = ({ trail }: MaskerPosition): number => (trail === 0 ? 0 : trail < 512 ? 1 : 2);

export function takenFeature(position: MaskerPosition, move: Move, colour: number, stage: number): number {
  if (move >= STOP) return NO_FEATURE;
  const cross = position.board.topOf(move);
  if (cross === WHITE) return WHITES + stage;
  return (cross === colour ? OWN : OTHER) + stage * COUNTS + (position.board.left[cross] as number) - 1;
}

/** What touches the colourless cross after a move, as an index into a table. */
export function afterFeature(position: MaskerPosition, move: Move, colour: number, stage: number): number {
  if (move > STOP) return NO_FEATURE;
  const { board, options } = position;
  if (move === STOP ? board.free !== 0 : board.topOf(move) === WHITE)
    return move === STOP ? FREE_STOP + stage : NO_FEATURE;
  const near = NEAR[options.touch][move === STOP ? board.neutral : move] as Uint8Array;
  let own = 0;
  let others = 0;
  for (let index = 0; index < near.length; index++) {
    const top = board.topOf(near[index] as number);
    if (top === 0) continue;
    if (top === colour) own++;
    else others++;
  }
  const touch = (own > 2 ? 2 : own) * 3 + (others > 2 ? 2 : others);
  return (move === STOP ? AFTER_STOP : AFTER) + stage * TOUCHES + touch;
}

export const CERTAIN = 1024;
/** The weight that is accepted in any case: greater ones are no likelier in playouts. */
const ENOUGH = 2.5;

const tableFor = (players: number): Float64Array => {
  const table = WEIGHTS[players];
  if (table === undefined) throw new Error(`no policy for ${players} players`);
  return table;
};

/** By number of players and feature of what is taken: how many of 1,024 draws of such a move a playout accepts. */
const ACCEPTANCE: readonly Uint16Array[] = Array.from({ length: 5 }, (_, players) =>
  Uint16Array.from(WEIGHTS[players] ?? [], (weight) => Math.min(CERTAIN, Math.floor((CERTAIN * weight) / ENOUGH))),
);
export const acceptanceOf = (players: number): Uint16Array => ACCEPTANCE[players] as Uint16Array;

export function policyOf(position: MaskerPosition, colour: number, moves: Uint16Array, into: Float64Array): void {
  const table = tableFor(position.players);
  const stage = stageOf(position);
  const count = moves.length;
  let sum = 0;
  for (let index = 0; index < count; index++) {
    const move = moves[index] as number;
    const weight =
      (table[takenFeature(position, move, colour, stage)] as number) *
      (table[afterFeature(position, move, colour, stage)] as number);
    into[index] = weight;
    sum += weight;
  }
  for (let index = 0; index < count; index++) into[index] = (into[index] as number) / sum;
}
