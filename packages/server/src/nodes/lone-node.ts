import type { Log } from '../log.ts';
import { AliveFile } from './alive-file.ts';
import { type Here, NOBODY_HERE, type NodeEvents, type RunningNode } from './node.ts';
import { everyTable, Outages, type Span } from './outages.ts';

/** How often it is noted that the server works: nobody is charged for more than was played, and given this much at most. Milliseconds. */
const PACE = 1000;
/** Where nothing was noted for so long, the server was stopped: the machine slept, or its clock was set forward. Milliseconds. */
const LATE = 2500;

/** The only server on its data: it keeps every table, and notes in a file that it works. */
export class LoneNode implements RunningNode {
  readonly isShared = false;
  readonly #file: AliveFile;
  readonly #now: () => number;
  readonly #log: Log;
  readonly #outages = new Outages();
  #events: NodeEvents | null = null;
  #startedAt = 0;
  #notedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(folder: string, now: () => number, log: Log) {
    this.#file = new AliveFile(folder);
    this.#now = now;
    this.#log = log;
  }

  async start(events: NodeEvents): Promise<void> {
    this.#startedAt = this.#now();
    this.#notedAt = this.#startedAt;
    this.#outages.add({ from: this.#file.read(), until: this.#startedAt, hits: everyTable });
    this.#note();
    this.#events = events;
    this.#timer = setInterval(() => this.#note(), PACE).unref();
  }

  opened(): void {
    this.#outages.add({ from: this.#startedAt, until: this.#now(), hits: everyTable });
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#note();
  }

  keeps(): boolean {
    return true;
  }

  owed(table: string, since: number): Span | null {
    if (this.#now() - this.#notedAt > LATE) this.#note();
    return this.#outages.owed(table, since);
  }

  isServing(): boolean {
    return true;
  }

  silence(): null {
    return null;
  }

  doubt(): void {}

  share(): void {}

  elsewhere(): Here {
    return NOBODY_HERE;
  }

  #note(): void {
    const [before, now] = [this.#notedAt, this.#now()];
    this.#notedAt = now;
    try {
      this.#file.write(now);
    } catch (error) {
      this.#log.error({ error: String(error) }, 'the time could not be noted');
    }
    if (now - before <= LATE) return;
    this.#outages.add({ from: before, until: now, hits: everyTable });
    this.#events?.onChange();
  }
}
