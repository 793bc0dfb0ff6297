import { defineStream, type Store, type StoredEvent, StoreUnavailable } from '@tablier/store';
import * as z from 'zod/mini';
import { SerialQueue } from '../lib/tasks.ts';

/** The log of all bans. A ban contains only the id of a person, so it remains when the account is deleted. */
const LOG = 'server-bans';
const PAGE = 500;

const ban = z.object({ person: z.string() });
/** Declares no personal data: a ban outlives the account. */
const BANS_STREAM = defineStream('bans', {
  head: z.object({ kind: z.literal('bans') }),
  events: { banned: ban, unbanned: ban },
  personal: {},
});

/** The banned people. The operator's command writes the log from another process; every server follows it. */
export class Bans {
  readonly #store: Store;
  readonly #onBan: (person: string) => void;
  readonly #banned = new Set<string>();
  readonly #queue = new SerialQueue();
  #seq = 0;

  /** `onBan` is called for every person who is banned from now on. */
  constructor(store: Store, onBan: (person: string) => void = () => undefined) {
    this.#store = store;
    this.#onBan = onBan;
  }

  /** The ids of all banned people. */
  list(): readonly string[] {
    return [...this.#banned];
  }

  has(person: string): boolean {
    return this.#banned.has(person);
  }

  /** A log has reached an event. The log of bans is read on. */
  async onNotice(log: string, seq: number): Promise<void> {
    if (log === LOG && seq > this.#seq) await this.read();
  }

  /** Reads what was added to the log. Rejects with `StoreUnavailable`. */
  read(): Promise<void> {
    return this.#queue.run(async () => {
      for (let isAtEnd = false; !isAtEnd;) {
        const events = await this.#store.read(LOG, this.#seq + 1, PAGE);
        for (const event of events) this.#take(event);
        isAtEnd = events.length < PAGE;
      }
    });
  }

  /** Bans a person or lifts the ban, durably. Throws `StoreUnavailable`. */
  async set(person: string, change: 'banned' | 'unbanned', at: number): Promise<void> {
    for (;;) {
      await this.read();
      if (this.has(person) === (change === 'banned')) return;
      const kept = await this.#store.append(LOG, this.#seq, [{ at, kind: change, data: { person } }]);
      if (kept.name === 'unavailable') throw new StoreUnavailable(kept.detail);
      if (kept.name !== 'unknown-stream') continue;
      const created = await this.#store.createStream(LOG, { kind: 'bans' });
      if (created.name === 'unavailable') throw new StoreUnavailable(created.detail);
    }
  }

  #take(event: StoredEvent): void {
    this.#seq = event.seq;
    const { kind, person } = BANS_STREAM.readEvent(event);
    if (kind === 'unbanned') this.#banned.delete(person);
    else this.#banned.add(person);
    if (kind === 'banned') this.#onBan(person);
  }
}
