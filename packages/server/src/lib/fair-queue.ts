import { keysOf } from './addresses.ts';
import { Held } from './rate-limits.ts';

export interface WorkOwner {
  readonly place: string;
  readonly person: string;
}

export interface Waiting extends WorkOwner {
  /** Its assumed cost, in shares. If two wait for the first time, the cheaper one comes first. */
  readonly cost: number;
  /** All urgent work comes before any other. */
  readonly isUrgent?: boolean;
}

/** What each flow was given, in shares, on a scale that only rises (self-clocked fair queueing). A new flow starts where the others are. */
class Flows {
  readonly #given = new Map<string, number>();
  #now = 0;

  get now(): number {
    return this.#now;
  }

  /** The position of a flow after it is given `cost`, for an item that has waited since the scale was at `since`. */
  after(flow: string, cost: number, since: number): number {
    return Math.max(since, this.standing(flow)) + cost;
  }

  standing(flow: string): number {
    return this.#given.get(flow) ?? 0;
  }

  give(flow: string, cost: number, since: number): void {
    const stands = this.after(flow, cost, since);
    this.#given.set(flow, stands);
    this.#now = Math.max(this.#now, stands);
  }

  forget(isWaiting: (flow: string) => boolean): void {
    for (const [flow, given] of this.#given) if (given <= this.#now && !isWaiting(flow)) this.#given.delete(flow);
  }
}

interface Since {
  readonly place: number;
  readonly person: number;
}

const TIDY_EVERY = 100;

/** Places share the time evenly, and so do the people of one place. Each person has one running item at most. */
export class FairQueue<T extends Waiting> {
  readonly #most: number;
  readonly #waiting = new Map<T, Since>();
  readonly #places = new Flows();
  readonly #people = new Flows();
  readonly #served = new Set<string>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#waiting.size;
  }

  get isFull(): boolean {
    return this.#waiting.size >= this.#most;
  }

  add(item: T): void {
    this.#waiting.set(item, { place: this.#places.now, person: this.#people.now });
  }

  /** Removes and returns the next item; `undefined` if nothing can run now. To be followed by `done`. */
  next(): T | undefined {
    const [first] = [...this.#waiting].filter(([{ person }]) => !this.#served.has(person)).sort(this.#inOrder);
    if (first === undefined) return undefined;
    const [item, since] = first;
    const { place, person, cost } = item;
    this.#waiting.delete(item);
    this.#served.add(person);
    this.#places.give(place, cost, since.place);
    this.#people.give(person, cost, since.person);
    if (++this.#count % TIDY_EVERY === 0) this.#tidy();
    return item;
  }

  done({ person }: T): void {
    this.#served.delete(person);
  }

  remove(item: T): void {
    this.#waiting.delete(item);
  }

  clear(): void {
    this.#waiting.clear();
  }

  #tidy(): void {
    const waiting = [...this.#waiting.keys()];
    const [places, people] = [new Set(waiting.map(({ place }) => place)), new Set(waiting.map(({ person }) => person))];
    this.#places.forget((place) => places.has(place));
    this.#people.forget((person) => people.has(person));
  }

  /** The order of arrival decides if everything else is equal: a map keeps it, and sorting is stable. */
  readonly #inOrder = (left: [T, Since], right: [T, Since]): number => {
    const others = this.#ranks(right);
    for (const [index, rank] of this.#ranks(left).entries()) {
      const difference = rank - (others[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };

  /** Most important first. Of two equal flows, the one that has been given less comes first. */
  #ranks([{ place, person, cost, isUrgent = false }, since]: [T, Since]): readonly number[] {
    return [
      isUrgent ? 0 : 1,
      this.#places.after(place, cost, since.place),
      this.#places.standing(place),
      this.#people.after(person, cost, since.person),
      this.#people.standing(person),
    ];
  }
}

export interface Client {
  readonly address: string;
  /** An id, or the address of an anonymous client. */
  readonly person: string;
  /** Aborted when the client has left: then its work is dropped. */
  readonly left: AbortSignal;
}

/** Work that was not done: too much waits, or the client has left. It may be requested again. */
export class TurnRefused extends Error {
  override readonly name = 'TurnRefused';
}

interface Turn extends Waiting {
  readonly begin: () => void;
}

/** Runs one piece of work at a time: addresses take turns, and so do the people of one address. */
export class FairTurns {
  readonly #waiting: FairQueue<Turn>;
  readonly #held: Held;
  #isBusy = false;

  constructor({ most, mostPerAddress }: { readonly most: number; readonly mostPerAddress: number }) {
    this.#waiting = new FairQueue(most);
    this.#held = new Held(mostPerAddress);
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** The result of `work`. Rejects with `TurnRefused` if it never began. */
  async run<T>(client: Client, work: () => Promise<T>, isUrgent = false): Promise<T> {
    const release = this.#waiting.isFull ? null : this.#held.take(client.address);
    if (release === null) throw new TurnRefused('too much is waiting');
    try {
      const turn = await this.#turnOf(client, isUrgent);
      return await work().finally(() => this.#end(turn));
    } finally {
      release();
    }
  }

  #turnOf({ address, person, left }: Client, isUrgent: boolean): Promise<Turn> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting.remove(turn);
        reject(new TurnRefused('the client has left'));
      };
      const begin = (): void => {
        left.removeEventListener('abort', leave);
        resolve(turn);
      };
      const turn: Turn = { place: keysOf(address)[0]?.key ?? address, person, cost: 1, isUrgent, begin };
      if (left.aborted) return leave();
      left.addEventListener('abort', leave, { once: true });
      this.#waiting.add(turn);
      this.#next();
    });
  }

  #next(): void {
    const turn = this.#isBusy ? undefined : this.#waiting.next();
    if (turn === undefined) return;
    this.#isBusy = true;
    turn.begin();
  }

  #end(turn: Turn): void {
    this.#isBusy = false;
    this.#waiting.done(turn);
    this.#next();
  }
}
