import { BoundedMap, known } from '../lib/caches.ts';
import { type ServerContext, sha256 } from '../lib/context.ts';
import { type BrokerState, type NodeList, type NodePort, Paced, type Store } from '@tablier/store';
import {
  type Here,
  NO_PRESENCE,
  type NodeEvents,
  type NodeHealth,
  type RunningNode,
  Outages,
  type Span,
} from './node.ts';
import {
  type DepartedNode,
  formatPresence,
  formatPresenceRequest,
  Membership,
  type NodeMessage,
  parseNodeMessage,
  type TablePresence,
} from './membership.ts';

/** How often a node sends its heartbeat and reads those of the others. Milliseconds. */
const HEARTBEAT_INTERVAL = 500;
/** The shortest interval between two messages about presence: what every node is notified of must not grow with the games. Milliseconds. */
const SHARING_INTERVAL = 500;
/** Tables whose owner node is remembered until a node comes or goes: every move asks for it, and each node costs a hash. */
const MAX_OWNERS = 20_000;
/** If the database was out of reach for this long, this node did not serve. Milliseconds. */
const LATE = 1500;

interface ClusterNodeDeps extends Pick<ServerContext, 'log' | 'now'> {
  readonly id: string;
  readonly port: NodePort;
  readonly store: Pick<Store, 'outages' | 'recordOutage'>;
}

/** By how much the clock of the database is ahead of this node's: bounds. Milliseconds. Outages are rounded up by them. */
const offsetOf = (list: NodeList, requestedAt: number, answeredAt: number) => ({
  least: list.now - answeredAt,
  most: list.now - requestedAt,
});

/**
 * One of several servers on the same database. Outages of all tables are recorded there, in its time. Outages of single nodes are
 * known only to the nodes that go on running.
 */
