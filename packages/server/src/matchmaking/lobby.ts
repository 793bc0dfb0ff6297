import { type TableSummary, tableSummary } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { Room } from '../tables/room.ts';
import { isInLobby, isSeeking, phaseOf, seatOf, type TableState } from '../tables/state/table-state.ts';
import { summaryOf } from '../tables/views/table-view.ts';
import { Feed, type FeedDeps, type FeedUpdate, type FormatUpdate } from './feed.ts';
import { type ServerContext, isTableId } from '../lib/context.ts';
import { BoundedMap } from '../lib/caches.ts';
import { inBackground } from '../lib/tasks.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { Rooms } from '../tables/rooms.ts';
import { type Loaded, TableLog, unlessFaulty } from '../tables/logs/table-log.ts';

const MAX_SHOWN = 40;
/** Tables of each phase that are kept, so that others can move up when shown ones end. */
const MAX_KEPT_OF_PHASE = 160;
/** Equal seeks are paired at once, so few wait: all are shown, and a client that counts them is right. */
const MAX_SEEKS = 200;
/** How long after a look the lobby counts as read: longer than the time after which a reader looks again. Milliseconds. */
const READ_MS = 120_000;
const LISTS = ['seeking', 'waiting', 'playing', 'over'] as const;
type List = (typeof LISTS)[number];

