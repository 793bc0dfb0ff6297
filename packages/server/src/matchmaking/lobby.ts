import { type TableSummary, tableSummary } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { Room } from '../tables/room.ts';
import { isInLobby, phaseOf, seatOf, type TableState } from '../tables/table-state.ts';
import { summaryOf } from '../tables/table-view.ts';
import { Newest } from './newest.ts';
import { Feed, type FeedDeps } from './feed.ts';

/** Tables of each phase that the lobby shows. */
const MOST_SHOWN = 40;
/** Tables of each phase that are kept, so that others can move up when shown ones end. */
const MOST_KEPT = 160;
const SHOWN_PHASES = ['waiting', 'playing', 'over'] as const;
type ShownPhase = (typeof SHOWN_PHASES)[number];

/**
 * The open tables: those that wait for players while their host is present, those being played, and the latest results.
 */
export class Lobby {
  readonly feed: Feed<TableSummary>;
  /** The newest tables of each phase. Only these are in the feed. */
  readonly #newest: Readonly<Record<ShownPhase, Newest>> = {
    waiting: new Newest(MOST_KEPT),
    playing: new Newest(MOST_KEPT),
    over: new Newest(MOST_KEPT),
  };

  constructor(deps: Pick<FeedDeps, 'pace' | 'onFailure'>) {
    this.feed = new Feed({ ...deps, choose: () => this.#shown() });
  }

  /** Loads earlier results. Tables being played are added by their rooms. */
  async load(store: Store): Promise<void> {
    const over = await store.list('over', MOST_SHOWN);
    for (const { summary } of over.toReversed()) {
      const parsed = tableSummary.safeParse(summary);
      if (parsed.success && parsed.data.ended !== 'abort') this.#put(parsed.data, () => parsed.data);
    }
  }

  /** A table may have changed. */
  update({ state, subscribers }: Room): void {
    const host = hostSeatOf(state);
    this.show(state, () => subscribers.presence.here()[host] === true);
  }

  /** Shows, updates or removes a table. */
  show(state: TableState, isHostHere: () => boolean): void {
    if (state.head.terms.visibility === 'link') return;
    const phase = phaseOf(state);
    if (phase === 'closed') return this.#remove(state.id);
    const isShown = phase === 'waiting' ? isInLobby(state) && isHostHere() : !isAborted(state);
    const place = { id: state.id, phase, at: state.turnedAt };
    // On a busy server most changes are at tables that are not among the newest.
    if (isShown && this.#newest[phase].takes(place)) this.#put(place, () => summaryOf(state));
    else this.#remove(state.id);
  }

  #put(place: Pick<TableSummary, 'id' | 'phase' | 'at'>, summary: () => TableSummary): void {
    const { id, phase } = place;
    if (phase === 'closed') return this.#remove(id);
    for (const other of SHOWN_PHASES) if (other !== phase) this.#newest[other].remove(id);
    const left = this.#newest[phase].put(place);
    this.feed.put(id, summary);
    if (left !== null) this.feed.remove(left);
  }

  #remove(id: string): void {
    for (const phase of SHOWN_PHASES) this.#newest[phase].remove(id);
    this.feed.remove(id);
  }

  #shown(): string[] {
    return SHOWN_PHASES.flatMap((phase) => this.#newest[phase].ids.slice(0, MOST_SHOWN));
  }
}

/** The chair of the host of a table; -1 for none. */
export const hostSeatOf = (state: TableState): number => seatOf(state, state.head.host);

/** An aborted match has no result. */
const isAborted = ({ match }: TableState): boolean => match?.end?.by === 'abort';