export class ClusterNode implements RunningNode {
  readonly isShared = true;
  readonly #deps: ClusterNodeDeps;
  readonly #peers = new Membership();
  readonly #owners = new BoundedMap<string, string | null>(MAX_OWNERS);
  readonly #presence = new Presence();
  readonly #outages: Outages;
  /** What the other nodes have not been told yet, by table. */
  readonly #shared = new Map<string, TablePresence>();
  readonly #sharing = new Paced(SHARING_INTERVAL, () => this.#sendShared());
  #events: NodeEvents = { onChange: () => undefined, onPresence: () => undefined };
  #startedAt = 0;
  /** When the database was last known to be within reach. */
  #servedUntil = 0;
  #offset = { least: 0, most: 0 };
  #isDoubted = false;
  #isAway = false;
  #broker: BrokerState = 'none';
  #isStopped = false;
  #heartbeat: Promise<boolean> | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: ClusterNodeDeps) {
    this.#deps = deps;
    this.#outages = new Outages(deps.store, deps.log);
  }

  async start(events: NodeEvents): Promise<void> {
    const { id, port, store, now } = this.#deps;
    this.#events = events;
    this.#startedAt = now();
    const list = await port.heartbeat(id);
    this.#servedUntil = now();
    this.#offset = offsetOf(list, this.#startedAt, this.#servedUntil);
    const { least, most } = this.#offset;
    this.#peers.take(list, this.#startedAt, this.#servedUntil);
    for (const { from, until } of await store.outages()) this.#outages.add({ from: from - most, until: until - least });
    if (this.#peers.living.length === 0) {
      const last = Math.max(0, ...list.notes.map(({ at }) => at));
      this.#addOutage({ from: last === 0 ? 0 : last - most, until: this.#servedUntil });
      await this.#outages.flush();
    }
    port.subscribe({
      onMessage: (text) => this.#onMessage(text),
      onGap: () => this.#requestPresence(),
      onBreak: () => this.doubt(),
    });
    this.#schedule();
  }

  opened(): void {
    const others = this.#peers.living.length > 0;
    if (!others) this.#addOutage({ from: this.#startedAt, until: this.#deps.now() });
    void this.#outages.flush();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#heartbeat;
    await this.#outages.flush();
    try {
      await this.#deps.port.leave(this.#deps.id);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'stop not announced to other nodes');
    }
  }

  owns(table: string): boolean {
    return this.#ownerOf(table) === this.#deps.id;
  }

  #ownerOf(table: string): string | null {
    return known(this.#owners, table, () => ownerOf(table, [this.#deps.id, ...this.#peers.living]));
  }

  owed(table: string, since: number): Span | null {
    return this.#outages.owed(table, since);
  }

  isServing(): boolean | Promise<boolean> {
    const isKnown = !this.#isDoubted && this.#deps.now() - this.#servedUntil <= LATE;
    return isKnown || this.#isStopped || this.#sendHeartbeat();
  }

  silence(table: string): Promise<void> | null {
    const serves = (node: string): boolean => this.#presence.has(node, table) || this.#ownerOf(table) === node;
    const isSilent = !this.#isStopped && this.#peers.silent(this.#deps.now()).some(serves);
    return isSilent ? this.#nextHeartbeat() : null;
  }

  doubt(): void {
    if (this.#isDoubted || this.#isStopped) return;
    this.#isDoubted = true;
    void this.#sendHeartbeat();
  }

  health(): NodeHealth {
    return { lastWriteAt: this.#servedUntil, isServing: !this.#isDoubted && !this.#isAway };
  }

  share(table: string, here: Here, left: readonly number[]): void {
    if (!this.#presence.setOwn(table, here)) return;
    const [, , before = []] = this.#shared.get(table) ?? [];
    this.#shared.set(table, [table, here, [...before, ...left]]);
    this.#sharing.ask();
  }

  onOtherNodes(table: string): Here {
    return this.#presence.onOtherNodes(table);
  }

  #sendHeartbeat(): Promise<boolean> {
    clearTimeout(this.#timer);
    this.#heartbeat ??= this.#tryHeartbeat().finally(() => {
      this.#heartbeat = null;
      this.#schedule();
    });
    return this.#heartbeat;
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#sendHeartbeat(), HEARTBEAT_INTERVAL).unref();
  }

  async #nextHeartbeat(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, HEARTBEAT_INTERVAL / 2));
    await this.#sendHeartbeat();
  }

  async #tryHeartbeat(): Promise<boolean> {
    const requestedAt = this.#deps.now();
    try {
      this.#processHeartbeats(await this.#deps.port.heartbeat(this.#deps.id), requestedAt);
      return true;
    } catch (error) {
      this.#isDoubted = true;
      if (!this.#isAway) this.#deps.log.error({ err: error }, 'database unavailable');
      this.#isAway = true;
      return false;
    }
  }

  #processHeartbeats(list: NodeList, requestedAt: number): void {
    const now = this.#deps.now();
    const from = this.#servedUntil;
    this.#offset = offsetOf(list, requestedAt, now);
    const wasAway = this.#isDoubted || now - from > LATE;
    this.#servedUntil = requestedAt;
    this.#isDoubted = false;
    this.#isAway = false;
    if (wasAway) {
      this.#addOutage({ from, until: now });
      this.#peers.excuse(now);
    }
    void this.#outages.flush();
    this.#logBroker();
    const { came, left, died } = this.#peers.take(list, requestedAt, now);
    if (came.length + left.length + died.length > 0) this.#owners.clear();
    for (const death of died) this.#onNodeDied(death, now);
    for (const departure of left) this.#onNodeLeft(departure, now);
    // If this node was silent or another one is back, one of the two may have dropped the other's presence.
    if (wasAway) this.#sendAllPresence();
    if (came.length > 0) this.#requestPresence();
    if (wasAway || came.length + left.length + died.length > 0) this.#events.onChange();
  }

  #logBroker(): void {
    const { brokerState } = this.#deps.port;
    if (brokerState === this.#broker) return;
    this.#broker = brokerState;
    if (brokerState === 'unreachable') this.#deps.log.error({}, 'broker unreachable: PostgreSQL passes the notices');
    else this.#deps.log.info({}, 'broker connected: it passes the notices');
  }

  #addOutage({ from, until }: Span): void {
    this.#outages.add({ from, until });
    const { least, most } = this.#offset;
    this.#outages.record({ from: Math.max(0, from + least), until: until + most });
  }

  /** A node died: its tables were not served from its last heartbeat until now. */
  #onNodeDied({ node, signAt }: DepartedNode, now: number): void {
    this.#deps.log.info({ node, silentMs: now - signAt }, 'another node is dead');
    // A node that started after that heartbeat did not share tables with the dead one.
    const own = this.#startedAt <= signAt ? [this.#deps.id] : [];
    const nodes = [node, ...own, ...this.#peers.living];
    const watched = new Set(this.#dropPresence(node));
    const hits = (table: string): boolean => watched.has(table) || ownerOf(table, nodes) === node;
    this.#outages.add({ from: signAt, until: now }, hits);
  }

  /** A node left: clients connected to it are served again once they reconnect to another node. */
  #onNodeLeft({ node, signAt }: DepartedNode, now: number): void {
    const watched = new Set(this.#dropPresence(node));
    // A span of zero length would not count as an outage.
    this.#outages.add({ from: Math.min(signAt, now - 1), until: now }, (table) => watched.has(table));
  }

  #dropPresence(node: string): readonly string[] {
    const tables = this.#presence.drop(node);
    for (const table of tables) this.#events.onPresence(table, []);
    return tables;
  }

  #onMessage(text: string): void {
    const message = parseNodeMessage(text);
    if (message === null || message.node === this.#deps.id || this.#isStopped) return;
    if (message.asks) this.#sendAllPresence();
    // A late report must not revive what was dropped with the node. A node that comes back is asked again.
    if (this.#peers.isGone(message.node)) return;
    for (const [table, , left] of this.#presence.receive(message)) this.#events.onPresence(table, left);
  }

  #sendShared(): void {
    this.#send(formatPresence(this.#deps.id, [...this.#shared.values()]));
    this.#shared.clear();
  }

  #requestPresence(): void {
    this.#send([formatPresenceRequest(this.#deps.id)]);
  }

  #sendAllPresence(): void {
    this.#send(formatPresence(this.#deps.id, this.#presence.own));
  }

  #send(messages: readonly string[]): void {
    if (!this.#isStopped) for (const message of messages) this.#deps.port.publish(message);
  }
}

