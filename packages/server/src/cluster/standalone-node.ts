import type { ServerContext } from '../lib/context.ts';
import type { Store } from '@tablier/store';
import {
  type Here,
  NO_PRESENCE,
  type NodeEvents,
  type NodeHealth,
  type RunningNode,
  Outages,
  type Span,
} from './node.ts';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** After a crash, a clock is credited at most this much too little. Milliseconds. */
const HEARTBEAT_INTERVAL = 1000;
/** After this long without a heartbeat the machine slept, or its clock was set forward. Milliseconds. */
const LATE = 2500;

interface StandaloneNodeDeps extends Pick<ServerContext, 'log' | 'now'> {
  readonly folder: string;
  readonly store: Pick<Store, 'health' | 'probe' | 'outages' | 'recordOutage'>;
}

/**
 * The only server on its data: it owns every table and writes its heartbeat to a file. An outage lasts from the request of a write that
 * fails until one succeeds, which is tried each second. The file keeps the older time while the server starts, and while an outage could not
 * be recorded: a server that dies then leaves the whole span to the next one.
 */
export class StandaloneNode implements RunningNode {
  readonly isShared = false;
  readonly #deps: StandaloneNodeDeps;
  readonly #file: ReturnType<typeof createHeartbeatFile>;
  readonly #outages: Outages;
  #events: NodeEvents | null = null;
  #startedAt = 0;
  /** When the file was last written before this start. Milliseconds since 1970. */
  #aliveAt = 0;
  #isOpen = false;
  /** When the time was last checked. Writing the file may have failed. */
  #checkedAt = 0;
  #writtenAt = 0;
  /** Since when writes fail; `null` if the last one succeeded. */
  #failingSince: number | null = null;
  #probing: Promise<boolean> | null = null;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: StandaloneNodeDeps) {
    this.#deps = deps;
    this.#file = createHeartbeatFile(deps.folder);
    this.#outages = new Outages(deps.store, deps.log);
  }

  async start(events: NodeEvents): Promise<void> {
    for (const outage of await this.#deps.store.outages()) this.#outages.add(outage);
    this.#startedAt = this.#deps.now();
    this.#checkedAt = this.#startedAt;
    this.#aliveAt = this.#file.read();
    this.#outages.add({ from: this.#aliveAt, until: this.#startedAt });
    this.#events = events;
    this.#timer = setInterval(() => this.#check(), HEARTBEAT_INTERVAL).unref();
  }

  opened(): void {
    const until = this.#deps.now();
    this.#outages.add({ from: this.#startedAt, until });
    this.#outages.record({ from: this.#aliveAt, until });
    this.#isOpen = true;
    void this.#writeHeartbeat();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#probing;
    await this.#writeHeartbeat();
  }

  owns(): boolean {
    return true;
  }

  owed(table: string, since: number): Span | null {
    if (this.#deps.now() - this.#checkedAt > LATE) this.#checkTime();
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
    const { failingSince } = this.#deps.store.health();
    if (failingSince === null || this.#failingSince !== null) return;
    this.#failingSince = failingSince;
    this.#deps.log.error({}, 'database does not accept writes: clocks are paused');
  }

  health(): NodeHealth {
    const { lastWriteAt, failingSince } = this.#deps.store.health();
    const isServing = failingSince === null && this.#failingSince === null;
    return { lastWriteAt: isServing ? Math.max(lastWriteAt, this.#writtenAt) : lastWriteAt, isServing };
  }

  share(): void {}

  onOtherNodes(): Here {
    return NO_PRESENCE;
  }

  #check(): void {
    this.#checkTime();
    void this.#writeHeartbeat();
    this.doubt();
    if (this.#failingSince !== null) void this.#probe();
  }

  #probe(): Promise<boolean> {
    this.#probing ??= this.#probed().finally(() => {
      this.#probing = null;
    });
    return this.#probing;
  }

  async #probed(): Promise<boolean> {
    if (this.#isStopped || !(await this.#deps.store.probe())) return false;
    const [from, until] = [this.#failingSince, this.#deps.now()];
    if (from === null) return true;
    this.#failingSince = null;
    this.#addOutage({ from, until });
    this.#deps.log.info({ ms: until - from }, 'database accepts writes again');
    this.#events?.onChange();
    return true;
  }

  #addOutage(span: Span): void {
    this.#outages.add(span);
    this.#outages.record(span);
  }

  #checkTime(): void {
    const [before, now] = [this.#checkedAt, this.#deps.now()];
    this.#checkedAt = now;
    if (now - before <= LATE) return;
    this.#addOutage({ from: before, until: now });
    this.#events?.onChange();
  }

  async #writeHeartbeat(): Promise<void> {
    const now = this.#deps.now();
    if (!this.#isOpen || !(await this.#outages.flush())) return;
    try {
      this.#file.write(now);
      this.#writtenAt = now;
    } catch (error) {
      this.#deps.log.error({ err: error }, 'heartbeat file not written');
    }
  }
}

export function createHeartbeatFile(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'alive');
  return {
    /** Milliseconds since 1970; 0 if unknown. */
    read(): number {
      try {
        const noted = Number(readFileSync(file, 'utf8'));
        return Number.isSafeInteger(noted) ? noted : 0;
      } catch {
        return 0;
      }
    },
    /** Atomic, so that a crash leaves the older time. Does not wait for the disk. */
    write(at: number): void {
      writeFileSync(`${file}.new`, String(at), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
}
