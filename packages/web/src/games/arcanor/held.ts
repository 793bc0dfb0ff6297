import type { Move } from '@tablier/core';
import { type ArcanorCell, type ArcanorView, COLUMNS, kindOf, originOf, targetOf } from '@tablier/games/arcanor';
import type { Table } from '../../board/board-module.ts';

/** What the player is about to do: with the stack on `from`, on `to` where that can be two things, of `kind` where that is settled. */
export interface Held {
  readonly from: number | null;
  readonly to: number | null;
  /** `SLIDE` or `LIBERATE`, chosen before the target; `null` leaves it open. */
  readonly kind: number | null;
}

export const NOTHING: Held = { from: null, to: null, kind: null };

export type ArcanorTable = Table<ArcanorView, Held>;

/** The cell of a target's id, which is its name: `a1`. */
export const cellOfTarget = (target: string): number =>
  'abcdefgh'.indexOf(target.charAt(0)) + COLUMNS * (Number(target.charAt(1)) - 1);

export const pointedCell = ({ pointed }: ArcanorTable): number | null =>
  pointed === null ? null : cellOfTarget(pointed);

export const topAt = (view: ArcanorView, cell: number | null): ArcanorCell | null =>
  cell === null ? null : (view.cells[cell] ?? null);

/** The moves from a cell, of the kind that was chosen if one was. */
export const movesFrom = ({ choices, held }: ArcanorTable, from: number | null): Move[] =>
  choices.filter((move) => originOf(move) === from && (held.kind === null || kindOf(move) === held.kind));

/** What can be done from what is held to a cell. */
export const movesTo = (table: ArcanorTable, to: number | null): Move[] =>
  movesFrom(table, table.held.from).filter((move) => targetOf(move) === to);

/** Whether whoever plays here may lift the top of a cell [A10]. */
export const canPeek = ({ view, choices }: ArcanorTable, cell: number | null): boolean =>
  view.options.table === 'memory' && choices.length > 0 && topAt(view, cell)?.owner === view.turn;

/** Whether something can be done with the stack on a cell. */
export const canHold = (table: ArcanorTable, cell: number): boolean =>
  canPeek(table, cell) || table.choices.some((move) => originOf(move) === cell);

/** After a peek the stack stays chosen; after a move nothing is. */
export const keepHeld = (table: ArcanorTable): Held =>
  table.held.from !== null && canHold(table, table.held.from) ? { ...table.held, to: null } : NOTHING;
