import { NOBODY, type Rng } from '@tablier/core';
import { arcanor, ArcanorPosition, CELLS, COLUMNS, goalRowOf, piecesOf, rowOf } from '../../../src/arcanor/index.ts';

/** The options with which contents are hidden [A4]. */
export const OPTIONS = { table: 'memory' } as const;

/** What a memory table shows of a cell [A4]: its outermost piece as text. Empty for an empty cell. */
export function topOn(position: ArcanorPosition, cell: number): string {
  const stack = position.stacks[cell] ?? 0;
  // One bit per piece, Light's sizes 1 to 4 first. The outermost piece has the smallest size number [A2].
  for (let size = 0; size < 4; size++) {
    if ((stack >> size) & 1) return `L${size + 1}`;
    if ((stack >> (size + 4)) & 1) return `D${size + 1}`;
  }
  return '';
}

/** Everything that a memory table shows during a game [A4]. */
export function shownBy(position: ArcanorPosition): string {
  const tops = Array.from({ length: CELLS }, (_, cell) => topOn(position, cell) || '.');
  return `${tops.join('')} ${position.turn} ${position.quiet} ${position.passed.join()}`;
}

export const stacksOf = (position: ArcanorPosition): string => position.stacks.subarray(0, CELLS).join();

/** The piece directly under the top of a cell, as text [A10]. */
export function under(position: ArcanorPosition, cell: number): string {
  const piece = piecesOf(position.stacks[cell] ?? 0)[1];
  return piece === undefined ? '' : `${piece.owner}${piece.size}`;
}

/** The position after these moves, all of which must be legal. */
export function positionAfter(moves: readonly string[]): ArcanorPosition {
  const position = new ArcanorPosition(OPTIONS);
  for (const move of moves) position.play(arcanor.parseMove(move) ?? NOBODY);
  return position;
}

/** The neighbours of a cell [A5]. */
export function around(cell: number): number[] {
  const near: number[] = [];
  for (const up of [-1, 0, 1]) {
    for (const right of [-1, 0, 1]) {
      const column = (cell % COLUMNS) + right;
      const next = cell + up * COLUMNS + right;
      if ((up !== 0 || right !== 0) && column >= 0 && column < COLUMNS && next >= 0 && next < CELLS) near.push(next);
    }
  }
  return near;
}

/** Whether a top of this seat can still move after it slid here [A9]. */
export const isOpenTo = (seat: number, cell: number): boolean => rowOf(cell) !== goalRowOf(seat);

export const ownerOfTop = (top: string): number => (top === '' ? NOBODY : top.startsWith('L') ? 0 : 1);

export const pick = <T>(items: readonly T[], rng: Rng): T | undefined => items[rng.below(Math.max(1, items.length))];
