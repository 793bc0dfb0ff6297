import { formatServerMessage, type ServerMessage } from '@tablier/protocol';
import type { Item, FeedUpdate, Feed } from '../matchmaking/feed.ts';
import type { Outlet } from '../tables/subscribers.ts';

/** Builds the message with an update; `whole` if it is the complete feed, `figure` if it has changed. */
export type FormatUpdate<T extends Item> = (
  update: FeedUpdate<T>,
  more: { readonly whole: boolean; readonly figure: number | null },
) => ServerMessage;

/** A number that is sent with a feed whenever it has changed. */
export type FeedFigure = () => number;

/** A feed on one connection: complete at first, then the changes since the last message. */
export class FeedSubscription<T extends Item> {
  readonly #feed: Feed<T>;
  readonly #outlet: Outlet;
  readonly #format: FormatUpdate<T>;
  readonly #known = new Set<string>();
  readonly #figure: FeedFigure | null;
  #revision = -1;
  #sentFigure: number | null = null;

  constructor(feed: Feed<T>, outlet: Outlet, format: FormatUpdate<T>, figure: FeedFigure | null = null) {
    this.#feed = feed;
    this.#outlet = outlet;
    this.#format = format;
    this.#figure = figure;
  }

  notify(): void {
    if (this.#revision === this.#feed.revision || !this.#outlet.canSend()) return;
    const update = this.#feed.updateSince(this.#revision, this.#known);
    const whole = this.#revision === -1;
    this.#revision = this.#feed.revision;
    const figure = this.#newFigure();
    if (!whole && figure === null && update.changed.length + update.gone.length === 0) return;
    for (const id of update.gone) this.#known.delete(id);
    for (const { id } of update.changed) this.#known.add(id);
    this.#outlet.send(formatServerMessage(this.#format(update, { whole, figure })));
  }

  /** The figure, if it was not sent yet. */
  #newFigure(): number | null {
    const figure = this.#figure?.() ?? null;
    if (figure === this.#sentFigure) return null;
    this.#sentFigure = figure;
    return figure;
  }
}
