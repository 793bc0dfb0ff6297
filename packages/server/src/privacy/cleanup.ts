import { setImmediate as nextTurn } from 'node:timers/promises';
import type { QuietMatch, Store } from '@tablier/store';
import type { Log } from '../lib/log.ts';
import type { ServerNode } from '../cluster/node.ts';
import { eraseClosedTables } from '../tables/closed-tables.ts';
import type { Rooms } from '../tables/rooms.ts';
import { type Account, waysIn } from '../accounts/account.ts';
import type { Deletion } from './deletion.ts';
import type { Logins } from '../accounts/usernames.ts';
import { type People, personOf } from '../accounts/people.ts';

export interface CleanupParts {
  readonly store: Store;
  readonly people: People;
  readonly logins: Logins;
  readonly deletion: Deletion;
  readonly node: ServerNode;
  readonly rooms: Pick<Rooms, 'has'>;
  readonly log: Log;
  readonly now: () => number;
}

const DAY = 86_400_000;
/** A guest without a table who was not here for so long is deleted. */
const GUEST_LIFE = 30 * DAY;
/** A claim of a name to sign in with that came to nothing is given back after so long. */
const CLAIM_LIFE = DAY;
const PAGE = 200;
/** A log that says since when the use of sessions has been noted. Of several nodes the one that keeps it tidies up. */
const MARK = 'server-tidy';

/** Removes guests who left nothing behind and will hardly come back, names that nobody signs in with, and tables where nobody played. */
export class Cleanup {
  readonly #parts: CleanupParts;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isClosed = false;

  /** `pace`: how often, in milliseconds. */
  constructor(parts: CleanupParts, pace: number) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#start(), pace).unref();
  }

  /** Resolves when what was under way has stopped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  #start(): void {
    if (!this.#parts.node.owns(MARK)) return;
    this.#running ??= this.#run()
      .catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'old guests and tables could not be removed; this is tried again later');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Goes through all logs, page by page: between two pages others get their turn. */
  async #run(): Promise<void> {
    const { store, now, rooms } = this.#parts;
    // First: a guest whose last table goes may go with it.
    await eraseClosedTables({
      store,
      now: now(),
      isLoaded: (table) => rooms.has(table),
      isStopped: () => this.#isClosed,
    });
    await store.createMatch(MARK, { kind: 'server', notedSince: now() });
    const notedSince = notedSinceOf((await store.head(MARK))?.head) ?? now();
    let page: readonly QuietMatch[] = [];
    do {
      page = await store.after(page.at(-1)?.id ?? '', PAGE);
      for (const match of page) {
        if (this.#isClosed) return;
        await this.#look(match, notedSince);
      }
      await nextTurn();
    } while (page.length === PAGE);
  }

  async #look({ id, touchedAt }: QuietMatch, notedSince: number): Promise<void> {
    const quiet = this.#parts.now() - touchedAt;
    if (id.startsWith('n-') && quiet > CLAIM_LIFE) return this.#parts.logins.releaseUnused(id, this.#parts.people);
    const person = personOf(id);
    if (person !== null && quiet > GUEST_LIFE) await this.#lookAtGuest(person, notedSince);
  }

  async #lookAtGuest(person: string, notedSince: number): Promise<void> {
    const { store, people, deletion, now } = this.#parts;
    const account = await people.account(person);
    if (account === null || account.joins !== null || waysIn(account) > 0) return;
    if (isOfOlderVersion(account) && now() - notedSince < GUEST_LIFE) return;
    const tables = await store.matchesOf(person, 1, ['open', 'seeking', 'running', 'over']);
    if (tables.length === 0) await deletion.delete(person);
  }
}

/** Whether a session was opened before its use was noted, so that it may have been used since. */
const isOfOlderVersion = ({ sessions }: Account): boolean =>
  [...sessions.values()].some(({ usedAt }) => usedAt === null);

const notedSinceOf = (head: unknown): number | null =>
  typeof head === 'object' && head !== null && 'notedSince' in head && typeof head.notedSince === 'number'
    ? head.notedSince
    : null;
