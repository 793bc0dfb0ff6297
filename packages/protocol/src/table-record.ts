import type { GameRecord } from '@tablier/core';
import type { TableView } from './server-messages.ts';

/** The record of a game that was played at a table, with what is needed to check its deal. A record like any other: these fields are kept, not read, elsewhere. */
export interface TableRecord extends GameRecord {
  readonly table: string;
  /** Who sat there. */
  readonly seats: TableView['chairs'];
  readonly clock: TableView['clock'];
  /** `null` where chance dealt nothing. */
  readonly shuffle: { readonly hash: string; readonly nonce: string } | null;
}

/** A record is kept for long: whether somebody was a guest that day is not in it. */
const namedAlone = (chair: TableView['chairs'][number]): TableView['chairs'][number] =>
  chair.kind === 'person' ? { kind: 'person', name: chair.name } : chair;

/** Made of what everybody is shown once the match is over; `null` before. */
export function tableRecord({ id, phase, match, chairs, clock, shuffle }: TableView): TableRecord | null {
  const record = match?.record ?? null;
  if (phase !== 'over' || record === null) return null;
  const { hash, nonce = null } = shuffle ?? {};
  const sealed = hash === undefined || nonce === null ? null : { hash, nonce };
  return { ...record, table: id, seats: chairs.map(namedAlone), clock, shuffle: sealed };
}
