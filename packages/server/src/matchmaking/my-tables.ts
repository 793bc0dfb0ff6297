import type { MyTable } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { isTableId } from '../lib/chance.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { peopleOf, phaseOf, type TableHead, type TableState } from '../tables/table-state.ts';
import { myTableOf } from '../tables/table-view.ts';
import { Feed, type FeedDeps } from './feed.ts';

/** The maximum number of tables followed per person. */
const MAX_FOLLOWED = 60;

interface FollowedFeed {
  readonly feed: Feed<MyTable>;
  readonly loaded: Promise<void>;
  followers: number;
}

/** The own tables of each person who follows them: those being played, those that wait, and invitations. */
export class MyTables {
  readonly #store: Store;
  readonly #rooms: Pick<Rooms, 'find' | 'has'>;
  readonly #deps: Pick<FeedDeps, 'pace' | 'onFailure'>;
  readonly #feeds = new Map<string, FollowedFeed>();
  /** The people who follow a table as one of their own. */
  readonly #holders = new Map<string, Set<string>>();

  constructor(store: Store, rooms: Pick<Rooms, 'find' | 'has'>, deps: Pick<FeedDeps, 'pace' | 'onFailure'>) {
    this.#store = store;
    this.#rooms = rooms;
    this.#deps = deps;
  }

  /** The tables of a person, kept up to date until `leave` has been called as often. Resolves when all are loaded. */
  async follow(person: string): Promise<Feed<MyTable>> {
    const followed = this.#feeds.get(person) ?? this.#begin(person);
    followed.followers++;
    await followed.loaded.catch(() => undefined);
    return followed.feed;
  }

  leave(person: string): void {
    const followed = this.#feeds.get(person);
    if (followed === undefined || --followed.followers > 0) return;
    this.#feeds.delete(person);
    for (const id of followed.feed.ids()) this.#letGo(person, id);
    followed.feed.close();
  }

  /** A table may have changed. */
  update({ state, subscribers }: Room): void {
    if (this.#feeds.size === 0) return;
    const people = isStanding(state) ? peopleOf(state) : [];
    for (const person of people) {
      const feed = this.#feeds.get(person)?.feed;
      if (feed === undefined || (feed.size >= MAX_FOLLOWED && !feed.has(state.id))) continue;
      const here = subscribers.presence.here();
      feed.put(state.id, () => myTableOf(state, person, here));
      this.#holders.set(state.id, (this.#holders.get(state.id) ?? new Set()).add(person));
    }
    for (const person of this.#holders.get(state.id) ?? []) if (!people.includes(person)) this.#drop(person, state.id);
  }

  /** A log was created or has grown, on any node. Loads the table if it belongs to a follower. */
  async onNotice(id: string, seq: number): Promise<void> {
    if (this.#feeds.size === 0 || !isTableId(id) || this.#rooms.has(id)) return;
    if (this.#holders.has(id) || (seq === 0 && (await this.#concerns(id)))) await this.#rooms.find(id);
  }

  close(): void {
    for (const { feed } of this.#feeds.values()) feed.close();
    this.#feeds.clear();
  }

  #begin(person: string): FollowedFeed {
    const followed = { feed: new Feed<MyTable>(this.#deps), loaded: this.#load(person), followers: 0 };
    this.#feeds.set(person, followed);
    return followed;
  }

  /** A newly loaded room announces itself; an already loaded one does not, so it is added here. */
  async #load(person: string): Promise<void> {
    for (const { id } of await this.#store.streamsOf(person, MAX_FOLLOWED, ['running', 'open'])) {
      const room = await this.#rooms.find(id);
      if (room !== null) this.update(room);
    }
  }

  async #concerns(id: string): Promise<boolean> {
    const head = (await this.#store.head(id))?.head as Partial<TableHead> | undefined;
    if (head?.kind !== 'table') return false;
    return head.chairs?.some((chair) => 'person' in chair && this.#feeds.has(chair.person)) ?? false;
  }

  #drop(person: string, id: string): void {
    this.#feeds.get(person)?.feed.remove(id);
    this.#letGo(person, id);
  }

  #letGo(person: string, id: string): void {
    const holders = this.#holders.get(id);
    holders?.delete(person);
    if (holders?.size === 0) this.#holders.delete(id);
  }
}

/** Whether a table is listed among a person's own. A waiting seek is not. */
const isStanding = (state: TableState): boolean => {
  const phase = phaseOf(state);
  return phase === 'playing' || (phase === 'waiting' && state.head.pace === undefined);
};
