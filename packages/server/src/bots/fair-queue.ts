import type { Level } from '@tablier/core';

/** For whom a bot thinks. */
export interface Asker {
  /** All that comes from one place shares one part of the threads: a network address, or the person where none is known. */
  readonly place: string;
  readonly person: string;
}

export interface Waiting extends Asker {
  readonly level: Level;
}

/** What a thought of each level is taken to cost, in shares of the threads. Weaker levels come first where both wait for the first time. */
const COSTS: Readonly<Record<Level, number>> = { beginner: 1, medium: 4, strong: 16 };

/**
 * How much each flow has been given, in shares, on a common scale that only rises (self-clocked fair queueing): who asks for the first
 * time begins where the others stand, so a flow that rests saves up nothing.
 */
class Flows {
  readonly #given = new Map<string, number>();
  #now = 0;

  get now(): number {
    return this.#now;
  }

  /** Where a flow stands once it has been given `cost`, for something that has waited since the scale was at `since`. */
  after(flow: string, cost: number, since: number): number {
    return Math.max(since, this.standing(flow)) + cost;
  }

  /** Where a flow stands; 0 for one that has not been given anything lately. */
  standing(flow: string): number {
    return this.#given.get(flow) ?? 0;
  }

  give(flow: string, cost: number, since: number): void {
    const stands = this.after(flow, cost, since);
    this.#given.set(flow, stands);
    this.#now = Math.max(this.#now, stands);
  }

  /** Forgets flows for which nothing waits and which are not ahead of the others. */
  forget(isWaiting: (flow: string) => boolean): void {
    for (const [flow, given] of this.#given) if (given <= this.#now && !isWaiting(flow)) this.#given.delete(flow);
  }
}

/** Where both scales stood when something began to wait. */
interface Since {
  readonly place: number;
  readonly person: number;
}

/** Flows are forgotten after so many thoughts. */
const TIDY_EVERY = 100;

/**
 * What waits for a thread, in a fair order: places share the threads evenly, and so do the people of one place, however much one of
 * them asks for. One person has one thought at a time. Bounded.
 */
export class FairQueue<T extends Waiting> {
  readonly #most: number;
  readonly #waiting = new Map<T, Since>();
  readonly #places = new Flows();
  readonly #people = new Flows();
  /** People for whom a bot thinks now. */
  readonly #served = new Set<string>();
  #count = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** How many wait. */
  get size(): number {
    return this.#waiting.size;
  }

  get isFull(): boolean {
    return this.#waiting.size >= this.#most;
  }

  add(item: T): void {
    this.#waiting.set(item, { place: this.#places.now, person: this.#people.now });
  }

  /** Takes out what comes next; `undefined` where nothing can be served now. To be followed by `done`. */
  next(): T | undefined {
    const [first] = [...this.#waiting].filter(([{ person }]) => !this.#served.has(person)).sort(this.#inOrder);
    if (first === undefined) return undefined;
    const [item, since] = first;
    const { place, person, level } = item;
    this.#waiting.delete(item);
    this.#served.add(person);
    this.#places.give(place, COSTS[level], since.place);
    this.#people.give(person, COSTS[level], since.person);
    if (++this.#count % TIDY_EVERY === 0) this.#tidy();
    return item;
  }

  /** A thought has ended: that person may be given the next. */
  done({ person }: T): void {
    this.#served.delete(person);
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

  /** The order of arrival decides where all else is equal: a map keeps it, and sorting is stable. */
  readonly #inOrder = (left: [T, Since], right: [T, Since]): number => {
    const others = this.#ranks(right);
    for (const [index, rank] of this.#ranks(left).entries()) {
      const difference = rank - (others[index] ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };

  /** What decides, the most important first: of two flows that would stand equal, the one that has been given less. */
  #ranks([{ place, person, level }, since]: [T, Since]): readonly number[] {
    const cost = COSTS[level];
    return [
      this.#places.after(place, cost, since.place),
      this.#places.standing(place),
      this.#people.after(person, cost, since.person),
      this.#people.standing(person),
    ];
  }
}
