import type { NodePort, Roll } from '@tablier/store';
import type { Log } from '../lib/log.ts';
import { ownerOf } from './owner-node.ts';
import type { Here, NodeEvents, NodeHealth, RunningNode } from './node.ts';
import { everyTable, Outages, type Span } from './outages.ts';
import { type Gone, Membership } from './membership.ts';
import { Presence } from './presence.ts';
import { formatAsk, formatHere, parseNodeMessage } from './node-messages.ts';

/** How often a node notes that it works, and reads the notes of the others. Milliseconds. */
const PACE = 500;
/** Where the database was not reached for so long, this node did not serve. Milliseconds. */
const LATE = 1500;

export interface ClusterNodeParts {
  /** Names this start of this server among all others. */
  readonly id: string;
  readonly port: NodePort;
  readonly now: () => number;
  readonly log: Log;
}

/** One of several servers on the same database. */
export class ClusterNode implements RunningNode {
  readonly isShared = true;
  readonly #parts: ClusterNodeParts;
  readonly #peers = new Membership();
  readonly #presence = new Presence();
  readonly #outages = new Outages();
  #events: NodeEvents = { onChange: () => undefined, onPresence: () => undefined };
  #stopHearing: () => void = () => undefined;
  #startedAt = 0;
  /** When the database was last known to be within reach. */
  #servedUntil = 0;
  #isDoubted = false;
  /** Whether the last beat failed. */
  #isAway = false;
  #isStopped = false;
  #beating: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: ClusterNodeParts) {
    this.#parts = parts;
  }

  async start(events: NodeEvents): Promise<void> {
    const { id, port, now } = this.#parts;
    this.#events = events;
    this.#startedAt = now();
    const roll = await port.beat(id);
    this.#peers.take(roll, this.#startedAt, now());
    this.#servedUntil = now();
    if (this.#peers.living.length === 0) {
      const last = Math.max(0, ...roll.notes.map(({ at }) => at));
      const from = last === 0 ? 0 : this.#startedAt - (roll.now - last);
      this.#outages.add({ from, until: this.#servedUntil, hits: everyTable });
    }
    this.#stopHearing = port.hear({
      onWord: (text) => this.#heard(text),
      onGap: () => this.#ask(),
      onBreak: () => this.doubt(),
    });
    this.#schedule();
  }

  opened(): void {
    const others = this.#peers.living.length > 0;
    if (!others) this.#outages.add({ from: this.#startedAt, until: this.#parts.now(), hits: everyTable });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#stopHearing();
    await this.#beating;
    try {
      await this.#parts.port.leave(this.#parts.id);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the other nodes could not be told of the stop');
    }
  }

  owns(table: string): boolean {
    const { id } = this.#parts;
    return ownerOf(table, [id, ...this.#peers.living]) === id;
  }

  owed(table: string, since: number): Span | null {
    return this.#outages.owed(table, since);
  }

  isServing(): boolean | Promise<boolean> {
    const isKnown = !this.#isDoubted && this.#parts.now() - this.#servedUntil <= LATE;
    return isKnown || this.#isStopped || this.#beat();
  }

  silence(table: string): Promise<void> | null {
    const serves = (node: string): boolean =>
      this.#presence.has(node, table) || ownerOf(table, [this.#parts.id, ...this.#peers.living]) === node;
    const isSilent = !this.#isStopped && this.#peers.silent(this.#parts.now()).some(serves);
    return isSilent ? this.#nextBeat() : null;
  }

  doubt(): void {
    if (this.#isDoubted || this.#isStopped) return;
    this.#isDoubted = true;
    void this.#beat();
  }

  health(): NodeHealth {
    return { lastWriteAt: this.#servedUntil, isServing: !this.#isDoubted && !this.#isAway };
  }

  share(table: string, here: Here, left: readonly number[]): void {
    if (this.#presence.setOwn(table, here)) this.#say(formatHere(this.#parts.id, [[table, here, left]]));
  }

  onOtherNodes(table: string): Here {
    return this.#presence.onOtherNodes(table);
  }

  /** Whether the database answered. There is one at a time. */
  #beat(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#beating ??= this.#tryToBeat().finally(() => {
      this.#beating = null;
      this.#schedule();
    });
    return this.#beating;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#beat(), PACE).unref();
  }

  async #nextBeat(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, PACE / 2));
    await this.#beat();
  }

  async #tryToBeat(): Promise<boolean> {
    const askedAt = this.#parts.now();
    try {
      this.#take(await this.#parts.port.beat(this.#parts.id), askedAt);
      return true;
    } catch (error) {
      this.#isDoubted = true;
      if (!this.#isAway) this.#parts.log.error({ err: error }, 'the database does not answer');
      this.#isAway = true;
      return false;
    }
  }

  #take(roll: Roll, askedAt: number): void {
    const now = this.#parts.now();
    const from = this.#servedUntil;
    const wasAway = this.#isDoubted || now - from > LATE;
    this.#servedUntil = askedAt;
    this.#isDoubted = false;
    this.#isAway = false;
    if (wasAway) {
      this.#outages.add({ from, until: now, hits: everyTable });
      this.#peers.excuse(now);
    }
    const { came, left, died } = this.#peers.take(roll, askedAt, now);
    for (const death of died) this.#buried(death, now);
    for (const goodbye of left) this.#succeeded(goodbye, now);
    // Where this node was silent or another one is back, one of the two may have forgotten the other's people.
    if (wasAway) this.#sayAll();
    if (came.length > 0) this.#ask();
    if (wasAway || came.length + left.length + died.length > 0) this.#events.onChange();
  }

  /** A node died: what it served was not served from its last sign of life until now. */
  #buried({ node, signAt }: Gone, now: number): void {
    this.#parts.log.info({ node, silentMs: now - signAt }, 'another node is dead');
    // Who came after that sign of life was not there to share the tables with it.
    const own = this.#startedAt <= signAt ? [this.#parts.id] : [];
    const nodes = [node, ...own, ...this.#peers.living];
    const watched = new Set(this.#forgotten(node));
    const hits = (table: string): boolean => watched.has(table) || ownerOf(table, nodes) === node;
    this.#outages.add({ from: signAt, until: now, hits });
  }

  /** A node has left: whoever was there over its lines is served from now on, and has to find back over another one. */
  #succeeded({ node, signAt }: Gone, now: number): void {
    const watched = new Set(this.#forgotten(node));
    // What takes no time would be no outage.
    this.#outages.add({ from: Math.min(signAt, now - 1), until: now, hits: (table) => watched.has(table) });
  }

  #forgotten(node: string): readonly string[] {
    const tables = this.#presence.drop(node);
    for (const table of tables) this.#events.onPresence(table, []);
    return tables;
  }

  #heard(text: string): void {
    const message = parseNodeMessage(text);
    if (message === null || message.node === this.#parts.id) return;
    if (message.asks) this.#sayAll();
    for (const [table, , left] of this.#presence.hear(message)) this.#events.onPresence(table, left);
  }

  /** Asks who is where on the other nodes. */
  #ask(): void {
    this.#say([formatAsk(this.#parts.id)]);
  }

  #sayAll(): void {
    this.#say(formatHere(this.#parts.id, this.#presence.own));
  }

  #say(messages: readonly string[]): void {
    if (!this.#isStopped) for (const message of messages) this.#parts.port.say(message);
  }
}
