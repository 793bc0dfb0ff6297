import { failure, type Game, type Result, success } from '@tablier/core';
import { findGame } from '@tablier/games';
import {
  type AppendExtras,
  type AppendResult,
  type Lister,
  type Listing,
  type Store,
  type StoredEvent,
  StoreUnavailable,
  type StreamHead,
} from '@tablier/store';
import type { ServerNode } from '../../cluster/node.ts';
import { Slices } from '../../lib/tasks.ts';
import type { CommandId, Done } from '../decisions/decide-command.ts';
import {
  evolveTable,
  isInLobby,
  newTable,
  peopleOf,
  phaseOf,
  replayTable,
  rulesOf,
  type TableEvent,
  type TableHead,
  type TableState,
} from '../state/table-state.ts';
import { ownListingOf, summaryOf } from '../views/table-view.ts';
import { TABLE_STREAM } from '../state/table-stream.ts';
import type { ProtocolError } from '@tablier/protocol';

const PAGE = 250;

export interface Loaded {
  readonly state: TableState;
  /** Every command of the log. */
  readonly done: Map<string, Done>;
  readonly redactions: number;
}

/** The result of an append. `behind`: another writer was first, and the log must be read on. */
export type Appended = Result<TableState, 'behind' | 'unavailable'>;

export function listingOf(state: TableState): Listing {
  const phase = phaseOf(state);
  // It is no longer shown, but the people it names must be found.
  if (phase === 'closed') return { status: 'closed', summary: null, people: peopleOf(state) };
  const waiting = state.head.pace === undefined ? 'open' : 'seeking';
  const status = { waiting, playing: 'running', over: 'over' } as const;
  const summary = isInLobby(state) ? summaryOf(state) : null;
  const counted = summary !== null && { game: state.game.id };
  const own = phase === 'over' && { own: ownListingOf(state) };
  return { status: status[phase], summary, people: peopleOf(state), ...counted, ...own };
}

const isRelisted = (before: TableState, after: TableState): boolean =>
  phaseOf(before) !== phaseOf(after) ||
  before.rematchUntil !== after.rematchUntil ||
  before.rematch !== after.rematch ||
  (before.chairs !== after.chairs && peopleOf(before).join() !== peopleOf(after).join());

export class TableLog {
  readonly #store: Store;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  create(id: string, head: TableHead): Promise<'created' | 'exists'> {
    return this.#store.createStream(id, head, listingOf(newTable(id, head, gameOf(head), this.#now())));
  }

  async openedBy(id: string): Promise<string | null> {
    const head = (await this.#store.head(id))?.head;
    return isTableHead(head) ? (TABLE_STREAM.readHead(head).commandHash ?? null) : null;
  }

  /** A table rebuilt from its log; `null` if there is none. Throws a `TableFault` if the log cannot be read. */
  load(id: string): Promise<Loaded | null> {
    return readable(async () => {
      const match = await this.#store.head(id);
      const table = match === undefined ? null : openedTable(match);
      return table && this.#readFrom(table);
    });
  }

  /** Rebuilds the lists of a database from before lists named the participants. */
  async relist(): Promise<void> {
    if (await this.#store.lacksPeople()) await this.#store.relist(listTableIfReadable);
  }

  /** Takes the next event if it is known, otherwise reads on; after a redaction reads all of it again. Throws a `TableFault` if it cannot be read. */
  async readOn(loaded: Loaded, event?: StoredEvent): Promise<Loaded> {
    const isNext = event?.seq === loaded.state.seq + 1;
    const read = await readable(async () => (isNext ? after(loaded, event) : this.#readFrom(loaded)));
    if (read.redactions === loaded.redactions) return read;
    const reloaded = await this.load(loaded.state.id);
    if (reloaded === null) throw new Error(`the log of table ${loaded.state.id} is missing`);
    return reloaded;
  }

  async #readFrom({ state: known, done, redactions }: Loaded): Promise<Loaded> {
    const slices = new Slices();
    let [state, redacted, isAtEnd] = [known, redactions, false];
    while (!isAtEnd) {
      const events = await this.#store.read(state.id, state.seq + 1, PAGE);
      for (const event of events) {
        if (slices.isUsedUp) await slices.pause();
        ({ state, redactions: redacted } = after({ state, done, redactions: redacted }, event));
      }
      isAtEnd = events.length < PAGE;
    }
    return { state, done, redactions: redacted };
  }

  /** Who appends knows every command up to `state`, so a resent one is never new: the store needs no index of them. */
  append(state: TableState, event: TableEvent, command?: CommandId): Promise<Appended> {
    const at = 'at' in event && event.at !== undefined ? event.at : this.#now();
    const next = evolveTable(state, event, state.seq + 1, at);
    const extras: AppendExtras = {
      topic: state.id,
      ...(isRelisted(state, next) && { listing: listingOf(next) }),
    };
    // `undefined` is not written: the kind has a column of its own.
    const by = { by: command?.key, byHash: command?.hash };
    const stored = { at, kind: event.kind, data: { ...event, kind: undefined, ...by } };
    return this.#store.append(state.id, state.seq, [stored], extras).then(({ name }) => appended(name, next));
  }
}

/** `done` is changed in place. */
function after({ state, done, redactions }: Loaded, event: StoredEvent): Loaded {
  const { by, byHash = null, ...read } = TABLE_STREAM.readEvent(event);
  const next = replayTable(state, read, event.seq, event.at);
  if (by !== undefined) done.set(by, { seq: event.seq, hash: byHash });
  return { state: next, done, redactions: redactions + Number(read.kind === 'redacted') };
}

function appended(name: AppendResult['name'], next: TableState): Appended {
  if (name === 'appended') return success(next);
  if (name === 'unknown-stream') throw new Error(`the log of table ${next.id} is missing`);
  return failure(name === 'unavailable' ? 'unavailable' : 'behind');
}

/** Any error while a log is read, except an unavailable database, is a fault of this log. */
async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof TableFault) throw error;
    throw new TableFault({ name: 'unreadable' }, error);
  }
}