/** Open tables that wait while their host is present, those being played, and the latest results. */
export class Lobby {
  readonly feed: Feed<TableSummary>;
  #online = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;
  /** The newest tables of each list. Only these are in the feed. Open tables never displace a seek. */
  readonly #newest: Readonly<Record<List, Newest>> = {
    seeking: new Newest(MAX_SEEKS),
    waiting: new Newest(MAX_KEPT_OF_PHASE),
    playing: new Newest(MAX_KEPT_OF_PHASE),
    over: new Newest(MAX_KEPT_OF_PHASE),
  };

  constructor(deps: Pick<FeedDeps, 'pace' | 'onFailure'>) {
    this.feed = new Feed({ ...deps, choose: () => this.#shown(), figure: () => this.#online });
  }

  /** Whether anyone follows it, or has looked lately. */
  get isRead(): boolean {
    return this.feed.isFollowed || performance.now() - this.#lookedAt < READ_MS;
  }

  /** Everything, for those who only look. */
  look(): FeedUpdate<TableSummary> {
    this.#lookedAt = performance.now();
    return this.feed.updateSince(-1);
  }

  setOnline(people: number): void {
    if (people === this.#online) return;
    this.#online = people;
    this.feed.touch();
  }

  async load(store: Store): Promise<void> {
    const over = await store.list('over', MAX_SHOWN);
    for (const { summary } of over.toReversed()) {
      const parsed = tableSummary.safeParse(summary);
      if (parsed.success && parsed.data.ended !== 'abort') this.#put('over', parsed.data, () => parsed.data);
    }
  }

  update({ state, subscribers }: Room): void {
    const host = hostSeatOf(state);
    this.show(state, () => subscribers.presence.here()[host] === true);
  }

  show(state: TableState, isHostHere: () => boolean): void {
    if (state.head.terms.visibility === 'link') return;
    const list = listOf(state, isHostHere);
    const place = { id: state.id, at: state.turnedAt };
    // On a busy server most changes are at tables that are not among the newest.
    if (list !== null && this.#newest[list].takes(place)) this.#put(list, place, () => summaryOf(state));
    else this.#remove(state.id);
  }

  #put(list: List, place: Pick<TableSummary, 'id' | 'at'>, summary: () => TableSummary): void {
    const { id } = place;
    for (const other of LISTS) if (other !== list) this.#newest[other].remove(id);
    const left = this.#newest[list].put(place);
    this.feed.put(id, summary);
    if (left !== null) this.feed.remove(left);
  }

  #remove(id: string): void {
    for (const list of LISTS) this.#newest[list].remove(id);
    this.feed.remove(id);
  }

  #shown(): string[] {
    return LISTS.flatMap((list) => this.#newest[list].ids.slice(0, list === 'seeking' ? MAX_SEEKS : MAX_SHOWN));
  }
}

export const lobbyMessage: FormatUpdate<TableSummary> = ({ figure, ...update }) => ({
  kind: 'lobby',
  ...update,
  ...(figure !== null && { online: figure }),
});

/** The list that shows a table; `null` for none. A seek whose host is moving to another table is in none. */
function listOf(state: TableState, isHostHere: () => boolean): List | null {
  const phase = phaseOf(state);
  if (phase === 'closed') return null;
  if (phase !== 'waiting') return isAborted(state) ? null : phase;
  if (!isInLobby(state) || !isHostHere()) return null;
  if (state.head.pace === undefined) return 'waiting';
  return isSeeking(state) ? 'seeking' : null;
}

export const hostSeatOf = (state: TableState): number => seatOf(state, state.head.host);

const isAborted = ({ match }: TableState): boolean => match?.end?.by === 'abort';

interface Dated {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The newer one comes first; of two with the same time, the one with the smaller id. */
const isBefore = (left: Dated, right: Dated): boolean =>
  left.at > right.at || (left.at === right.at && left.id < right.id);

export class Newest {
  readonly #most: number;
  readonly #ordered: Dated[] = [];
  readonly #known = new Map<string, Dated>();

  constructor(most: number) {
    this.#most = most;
  }

  get ids(): readonly string[] {
    return this.#ordered.map(({ id }) => id);
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  takes(item: Dated): boolean {
    const last = this.#ordered.at(-1);
    return this.#known.has(item.id) || last === undefined || this.#ordered.length < this.#most || isBefore(item, last);
  }

  put({ id, at }: Dated): string | null {
    if (this.#known.get(id)?.at === at) return null;
    this.remove(id);
    const item = { id, at };
    this.#known.set(id, item);
    this.#ordered.splice(this.#placeOf(item), 0, item);
    const left = this.#ordered.length > this.#most ? this.#ordered.pop() : undefined;
    if (left === undefined) return null;
    this.#known.delete(left.id);
    return left.id;
  }

  remove(id: string): void {
    const item = this.#known.get(id);
    if (item === undefined) return;
    this.#known.delete(id);
    this.#ordered.splice(this.#placeOf(item), 1);
  }

  #placeOf(item: Dated): number {
    const place = this.#ordered.findIndex((other) => !isBefore(other, item));
    return place < 0 ? this.#ordered.length : place;
  }
}

interface RemoteTablesDeps extends Pick<ServerContext, 'store' | 'log' | 'now'> {
  readonly lobby: Lobby;
  readonly rooms: Pick<Rooms, 'has'>;
  readonly node: ServerNode;
}

/** How often changed tables are read, and how many at a time. Milliseconds. */
const PACE = 500;
const MAX_AT_ONCE = 20;
/** Changed tables that are remembered; the newest, because those are shown. */
const MAX_CHANGED = 400;
/** Tables kept in memory, so that their logs can be read on. */
const MAX_KEPT = 120;

/** Lobby tables of other nodes. Their logs are read at a limited rate, while the lobby is read. */
export class RemoteTables {
  readonly #deps: RemoteTablesDeps;
  readonly #tableLog: TableLog;
  readonly #changed = new BoundedMap<string, true>(MAX_CHANGED);
  readonly #kept = new BoundedMap<string, Loaded>(MAX_KEPT, (id) => this.#deps.lobby.feed.settle(id));
  readonly #pulse: NodeJS.Timeout;
  #isReading = false;

  constructor(deps: RemoteTablesDeps) {
    this.#deps = deps;
    this.#tableLog = new TableLog(deps.store, deps.now);
    this.#pulse = setInterval(() => this.#readChanged(), PACE).unref();
  }

  async load(): Promise<void> {
    if (!this.#deps.node.isShared) return;
    for (const status of ['running', 'open', 'seeking'] as const) {
      const listed = await this.#deps.store.list(status, Math.floor(MAX_CHANGED / 3));
      for (const { id, summary } of listed.toReversed()) if (summary !== null) this.onNotice(id);
    }
  }

  onNotice(id: string): void {
    if (!this.#deps.node.isShared || !isTableId(id) || this.#deps.rooms.has(id)) return;
    this.#changed.set(id, true);
  }

  close(): void {
    clearInterval(this.#pulse);
  }

  #readChanged(): void {
    if (this.#isReading || this.#changed.size === 0 || !this.#deps.lobby.isRead) return;
    this.#isReading = true;
    const read = this.#readSome().finally(() => (this.#isReading = false));
    inBackground(read, this.#deps.log, 'remote table not shown');
  }

  async #readSome(): Promise<void> {
    for (const id of [...this.#changed.keys()].slice(-MAX_AT_ONCE)) {
      this.#changed.delete(id);
      const table = this.#deps.rooms.has(id) ? null : await unlessFaulty(this.#read(id));
      if (table === null || this.#deps.rooms.has(id)) continue;
      const { state } = table;
      this.#deps.lobby.show(state, () => this.#deps.node.onOtherNodes(id).seats.includes(hostSeatOf(state)));
    }
  }

  async #read(id: string): Promise<Loaded | null> {
    const known = this.#kept.get(id);
    const table = known === undefined ? await this.#tableLog.load(id) : await this.#tableLog.readOn(known);
    this.#kept.delete(id);
    if (table === null || table.state.head.terms.visibility === 'link') return null;
    this.#kept.set(id, table);
    return table;
  }
}
