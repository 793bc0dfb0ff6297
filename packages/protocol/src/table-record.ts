import type { GameRecord } from '@tablier/core';
import type { TableView } from './server-messages.ts';

/** The record of a game that was played at a table, with the data to verify its deal. Other readers of records ignore these fields. */
export interface TableRecord extends GameRecord {
  readonly table: string;
  /** The players. */
  readonly seats: TableView['chairs'];
  readonly clock: TableView['clock'];
  /** `null` if nothing was dealt at random. */
  readonly shuffle: { readonly hash: string; readonly nonce: string } | null;
}

/** Leaves out whether a person was a guest: a record is permanent. */
const namedAlone = (chair: TableView['chairs'][number]): TableView['chairs'][number] =>
  chair.kind === 'person' ? { kind: 'person', name: chair.name, ...(chair.program && { program: true }) } : chair;

/** The record of a finished match, from data that every viewer receives. `null` before the end. */
export function tableRecord({ id, phase, match, chairs, clock, shuffle }: TableView): TableRecord | null {
  const record = match?.record ?? null;
  if (phase !== 'over' || record === null) return null;
  const { hash, nonce = null } = shuffle ?? {};
  const sealed = hash === undefined || nonce === null ? null : { hash, nonce };
  return { ...record, table: id, seats: chairs.map(namedAlone), clock, shuffle: sealed };
}
