import { type NewEvent, type Store, type StoredEvent, StoreUnavailable } from '@tablier/store';

const PAGE = 500;

export type ServerLogStore = Pick<Store, 'read' | 'append' | 'createStream'>;

/** A log of the whole server. The operator's commands write it from other processes, and every server reads on in it. */
export class ServerLog {
  readonly #store: ServerLogStore;
  readonly #log: { readonly id: string; readonly kind: string };
  readonly #take: (event: StoredEvent) => void;
  #seq = 0;

  constructor(store: ServerLogStore, log: { id: string; kind: string }, take: (event: StoredEvent) => void) {
    this.#store = store;
    this.#log = log;
    this.#take = take;
  }

  get seq(): number {
    return this.#seq;
  }

  async readOn(): Promise<void> {
    for (let isAtEnd = false; !isAtEnd;) {
      const events = await this.#store.read(this.#log.id, this.#seq + 1, PAGE);
      for (const event of events) {
        // Another caller has read on meanwhile: an old event must not undo a later one.
        if (event.seq <= this.#seq) continue;
        this.#seq = event.seq;
        this.#take(event);
      }
      isAtEnd = events.length < PAGE;
    }
  }

  /** Durable if `true`; otherwise the log must be read on first. Throws `StoreUnavailable`. */
  async append(event: NewEvent): Promise<boolean> {
    const { id, kind } = this.#log;
    const kept = await this.#store.append(id, this.#seq, [event]);
    const done = kept.name === 'unknown-stream' ? await this.#store.createStream(id, { kind }) : kept;
    if (done.name === 'unavailable') throw new StoreUnavailable(done.detail);
    return kept.name === 'appended';
  }
}
