import { LRUCache } from 'lru-cache';
import type { FoundSession } from './account.ts';

/** The most sessions in the cache. About 300 bytes each. */
const MAX_SESSIONS = 10_000;
/** How long a session is used without asking, which limits the effect of a lost notice. Milliseconds. */
const SESSION_AGE = 5000;

/** Recently used sessions, so that the requests of one page need one query. Empty until `start`. */
export class SessionCache {
  readonly #sessions: LRUCache<string, FoundSession>;
  /** By account: the ids of its sessions in the cache. */
  readonly #ofAccount = new Map<string, Set<string>>();
  #isStarted = false;
  /** How often anything was removed. If this changed during a read, the read may have returned outdated data. */
  #forgotten = 0;

  constructor(now: () => number) {
    this.#sessions = new LRUCache({
      max: MAX_SESSIONS,
      ttl: SESSION_AGE,
      ttlResolution: 0,
      perf: { now },
      dispose: ({ account }, session) => this.#dropped(account, session),
    });
  }

  /** To be called when every change of an account leads to `forget`. */
  start(): void {
    this.#isStarted = true;
  }

  async find(session: string, read: () => Promise<FoundSession | null>): Promise<FoundSession | null> {
    const known = this.#sessions.get(session);
    if (known !== undefined) return known;
    const before = this.#forgotten;
    const found = await read();
    if (found !== null && this.#isStarted && this.#forgotten === before) this.#add(session, found);
    return found;
  }

  /** A connection that used the session until now ends: thousands who come back at once are known without a query each. */
  keep(session: string): void {
    const known = this.#sessions.peek(session, { allowStale: true });
    if (known !== undefined) this.#sessions.set(session, known);
  }

  forget(account: string): void {
    this.#forgotten++;
    for (const session of this.#ofAccount.get(account) ?? []) this.#sessions.delete(session);
  }

  #add(session: string, found: FoundSession): void {
    this.#sessions.set(session, found);
    this.#ofAccount.set(found.account, (this.#ofAccount.get(found.account) ?? new Set()).add(session));
  }

  #dropped(account: string, session: string): void {
    const others = this.#ofAccount.get(account);
    others?.delete(session);
    if (others?.size === 0) this.#ofAccount.delete(account);
  }
}
