import { type TableSummary, tableSummary } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { Room } from '../tables/room.ts';
import { isInLobby, phaseOf, seatOf, type TableState } from '../tables/table-state.ts';
import { summaryOf } from '../tables/table-view.ts';
import { Shelf } from './shelf.ts';

/** Tables of each phase that the lobby shows. */
const MOST_SHOWN = 40;

/** The open tables: those that wait for somebody while their host is there, those being played, and the latest results. */
export class Lobby {
  readonly shelf: Shelf<TableSummary>;

  /** `pace`: changes are told this often at most, in milliseconds. */
  constructor(pace: number) {
    this.shelf = new Shelf(pace, newestOfEachPhase);
  }

  /** The results of earlier days; tables being played come in through their rooms. */
  async load(store: Store): Promise<void> {
    const over = await store.list('over', MOST_SHOWN);
    for (const { summary } of over.toReversed()) {
      const parsed = tableSummary.safeParse(summary);
      if (parsed.success && parsed.data.ended !== 'abort') this.shelf.put(parsed.data);
    }
  }

  /** A table may have changed. */
  update({ state, audience }: Room): void {
    const host = hostOf(state);
    this.show(state, () => audience.here()[host] === true);
  }

  /** A table as it is now. */
  show(state: TableState, isHostHere: () => boolean): void {
    if (state.head.terms.visibility === 'link') return;
    const phase = phaseOf(state);
    const isShown = phase === 'waiting' ? isInLobby(state) && isHostHere() : phase !== 'closed' && !isAborted(state);
    if (!isShown) return this.shelf.remove(state.id);
    this.shelf.put(summaryOf(state));
    if (phase === 'over') this.#forgetOldResults();
  }

  #forgetOldResults(): void {
    const over = this.shelf.items().filter(({ phase }) => phase === 'over');
    for (const { id } of newestFirst(over).slice(MOST_SHOWN)) this.shelf.remove(id);
  }
}

/** The chair of who opened a table, -1 where he has none. */
export const hostOf = (state: TableState): number => seatOf(state, state.head.host);

/** A match that was broken off has no result. */
const isAborted = ({ match }: TableState): boolean => match?.end?.by === 'abort';

const newestFirst = (tables: readonly TableSummary[]): TableSummary[] =>
  [...tables].sort((left, right) => right.at - left.at);

function newestOfEachPhase(tables: readonly TableSummary[]): TableSummary[] {
  const newest = newestFirst(tables);
  return (['waiting', 'playing', 'over'] as const).flatMap((wanted) =>
    newest.filter(({ phase }) => phase === wanted).slice(0, MOST_SHOWN),
  );
}
