import type { ServerContext } from '../lib/context.ts';
import type { StandingStream, Store, StreamStatus } from '@tablier/store';
import type { ServerNode } from '../cluster/node.ts';
import { coalesced, eachOf, inBackground, pagesOf } from '../lib/tasks.ts';
import { ROOMS } from '@tablier/protocol';
import { chatLog } from './logs/chat.ts';
import { CLOSED_LIFE, EARLIEST_EXPIRY, expiryByHead } from './state/table-terms.ts';
import type { Rooms } from './rooms.ts';
import { tableHeadOf } from './logs/table-log.ts';

interface TableUpkeepDeps extends Pick<ServerContext, 'store' | 'log' | 'now'> {
  readonly node: ServerNode;
  readonly rooms: Pick<Rooms, 'has' | 'find' | 'visit' | 'advanceAll' | 'unloadIdle'>;
  /** Unloaded tables at which something is due later, and when. */
  readonly agenda: Map<string, number>;
}

/** How often idle rooms are unloaded. Milliseconds. */
export const SWEEP = 30_000;
/** How often expired tables are looked for. Milliseconds. */
const EXPIRY_PACE = 3_600_000;
const PAGE = 200;
/** A table may be read this long after its time stamp was taken. Milliseconds. */
const READ_AFTER = 2 * SWEEP;
/** Untimed open tables that are loaded at the start so that the lobby can show them. */
const MAX_SHOWN = 40;

/** Loads the tables whose clocks run, ends expired ones, and unloads idle ones. */
export class TableUpkeep {
  readonly #deps: TableUpkeepDeps;
  readonly #attending = coalesced(() => this.#attend());
  /** Tables that were loaded and had nothing to do for hours, and when they had last changed then. */
  #resting: ReadonlyMap<string, number> = new Map();
  #mustLoadAll = false;
  /** The latest change of all tables that were looked at. */
  #seenUntil = 0;
  readonly #sweep: NodeJS.Timeout;
  #expiredAt: number;
  #isClosed = false;

  constructor(deps: TableUpkeepDeps) {
    this.#deps = deps;
    this.#expiredAt = deps.now();
    this.#sweep = setInterval(() => this.#maintain(), SWEEP).unref();
  }

  /** Loads matches with running clocks, and ends tables that have expired meanwhile. */
  async begin(): Promise<void> {
    await this.attend();
    await this.#expire();
  }

  /** At the start, when ownership changes, and after an outage; clients are served meanwhile. */
  attend(): Promise<void> {
    this.#mustLoadAll = true;
    return this.#attending();
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweep);
  }

  async #attend(): Promise<void> {
    const advanced = await this.#deps.rooms.advanceAll().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    const isAll = this.#mustLoadAll;
    this.#mustLoadAll = false;
    try {
      await this.#lookAt(isAll);
    } catch (error) {
      this.#mustLoadAll = true;
      throw error;
    }
    if (advanced !== null) throw advanced.error;
  }

  /** All running tables, or those that changed since the last time. */
  async #lookAt(isAll: boolean): Promise<void> {
    const { rooms, node, now } = this.#deps;
    const rested = isAll ? new Map<string, number>() : this.#resting;
    const since = isAll ? 0 : this.#seenUntil - READ_AFTER;
    const resting = new Map<string, number>();
    let shown = 0;
    let newest = this.#seenUntil;
    // One table that cannot be advanced must not stop the clocks of the others.
    await eachOf(this.#standing(['running'], now() + EXPIRY_PACE, since), async ({ id, head: stored, touchedAt }) => {
      newest = Math.max(newest, touchedAt);
      if (!node.owns(id) || rooms.has(id)) return;
      if (rested.get(id) === touchedAt) return void resting.set(id, touchedAt);
      const head = tableHeadOf(stored);
      if (head === null) return;
      const isTimed = head.terms.clock.system !== 'none';
      const isShown = !isTimed && head.terms.visibility !== 'link' && shown < MAX_SHOWN;
      if (isShown) shown++;
      if (isShown) await rooms.find(id);
      // Thousands of games by correspondence would not fit in memory together.
      if (isTimed && (await rooms.visit(id))) resting.set(id, touchedAt);
    });
    this.#resting = resting;
    this.#seenUntil = newest;
  }

  /** Most recent first, because their clocks are likely to run out soonest. */
  async *#standing(
    statuses: readonly StreamStatus[],
    touchedBefore: number,
    since = 0,
  ): AsyncGenerator<StandingStream> {
    for await (const table of standingTables(this.#deps.store, statuses, touchedBefore)) {
      if (this.#isClosed || table.touchedAt < since) return;
      yield table;
    }
  }

  async #expire(): Promise<void> {
    const { rooms, node, agenda } = this.#deps;
    const now = this.#deps.now();
    const standing = this.#standing(['open', 'running'], now - EARLIEST_EXPIRY);
    await eachOf(standing, async ({ id, status, head: stored, touchedAt }) => {
      if (!node.owns(id) || agenda.has(id)) return;
      const head = tableHeadOf(stored);
      if (head !== null && now - touchedAt >= expiryByHead(status, head)) await (await rooms.find(id))?.expire();
    });
  }

  /** With several nodes, tables that failed to load when ownership changed are loaded now. */
  #maintain(): void {
    const { rooms, agenda, store, log } = this.#deps;
    const tend = (work: Promise<unknown>): void => inBackground(work, log, 'table maintenance failed');
    const now = this.#deps.now();
    tend(rooms.unloadIdle());
    for (const [id, moment] of agenda) {
      if (moment > now + 2 * SWEEP) continue;
      agenda.delete(id);
      tend(rooms.find(id));
    }
    if (store.nodes !== null) tend(this.#attending());
    if (now - this.#expiredAt < EXPIRY_PACE) return;
    this.#expiredAt = now;
    tend(this.#expire());
  }
}

interface ClosedTablesDeps {
  readonly store: Store;
  readonly isLoaded: (table: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly isStopped: () => boolean;
}

/** Chat first, so that an interrupted erasure is found again. Rejects with `StoreUnavailable`. */
export async function eraseClosedTables({ store, isLoaded, now, isStopped }: ClosedTablesDeps): Promise<void> {
  await eachOf(standingTables(store, ['closed'], now - CLOSED_LIFE), async ({ id }) => {
    if (!isStopped() && !isLoaded(id)) await eraseTable(store, id);
  });
}

/** Those touched before a time, the most recent first. */
const standingTables = (
  store: Pick<Store, 'standing'>,
  statuses: readonly StreamStatus[],
  touchedBefore: number,
): AsyncGenerator<StandingStream> =>
  pagesOf(PAGE, (last) =>
    store.standing({ statuses, before: last ?? { touchedAt: touchedBefore, id: '' }, limit: PAGE }),
  );

async function eraseTable(store: Store, id: string): Promise<void> {
  // If the database does not answer, the next daily run finds the table again.
  for (const log of [...ROOMS.map((room) => chatLog(id, room)), id]) await store.erase(log);
}
