import { setTimeout as sleep } from 'node:timers/promises';
import { type Rng, SeededRng } from '@tablier/core';
import { newGuest, TestClient } from '@tablier/testkit/online';
import { Journal } from './journal.ts';
import { drawPlan, type Plan } from './plans.ts';
import { playTable } from './play.ts';

interface DriverSettings {
  /** Tables that are played at the same time. */
  readonly tables: number;
  readonly seed: string;
  /** What is played. Default: anything. */
  readonly plan?: (rng: Rng) => Plan;
  /** Whether players think until the end, as people do, because rate limits apply. */
  readonly isCalm?: boolean;
  /** Headers of each person's connections and requests, as a proxy adds them. */
  readonly headersFor?: (person: number) => Readonly<Record<string, string>>;
}

/** This long after the last command nothing more is expected, once no server is killed any more. Milliseconds. */
const STALLED_MS = 20_000;

/** Players on real connections, each at several tables at a time. They play one table after the other until `finish`. */
export class Driver {
  readonly journal = new Journal();
  /** What no other client may ever read: the secrets of sessions, and the ids of persons, which only the server knows. */
  readonly secrets: readonly string[];
  readonly #people: readonly TestClient[];
  readonly #watchers: readonly TestClient[];
  readonly #ticking: NodeJS.Timeout;
  readonly #playing: Promise<void>;
  #isEnough = false;

  private constructor(
    people: readonly TestClient[],
    watchers: readonly TestClient[],
    cookies: readonly string[],
    settings: DriverSettings,
  ) {
    this.secrets = cookies.flatMap((cookie) => (cookie.split('=')[1] ?? '').split('.'));
    this.#people = people;
    this.#watchers = watchers;
    this.#ticking = setInterval(() => {
      for (const { core } of [...people, ...watchers]) core.tick();
    }, 1000);
    const slots = Array.from({ length: settings.tables }, (_, slot) => this.#playOn(slot, settings));
    this.#playing = Promise.all(slots).then(() => undefined);
  }

  static async start(url: () => string, settings: DriverSettings): Promise<Driver> {
    const { headersFor = () => ({}) } = settings;
    const options = { keepsMessages: false };
    const people: TestClient[] = [];
    const cookies: string[] = [];
    for (let person = 0; person < Math.max(4, settings.tables); person++) {
      const headers = headersFor(person);
      const cookie = await newGuest(url(), `Player ${person}`, headers);
      cookies.push(cookie);
      people.push(await new TestClient(url, cookie, { ...options, headers }).connect());
    }
    const watchers = await Promise.all(
      Array.from({ length: Math.ceil(settings.tables / 16) }, () => new TestClient(url, '', options).connect()),
    );
    return new Driver(people, watchers, cookies, settings);
  }

  /** Begins no more tables; resolves when the running ones are over, or after a long time without a move. */
  async finish(): Promise<void> {
    this.#isEnough = true;
    this.journal.movedAt = Date.now();
    await Promise.race([this.#playing, this.#stalled()]);
    clearInterval(this.#ticking);
    for (const client of [...this.#people, ...this.#watchers]) await client.leave();
  }

  async #stalled(): Promise<void> {
    while (Date.now() - this.journal.movedAt < STALLED_MS) await sleep(500);
  }

  async #playOn(slot: number, { seed, plan: draw = drawPlan, isCalm = false }: DriverSettings): Promise<void> {
    const rng = new SeededRng(`${seed} ${slot}`);
    const watcher = this.#watchers[slot % this.#watchers.length];
    if (watcher === undefined) throw new Error('no one watches');
    while (!this.#isEnough) {
      const plan = draw(rng);
      const seats = plan.terms.chairs.filter((chair) => chair === 'me' || chair === 'open').length;
      const first = rng.below(this.#people.length);
      const players = [...this.#people, ...this.#people].slice(first, first + seats);
      const company = { players, watcher, journal: this.journal, isHurried: () => this.#isEnough && !isCalm };
      await playTable(plan, company, rng).catch((error: unknown) => this.journal.fault(String(error)));
    }
  }
}
