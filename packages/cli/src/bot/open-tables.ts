import type { TableSummary } from '@tablier/protocol';
import { isPlayable } from './position-lines.ts';

/** Chooses among the open tables of a server. */
export class OpenTables {
  /** Tables that refused the bot. A table that is no longer listed is forgotten, because a bot may run for months. */
  readonly refused = new Set<string>();

  /** The first listed table with a free chair for the bot; `undefined` for none. */
  choose(listed: readonly TableSummary[], seated: ReadonlySet<string>): TableSummary | undefined {
    const ids = new Set(listed.map(({ id }) => id));
    for (const id of this.refused) if (!ids.has(id)) this.refused.delete(id);
    return listed.find((table) => !seated.has(table.id) && !this.refused.has(table.id) && isWanted(table));
  }
}

/** Tables of a seek and rated ones are for people. */
const isWanted = (table: TableSummary): boolean =>
  openChair(table) >= 0 && table.pace === null && table.rated !== true && isPlayable(table);

/** The first free chair; -1 for none. */
export const openChair = ({ chairs }: TableSummary): number => chairs.findIndex(({ kind }) => kind === 'open');
