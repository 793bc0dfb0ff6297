import { defineStream, type Store, StoreUnavailable } from '@tablier/store';
import * as z from 'zod/mini';

const LOG = 'server-usernames';
const PAGE = 500;
/** The most changes in the log. Each server reads the whole log when a username is claimed. */
const MOST = 20_000;

const username = z.object({ username: z.string() });
/** Declares no personal data: an operator reserves a name so that no person has it. */
const USERNAMES_STREAM = defineStream('usernames', {
  head: z.object({ kind: z.literal('usernames') }),
  events: { reserved: username, released: username },
  personal: {},
});

/** Usernames that no one may claim. An account that already has one keeps it. Written by the operator's command, from another process. */
export class ReservedUsernames {
  readonly #store: Pick<Store, 'read' | 'append' | 'createStream'>;
  readonly #reserved = new Set<string>();
  #seq = 0;

  constructor(store: Pick<Store, 'read' | 'append' | 'createStream'>) {
    this.#store = store;
  }

  /** Whether a normalised username is reserved. Reads what was added to the log. Rejects with `StoreUnavailable`. */
  async has(name: string): Promise<boolean> {
    return (await this.list()).has(name);
  }

  /** Rejects with `StoreUnavailable`. */
  async list(): Promise<ReadonlySet<string>> {
    for (let isAtEnd = false; !isAtEnd;) {
      const events = await this.#store.read(LOG, this.#seq + 1, PAGE);
      for (const event of events) {
        // Another caller has read on meanwhile: an old event must not undo a later one.
        if (event.seq <= this.#seq) continue;
        this.#seq = event.seq;
        const { kind, username: name } = USERNAMES_STREAM.readEvent(event);
        if (kind === 'reserved') this.#reserved.add(name);
        else this.#reserved.delete(name);
      }
      isAtEnd = events.length < PAGE;
    }
    return this.#reserved;
  }

  /**
   * Reserves a username or releases it, durably. `unchanged`: nothing to do. `full`: the log has too many changes.
   * Throws `StoreUnavailable`.
   */
  async set(name: string, change: 'reserved' | 'released', at: number): Promise<'changed' | 'unchanged' | 'full'> {
    for (;;) {
      if ((await this.has(name)) === (change === 'reserved')) return 'unchanged';
      if (this.#seq >= MOST) return 'full';
      const kept = await this.#store.append(LOG, this.#seq, [{ at, kind: change, data: { username: name } }]);
      if (kept.name === 'appended') return 'changed';
      if (kept.name === 'unavailable') throw new StoreUnavailable(kept.detail);
      if (kept.name !== 'unknown-stream') continue;
      const created = await this.#store.createStream(LOG, { kind: 'usernames' });
      if (created.name === 'unavailable') throw new StoreUnavailable(created.detail);
    }
  }
}
