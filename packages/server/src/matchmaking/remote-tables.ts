import type { ServerContext } from '../lib/context.ts';
import { BoundedMap } from '../lib/caches.ts';
import { isTableId } from '../lib/chance.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { Rooms } from '../tables/rooms.ts';
import { type Loaded, TableFault, TableLog } from '../tables/logs/table-log.ts';
import { hostSeatOf, type Lobby } from './lobby.ts';

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

/** Lobby tables of other nodes. Their logs are read at a limited rate, while the lobby has followers. */
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
    if (this.#isReading || this.#changed.size === 0 || !this.#deps.lobby.feed.isFollowed) return;
    this.#isReading = true;
    this.#readSome()
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'remote table not shown'))
      .finally(() => {
        this.#isReading = false;
      });
  }

  async #readSome(): Promise<void> {
    for (const id of [...this.#changed.keys()].slice(-MAX_AT_ONCE)) {
      this.#changed.delete(id);
      const table = this.#deps.rooms.has(id) ? null : await this.#readable(id);
      if (table === null || this.#deps.rooms.has(id)) continue;
      const { state } = table;
      this.#deps.lobby.show(state, () => this.#deps.node.onOtherNodes(id).seats.includes(hostSeatOf(state)));
    }
  }

  /** `null` for an unreadable table, so that the other tables are still shown. */
  async #readable(id: string): Promise<Loaded | null> {
    try {
      return await this.#read(id);
    } catch (error) {
      if (error instanceof TableFault) return null;
      throw error;
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
