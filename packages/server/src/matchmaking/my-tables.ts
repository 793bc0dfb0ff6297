import { NOBODY } from '@tablier/core';
import type { MyTable } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { type After, after, eachOf } from '../lib/tasks.ts';
import { isTableId } from '../lib/context.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { tableHeadOf } from '../tables/logs/table-log.ts';
import { myTableOf, readOwnListing } from '../tables/views/table-view.ts';
import { isAskedForRematch, peopleOf, phaseOf, type TableState } from '../tables/state/table-state.ts';
import { Feed, type FeedDeps, type FormatUpdate } from './feed.ts';

const MAX_FOLLOWED = 60;
const MAX_FINISHED = 20;
/** When a list that could not be loaded is loaded again. Milliseconds. */
const AGAIN = 2000;

interface FollowedFeed {
  readonly feed: Feed<MyTable>;
  readonly finished: Set<string>;
  /** The first attempt to load it. Never rejects. */
  loaded: Promise<void>;
  followers: number;
  cancel: () => void;
}

interface MyTablesDeps extends Pick<FeedDeps, 'pace' | 'onFailure'> {
  readonly now: () => number;
  readonly after?: After;
}

type MyTablesStore = Pick<Store, 'streamsOf' | 'listingsOf' | 'head' | 'subscribe' | 'unsubscribe'>;

/** The own tables of each person who follows them: those being played, those that wait, invitations, and offers of a rematch. */
export class MyTables {
  readonly #store: MyTablesStore;
  readonly #rooms: Pick<Rooms, 'find' | 'has'>;
  readonly #deps: MyTablesDeps;
  readonly #feeds = new Map<string, FollowedFeed>();
  readonly #holders = new Map<string, Set<string>>();

  constructor(store: MyTablesStore, rooms: Pick<Rooms, 'find' | 'has'>, deps: MyTablesDeps) {
    this.#store = store;
    this.#rooms = rooms;
    this.#deps = deps;
  }

  /** Kept up to date until `leave`. Resolves when all are loaded, or without the database with those known. */
  async follow(person: string): Promise<Feed<MyTable>> {
    const followed = this.#feeds.get(person) ?? this.#begin(person);
    followed.followers++;
    await followed.loaded;
    return followed.feed;
  }

  leave(person: string): void {
    const followed = this.#feeds.get(person);
    if (followed === undefined || --followed.followers > 0) return;
    this.#feeds.delete(person);
    for (const id of followed.feed.ids()) this.#letGo(person, id);
    end(followed);
  }

  update({ state, subscribers }: Pick<Room, 'state' | 'subscribers'>): void {
    if (this.#feeds.size === 0) return;
    const people = this.#listedFor(state);
    for (const person of people) {
      const feed = this.#feeds.get(person)?.feed;
      if (feed === undefined || (feed.size >= MAX_FOLLOWED && !feed.has(state.id))) continue;
      const here = subscribers.presence.here();
      feed.put(state.id, () => myTableOf(state, person, here));
      this.#hold(person, state.id);
    }
    const isOver = phaseOf(state) === 'over';
    for (const person of this.#holders.get(state.id) ?? [])
      if (!people.includes(person)) this.#drop(person, state.id, isOver);
  }

  async onNotice(id: string, seq: number): Promise<void> {
    if (this.#feeds.size === 0 || !isTableId(id) || this.#rooms.has(id)) return;
    const isFinished = [...this.#feeds.values()].some(({ finished }) => finished.has(id));
    if (isFinished || this.#holders.has(id) || (seq === 0 && (await this.#concerns(id)))) await this.#rooms.find(id);
  }

  close(): void {
    for (const followed of this.#feeds.values()) end(followed);
    this.#feeds.clear();
  }

  #begin(person: string): FollowedFeed {
    const feed = new Feed<MyTable>(this.#deps);
    const followed: FollowedFeed = {
      feed,
      finished: new Set(),
      loaded: Promise.resolve(),
      followers: 0,
      cancel: () => undefined,
    };
    this.#feeds.set(person, followed);
    followed.loaded = this.#tryToLoad(person, followed, this.#deps.onFailure);
    return followed;
  }

  /** Never rejects. Tries again as long as someone follows; only the first failure is reported. */
  async #tryToLoad(person: string, followed: FollowedFeed, onFailure?: (error: unknown) => void): Promise<void> {
    try {
      await this.#load(person);
    } catch (error) {
      onFailure?.(error);
      if (this.#feeds.get(person) !== followed) return;
      followed.cancel = (this.#deps.after ?? after)(AGAIN, () => void this.#tryToLoad(person, followed));
    }
  }

  /** A newly loaded room announces itself; an already loaded one does not, so it is added here. */
  async #load(person: string): Promise<void> {
    await eachOf(await this.#store.streamsOf(person, MAX_FOLLOWED, ['running', 'open']), async ({ id }) => {
      await this.#show(id);
    });
    const finished = await this.#store.listingsOf(person, MAX_FINISHED, ['over']);
    await eachOf(finished.toReversed(), async ({ id, own }) => {
      this.#feeds.get(person)?.finished.add(id);
      const { rematch, you = NOBODY } = readOwnListing(own, person) ?? {};
      const isOffered = rematch !== undefined && rematch.until > this.#deps.now() && !rematch.agreed.includes(you);
      if (isOffered) await this.#show(id);
    });
  }

  async #show(id: string): Promise<void> {
    const room = await this.#rooms.find(id);
    if (room !== null) this.update(room);
  }

  #listedFor(state: TableState): readonly string[] {
    if (isStanding(state)) return peopleOf(state);
    const now = this.#deps.now();
    return peopleOf(state).filter((person) => isAskedForRematch(state, person, now));
  }

  async #concerns(id: string): Promise<boolean> {
    const head = tableHeadOf((await this.#store.head(id))?.head);
    return head?.chairs.some((chair) => 'person' in chair && this.#feeds.has(chair.person)) ?? false;
  }

  #drop(person: string, id: string, isOver: boolean): void {
    const { feed, finished = new Set<string>() } = this.#feeds.get(person) ?? {};
    feed?.remove(id);
    if (isOver) finished.add(id);
    const [oldest = ''] = finished;
    if (finished.size > MAX_FINISHED) finished.delete(oldest);
    this.#letGo(person, id);
  }

  /** Its moves are still shown when it has left memory. */
  #hold(person: string, id: string): void {
    const holders = this.#holders.get(id) ?? new Set();
    if (holders.size === 0) void this.#store.subscribe(id);
    this.#holders.set(id, holders.add(person));
  }

  #letGo(person: string, id: string): void {
    const holders = this.#holders.get(id);
    if (holders?.delete(person) !== true || holders.size > 0) return;
    this.#holders.delete(id);
    this.#store.unsubscribe(id);
  }
}

export const ownTablesMessage: FormatUpdate<MyTable> = ({ figure: _, ...update }) => ({ kind: 'own', ...update });

function end({ feed, cancel }: FollowedFeed): void {
  cancel();
  feed.close();
}

const isStanding = (state: TableState): boolean => {
  const phase = phaseOf(state);
  return phase === 'playing' || (phase === 'waiting' && state.head.pace === undefined);
};