/** By rendezvous hashing: nodes that know the same members agree without a message, and when one leaves, only its tables move. */
export function ownerOf(table: string, nodes: readonly string[]): string | null {
  const [only = null, ...others] = nodes;
  if (others.length === 0) return only;
  const weighed = nodes.map((node) => ({ node, weight: sha256(`${node} ${table}`) }));
  return weighed.reduce((best, each) => (each.weight > best.weight ? each : best)).node;
}

const isEmpty = ({ seats, spectators }: Here): boolean => seats.length === 0 && spectators === 0;

const isSame = (one: Here, other: Here): boolean =>
  one.spectators === other.spectators && one.seats.join() === other.seats.join();

/** Of one node, by table. */
type NodePresence = Map<string, Here>;

/** Returns whether it changed. */
function setHere(tables: NodePresence, table: string, here: Here): boolean {
  if (isSame(tables.get(table) ?? NO_PRESENCE, here)) return false;
  if (isEmpty(here)) tables.delete(table);
  else tables.set(table, here);
  return true;
}

export class Presence {
  readonly #own: NodePresence = new Map();
  readonly #others = new Map<string, NodePresence>();

  setOwn(table: string, here: Here): boolean {
    return setHere(this.#own, table, here);
  }

  get own(): NodeMessage['here'] {
    return [...this.#own].map(([table, here]) => [table, here, []]);
  }

  receive({ node, here }: NodeMessage): TablePresence[] {
    const other = known(this.#others, node, (): NodePresence => new Map());
    return here.filter(([table, people]) => setHere(other, table, people));
  }

  drop(node: string): string[] {
    const tables = [...(this.#others.get(node)?.keys() ?? [])];
    this.#others.delete(node);
    return tables;
  }

  has(node: string, table: string): boolean {
    return this.#others.get(node)?.has(table) ?? false;
  }

  onOtherNodes(table: string): Here {
    const there = [...this.#others.values()].flatMap((tables) => tables.get(table) ?? []);
    if (there.length === 0) return NO_PRESENCE;
    const seats = [...new Set(there.flatMap((here) => here.seats))].toSorted((left, right) => left - right);
    return { seats, spectators: there.reduce((sum, here) => sum + here.spectators, 0) };
  }
}
