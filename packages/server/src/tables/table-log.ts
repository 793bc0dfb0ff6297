import { failure, type Result, success } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { AppendExtras, AppendResult, Lister, Listing, MatchHead, Store, StoredEvent } from '@tablier/store';
import {
  evolveTable,
  isInLobby,
  newTable,
  peopleOf,
  phaseOf,
  type TableEvent,
  type TableHead,
  type TableState,
} from './table-state.ts';
import { summaryOf } from './table-view.ts';

/** A table and the deeds it has done, each with the number of its event. */
export interface Loaded {
  readonly state: TableState;
  readonly done: Map<string, number>;
  /** How often something was taken out of its log. */
  readonly redactions: number;
}

/** How an append went: `behind` says that somebody else was quicker and the log has to be read on. */
export type Appended = Result<TableState, 'behind' | 'unavailable'>;

/** What a table is listed as: under its phase, for those who sit at it, and for everybody to see only where it is open. */
export function listingOf(state: TableState): Listing {
  const phase = phaseOf(state);
  // Nobody is shown it any more, but whoever it names has to be found.
  if (phase === 'closed') return { status: 'closed', summary: null, people: peopleOf(state) };
  const waiting = state.head.pace === undefined ? 'open' : 'seeking';
  const status = { waiting, playing: 'running', over: 'over' } as const;
  const summary = isInLobby(state) ? summaryOf(state) : null;
  return { status: status[phase], summary, people: peopleOf(state) };
}

const isRelisted = (before: TableState, after: TableState): boolean =>
  phaseOf(before) !== phaseOf(after) ||
  (before.chairs !== after.chairs && peopleOf(before).join() !== peopleOf(after).join());

/** The events of tables in the store. */
export class TableLog {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Begins a log; one that is there already is left as it is. */
  async create(id: string, head: TableHead): Promise<Result<null, 'unavailable'>> {
    const game = findGame(head.terms.game);
    if (game === undefined) throw new Error(`no game ${head.terms.game}`);
    const created = await this.#store.createMatch(id, head, listingOf(newTable(id, head, game, this.#now())));
    return created.name === 'unavailable' ? failure(created.name) : success(null);
  }

  /** A table as its log tells it; `null` where there is none. */
  async load(id: string): Promise<Loaded | null> {
    const match = await this.#store.head(id);
    const table = match === undefined ? null : openedTable(match);
    return table && readFrom({ state: table, done: new Map(), redactions: 0 }, await this.#store.read(id, 1));
  }

  /** Makes the lists of a database anew that are of a time when they did not say who takes part. */
  async relist(): Promise<void> {
    if (await this.#store.lacksPeople()) await this.#store.relist(listTable);
  }

  /** What has been added to a log since; all of it, where something was taken out. */
  async readOn(loaded: Loaded): Promise<Loaded> {
    const { id, seq } = loaded.state;
    const events = await this.#store.read(id, seq + 1);
    if (!events.some(isRedaction)) return readFrom(loaded, events);
    const anew = await this.load(id);
    if (anew === null) throw new Error(`table ${id} has lost its log`);
    return anew;
  }

  /** Adds one event that was judged against `state`; resolves when it is on the disk. `by` names the deed that it answers. */
  append(state: TableState, event: TableEvent, by?: string): Promise<Appended> {
    const at = 'at' in event && event.at !== undefined ? event.at : this.#now();
    const next = evolveTable(state, event, state.seq + 1, at);
    const extras: AppendExtras = {
      ...(by !== undefined && { clientId: by }),
      ...(isRelisted(state, next) && { listing: listingOf(next) }),
    };
    // What is `undefined` is not written: the kind stands in a column of its own.
    const stored = { at, kind: event.kind, data: { ...event, kind: undefined, by } };
    return this.#store.append(state.id, state.seq, [stored], extras).then(({ name }) => appended(name, next));
  }
}

function appended(name: AppendResult['name'], next: TableState): Appended {
  if (name === 'appended') return success(next);
  if (name === 'unknown-match') throw new Error(`table ${next.id} has lost its log`);
  return failure(name === 'unavailable' ? 'unavailable' : 'behind');
}

const isTableHead = (head: unknown): head is TableHead =>
  typeof head === 'object' && head !== null && 'kind' in head && head.kind === 'table';

/** A table as it was opened; `null` for a log of something else. */
function openedTable({ id, head, createdAt }: MatchHead): TableState | null {
  if (!isTableHead(head)) return null;
  const game = findGame(head.terms.game);
  if (game === undefined) throw new Error(`table ${id} is of a game that is not there: ${head.terms.game}`);
  return newTable(id, head, game, createdAt);
}

function readFrom({ state, done, redactions }: Loaded, events: readonly StoredEvent[]): Loaded {
  const deeds = new Map(done);
  for (const { seq, data } of events) {
    const { by } = data as StoredData;
    if (by !== undefined) deeds.set(by, seq);
  }
  const more = events.filter(isRedaction).length;
  return { state: events.reduce(afterStored, state), done: deeds, redactions: redactions + more };
}

const isRedaction = ({ kind }: StoredEvent): boolean => kind === 'redacted';

/** What a log is listed as. */
export const listTable: Lister = (match, events) => {
  const table = openedTable(match);
  return table && listingOf(events.reduce(afterStored, table));
};

/** Only `append` writes into these logs, so what is in them has the form it wrote. */
interface StoredData {
  readonly by?: string;
}

function afterStored(state: TableState, { seq, at, kind, data }: StoredEvent): TableState {
  const { by: _, ...rest } = data as StoredData;
  return evolveTable(state, { kind, ...rest } as TableEvent, seq, at);
}