/** `null` for a table that cannot be read: it hides no others. Every other error says nothing about the table. */
export const unlessFaulty = <T>(read: Promise<T>): Promise<T | null> =>
  read.catch((error: unknown) => {
    if (error instanceof TableFault) return null;
    throw error;
  });

export const isTableHead = (head: unknown): boolean =>
  typeof head === 'object' && head !== null && 'kind' in head && head.kind === 'table';

/** The head of a table; `null` for that of something else, and for one that cannot be read. */
export function tableHeadOf(head: unknown): TableHead | null {
  try {
    return isTableHead(head) ? TABLE_STREAM.readHead(head) : null;
  } catch {
    return null;
  }
}

function openedTable({ id, head, createdAt }: StreamHead): Loaded | null {
  if (!isTableHead(head)) return null;
  const read = TABLE_STREAM.readHead(head);
  return { state: newTable(id, read, gameOf(read), createdAt), done: new Map(), redactions: 0 };
}

/** In the rules version of the table. Throws a `TableFault` if that does not exist. */
function gameOf(head: TableHead): Game {
  const { game: id } = head.terms;
  const rules = rulesOf(head);
  if (findGame(id) === undefined) throw new TableFault({ name: 'unknown-game', detail: id });
  const game = findGame(id, rules);
  if (game === undefined) throw new TableFault({ name: 'unknown-rules', detail: `${id} ${rules}` });
  return game;
}

export const listTableIfReadable: Lister = (match, events) => {
  try {
    const table = openedTable(match);
    return table && listingOf(events.reduce(after, table).state);
  } catch {
    return null;
  }
};

interface TableReplicaDeps {
  readonly tableLog: TableLog;
  readonly node: ServerNode;
  readonly onFault: (fault: TableFault) => void;
  readonly onRedaction: () => Promise<void>;
  /** Called when a write got no answer in time although the log has reached this number. */
  readonly onLateWrite: (seq: number) => void;
}

/** Not the number of any event. */
const NO_EVENT = -1;

/** The state of a table in memory, kept in step with its log. Only one call of `append` or `readOn` may run at a time. */
export class TableReplica {
  readonly #deps: TableReplicaDeps;
  #loaded: Loaded;
  #writing = NO_EVENT;
  /** True once a notice reports that the log has reached the number `#writing`, written by any node. */
  #isWritten = false;

  constructor(loaded: Loaded, deps: TableReplicaDeps) {
    this.#loaded = loaded;
    this.#deps = deps;
  }

  get state(): TableState {
    return this.#loaded.state;
  }

  doneBefore(key: string): Done | undefined {
    return this.#loaded.done.get(key);
  }

  /** Returns whether nothing has to be read: the event is known, or being written from here. */
  hasReached(seq: number): boolean {
    if (seq === this.#writing) this.#isWritten = true;
    return seq <= this.state.seq || seq === this.#writing;
  }

  /** Appends an event. `behind`: another writer was first, and its events have been read. */
  async append(event: TableEvent, command?: CommandId): Promise<'appended' | 'behind' | 'unavailable'> {
    const writing = this.state.seq + 1;
    this.#writing = writing;
    this.#isWritten = false;
    let result: Appended;
    try {
      result = await this.#deps.tableLog.append(this.state, event, command);
    } finally {
      this.#writing = NO_EVENT;
    }
    if (result.ok) {
      const { done } = this.#loaded;
      if (command !== undefined) done.set(command.key, { seq: result.value.seq, hash: command.hash });
      this.#loaded = { ...this.#loaded, state: result.value, done };
      return 'appended';
    }
    if (result.error === 'unavailable') this.#deps.node.doubt();
    if (result.error === 'behind') await this.readOn();
    // The write timed out, but the log did advance.
    else if (this.#isWritten) this.#deps.onLateWrite(writing);
    return result.error;
  }

  /** Reads the events that were added to the log, or takes the next one. Throws a `TableFault` if it cannot be read. */
  async readOn(event?: StoredEvent): Promise<void> {
    const { redactions } = this.#loaded;
    try {
      this.#loaded = await this.#deps.tableLog.readOn(this.#loaded, event);
    } catch (error) {
      if (error instanceof TableFault) this.#deps.onFault(error);
      throw error;
    }
    if (this.#loaded.redactions !== redactions) await this.#deps.onRedaction();
  }
}

export type FaultName = Extract<ProtocolError['name'], 'unreadable' | 'unknown-game' | 'unknown-rules'>;

/** A table that cannot be loaded. The server continues without it, and writes nothing to its log. */
export class TableFault extends Error {
  override readonly name = 'TableFault';
  readonly fault: ProtocolError & { readonly name: FaultName };

  constructor(fault: ProtocolError & { readonly name: FaultName }, cause?: unknown) {
    super(fault.detail === undefined ? fault.name : `${fault.name}: ${fault.detail}`, { cause });
    this.fault = fault;
  }
}
