import type { Opponent } from '@tablier/protocol';
import { shownName } from '../tables/shown-names.ts';
import { DELETED, seatOf, type TableState } from '../tables/table-state.ts';

/** Opponents are taken from this many of a person's newest tables. */
export const RECENT_TABLES = 20;
const MAX_LISTED = 12;

/**
 * The opponents of a person at these tables, each once, in the order of the tables. They are identified by table and
 * seat, never by id.
 */
export function opponentsOf(person: string, tables: readonly TableState[]): Opponent[] {
  const met = new Map<string, Opponent>();
  for (const state of tables) {
    if (state.match === null || seatOf(state, person) < 0) continue;
    for (const [seat, chair] of state.chairs.entries()) {
      if (chair.kind !== 'person' || [person, DELETED].includes(chair.person) || met.has(chair.person)) continue;
      met.set(chair.person, { name: shownName(state.names, chair), invite: { table: state.id, seat } });
    }
  }
  return [...met.values()].slice(0, MAX_LISTED);
}
