import { formatServerMessage, type ServerMessage } from '@tablier/protocol';
import type { Item, News, Shelf } from '../lobby/shelf.ts';
import type { Outlet } from './subscription.ts';

/** Makes the message with what is new; `whole` where it is everything. */
export type Wording<T extends Item> = (news: News<T>, whole: boolean) => ServerMessage;

/** A shelf on one line: whole at first, then what changed since it was last told. */
export class ShelfSubscription<T extends Item> {
  readonly #shelf: Shelf<T>;
  readonly #outlet: Outlet;
  readonly #wording: Wording<T>;
  readonly #known = new Set<string>();
  #revision = -1;

  constructor(shelf: Shelf<T>, outlet: Outlet, wording: Wording<T>) {
    this.#shelf = shelf;
    this.#outlet = outlet;
    this.#wording = wording;
  }

  notify(): void {
    if (this.#revision === this.#shelf.revision || !this.#outlet.hasRoom()) return;
    const news = this.#shelf.newsSince(this.#revision, this.#known);
    const whole = this.#revision === -1;
    this.#revision = this.#shelf.revision;
    if (!whole && news.changed.length + news.gone.length === 0) return;
    for (const id of news.gone) this.#known.delete(id);
    for (const { id } of news.changed) this.#known.add(id);
    this.#outlet.send(formatServerMessage(this.#wording(news, whole)));
  }
}
