import type { Store } from '@tablier/store';
import type { Log } from '../lib/log.ts';
import { HeartbeatFile } from './heartbeat-file.ts';
import { type Here, NOBODY_HERE, type NodeEvents, type NodeHealth, type RunningNode } from './node.ts';
import { everyTable, Outages, type Span } from './outages.ts';

/** How often the node notes that it works: a clock is charged for what was played, and spared at most this much too little. Milliseconds. */
const PACE = 1000;
/** Where nothing was noted for so long, the server was stopped: the machine slept, or its clock was set forward. Milliseconds. */
const LATE = 2500;

export interface StandaloneNodeParts {
  /** The data folder, where a file notes that the server works. */
  readonly folder: string;
  readonly store: Pick<Store, 'health' | 'probe'>;
  readonly now: () => number;
  readonly log: Log;
}

/**
 * The only server on its data: it keeps every table, and notes in a file that it works. A write that fails begins an outage,
 * which lasts from the moment that write was asked for until one succeeds: while it lasts, the node tries one each second.
 */
export class StandaloneNode implements RunningNode {
  readonly isShared = false;
  readonly #parts: StandaloneNodeParts;
  readonly #file: HeartbeatFile;
  readonly #outages = new Outages();
  #events: NodeEvents | null = null;
  #startedAt = 0;
  /** When it was last looked at the time; the file may not have taken it. */
  #notedAt = 0;
  /** When the file last took a note. */
  #writtenAt = 0;
  /** Since when writes fail; `null` where the last one was done. */
  #failingSince: number | null = null;
  #probing: Promise<boolean> | null = null;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: StandaloneNodeParts) {
    this.#parts = parts;
    this.#file = new HeartbeatFile(parts.folder);
  }

  async start(events: NodeEvents): Promise<void> {
    this.#startedAt = this.#parts.now();
    this.#notedAt = this.#startedAt;
    this.#outages.add({ from: this.#file.read(), until: this.#startedAt, hits: everyTable });
    this.#note();
    this.#events = events;
    this.#timer = setInterval(() => this.#beat(), PACE).unref();
  }

  opened(): void {
    this.#outages.add({ from: this.#startedAt, until: this.#parts.now(), hits: everyTable });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#probing;
    this.#note();
  }

  owns(): boolean {
    return true;
  }

  owed(table: string, since: number): Span | null {
    if (this.#parts.now() - this.#notedAt > LATE) this.#note();
    return this.#outages.owed(table, since);
  }

  isServing(): boolean | Promise<boolean> {
    this.doubt();
    return this.#failingSince === null || this.#probe();
  }

  silence(): null {
    return null;
  }

  doubt(): void {
    const { failingSince } = this.#parts.store.health();
    if (failingSince === null || this.#failingSince !== null) return;
    this.#failingSince = failingSince;
    this.#parts.log.error({}, 'the database does not take writes: clocks stand until it does');
  }

  health(): NodeHealth {
    const { lastWriteAt, failingSince } = this.#parts.store.health();
    const isServing = failingSince === null && this.#failingSince === null;
    return { lastWriteAt: isServing ? Math.max(lastWriteAt, this.#writtenAt) : lastWriteAt, isServing };
  }

  share(): void {}

  onOtherNodes(): Here {
    return NOBODY_HERE;
  }

  #beat(): void {
    this.#note();
    this.doubt();
    if (this.#failingSince !== null) void this.#probe();
  }

  /** Whether the database takes writes again. Those who ask meanwhile share one answer. */
  #probe(): Promise<boolean> {
    this.#probing ??= this.#probed().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  async #probed(): Promise<boolean> {
    if (this.#isStopped || !(await this.#parts.store.probe())) return false;
    const [from, until] = [this.#failingSince, this.#parts.now()];
    if (from === null) return true;
    this.#failingSince = null;
    this.#outages.add({ from, until, hits: everyTable });
    this.#parts.log.info({ ms: until - from }, 'the database takes writes again');
    this.#events?.onChange();
    return true;
  }

  #note(): void {
    const [before, now] = [this.#notedAt, this.#parts.now()];
    this.#notedAt = now;
    try {
      this.#file.write(now);
      this.#writtenAt = now;
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the data folder cannot be written to');
    }
    if (now - before <= LATE) return;
    this.#outages.add({ from: before, until: now, hits: everyTable });
    this.#events?.onChange();
  }
}
