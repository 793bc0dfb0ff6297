import { formatServerMessage, type ServerMessage } from '@tablier/protocol';
import type { Item, FeedUpdate, Feed } from '../matchmaking/feed.ts';
import type { Outlet } from '../tables/subscribers.ts';

/** Builds the message with an update; `whole` if it is the complete feed. */
export type FormatUpdate<T extends Item> = (update: FeedUpdate<T>, whole: boolean) => ServerMessage;

/** A feed on one connection: complete at first, then the changes since the last message. */
export class FeedSubscription<T extends Item> {
  readonly #feed: Feed<T>;
  readonly #outlet: Outlet;
  readonly #format: FormatUpdate<T>;
  readonly #known = new Set<string>();
  #revision = -1;

  constructor(feed: Feed<T>, outlet: Outlet, format: FormatUpdate<T>) {
    this.#feed = feed;
    this.#outlet = outlet;
    this.#format = format;
  }

  notify(): void {
    if (this.#revision === this.#feed.revision || !this.#outlet.canSend()) return;
    const update = this.#feed.updateSince(this.#revision, this.#known);
    const whole = this.#revision === -1;
    this.#revision = this.#feed.revision;
    if (!whole && update.changed.length + update.gone.length === 0) return;
    for (const id of update.gone) this.#known.delete(id);
    for (const { id } of update.changed) this.#known.add(id);
    this.#outlet.send(formatServerMessage(this.#format(update, whole)));
  }
}
