import type { Answer, WatchedTable, WatchOptions } from '@tablier/client';
import { BrowserConnection, type ConnectionState } from '@tablier/client/browser';
import { type ClientCommand, type MyTable, SOCKET_PATH, type TableSummary } from '@tablier/protocol';
import { createSubscriber } from 'svelte/reactivity';
import * as m from '../../paraglide/messages.js';
import { becomeGuest, type GuestError, me } from './me.svelte.ts';
import { headerState } from './header-state.svelte.ts';
import { type LobbyList, LobbyReader } from './lobby-reader.ts';
import { time } from '../time.svelte.ts';

/** Names the table of the page: with several nodes, a proxy can send all who are at it to one node (`deploy/nginx-nodes.conf`). */
function socketPath(): string {
  const [, table] = /^\/t\/([\w-]{22})/.exec(location.pathname) ?? [];
  return table === undefined ? SOCKET_PATH : `${SOCKET_PATH}?table=${table}`;
}

/** How often a page reads the lobby that is about something else, at most. Milliseconds. */
const CASUAL = 3000;

/** How often a clock that is shown changes. Milliseconds. */
const STEP = 500;

/** The connection of this page to the server, as runes. It opens on the first use. */
class ServerConnection {
  state: ConnectionState = $state('opening');
  /** The name by which the server knows this browser; `null` for an anonymous client. */
  name: string | null = $state(null);
  /** In the state `crowded`: the seconds from then until the next connection. */
  wait = $state(0);
  /** What is wrong with the connection for a while, in words; `null` for nothing. */
  readonly trouble = $derived.by(() => {
    if (this.state === 'crowded') return m.online_crowded({ count: this.wait });
    return this.state === 'broken' ? m.online_broken() : null;
  });
  /** Whether the server has answered since the page was loaded. */
  hasAnswered = $state(false);
  #changes = $state(0);
  #welcomes: (() => void)[] = [];
  #isUsed = false;
  #looking = 0;
  #inLobby = 0;
  #followingOwn = 0;
  readonly #connection = new BrowserConnection({
    url: () => new URL(socketPath(), location.href.replace(/^http/, 'ws')),
    network: window,
    isHidden: () => document.hidden,
    askWait,
    onChange: () => this.#changed(),
  });
  readonly #reader = new LobbyReader({
    onRead: (list) => this.#looked(list),
    isNeedless: () => document.hidden || this.core.people !== null,
  });
  /** The lobby as a page that only looks has read it; `null` before that, and while no page does. */
  #seen: LobbyList | null = null;
  /** Commands and listeners that only need the core use it directly, once the connection is in use. */
  readonly core = this.#connection.core;

  readonly #follow = createSubscriber((update) => {
    const timer = setInterval(update, STEP);
    return () => clearInterval(timer);
  });

  /** The clock of the server, in steps while something shows it. Milliseconds since 1970. */
  get now(): number {
    this.#follow();
    void this.#changes;
    // Without a connection the clock of the core is not that of the server.
    return this.#isUsed ? this.core.serverNow() : time.now;
  }

  /** What is known about a watched table. Reactive. */
  table(id: string): WatchedTable | null {
    void this.#changes;
    return this.core.tables.get(id) ?? null;
  }

  /** As `ClientCore.isCurrent`. Reactive. */
  isCurrent(id: string): boolean {
    void this.#changes;
    return this.core.isCurrent(id);
  }

  /** The tables in the lobby. Reactive. */
  get lobby(): readonly TableSummary[] {
    void this.#changes;
    return this.core.people === null ? (this.#seen?.tables ?? []) : [...this.core.lobby.values()];
  }

  /** The user's own tables, without offers of a rematch that have ended. Reactive. */
  get own(): readonly MyTable[] {
    void this.#changes;
    return [...this.core.own.values()].filter(({ rematch }) => rematch === undefined || rematch.until > this.now);
  }

  /** Reads the lobby now and then, without a connection, until the returned function is called. `least`: the least milliseconds between two requests. */
  lookAtLobby(least = CASUAL): () => void {
    if (this.#looking++ === 0) this.#reader.start(least);
    return () => {
      if (--this.#looking > 0) return;
      this.#reader.stop();
      this.#seen = null;
      this.#changed();
    };
  }

  /** Is sent every change of the lobby until the returned function is called: for who waits there for an opponent. */
  enterLobby(): () => void {
    this.use();
    if (this.#inLobby++ === 0) this.core.enterLobby();
    return () => {
      if (--this.#inLobby > 0) return;
      const [tables, online] = [[...this.core.lobby.values()], this.core.people];
      if (this.#looking > 0 && online !== null) this.#seen = { tables, online };
      this.core.leaveLobby();
      this.#changed();
    };
  }

  /** Follows the user's own tables until the returned function is called. */
  followOwn(): () => void {
    this.use();
    if (this.#followingOwn++ === 0) this.core.followOwn();
    return () => {
      if (--this.#followingOwn === 0) this.core.leaveOwn();
    };
  }

  use(): void {
    if (!this.#isUsed) this.state = this.#connection.state;
    this.#isUsed = true;
    this.#connection.open();
  }

  watch(id: string, options?: WatchOptions): void {
    this.use();
    this.core.watch(id, options);
  }

  /** Subscribes again to a table that could not be shown. */
  watchAgain(id: string): void {
    this.core.watchAgain(id);
    this.#changed();
  }

  unwatch(id: string): void {
    this.core.unwatch(id);
  }

  do(command: ClientCommand): Promise<Answer> {
    this.use();
    return this.core.do(command);
  }

  /** Resolves when the server has greeted this browser, so `name` is known. */
  ready(): Promise<void> {
    this.use();
    if (this.core.online) return Promise.resolve();
    return new Promise((resolve) => this.#welcomes.push(resolve));
  }

  /** Signs this browser in as a guest; resolves when the server greets it by that name, or with the error. */
  async registerGuest(name: string): Promise<GuestError | null> {
    const error = await becomeGuest(name);
    if (error !== null) return error;
    this.renew();
    await this.ready();
    return this.name === null ? 'no-session' : null;
  }

  /** Reconnects if there is a connection, because the session of this browser has changed. */
  renew(): void {
    this.#connection.renew();
  }

  close(): void {
    this.#isUsed = false;
    this.#connection.close();
  }

  #looked(list: LobbyList | null): void {
    if (list === null && !this.#isUsed) this.state = 'broken';
    if (list === null) return;
    this.hasAnswered = true;
    this.#seen = list;
    this.#changed();
  }

  #changed(): void {
    if (this.core.online) this.#greeted();
    else if (this.#connection.state === 'ended') me.forget();
    this.state = this.#connection.state;
    this.wait = this.#connection.wait;
    headerState.online = (this.core.online ? this.core.people : null) ?? this.#seen?.online ?? null;
    this.#changes++;
  }

  #greeted(): void {
    this.hasAnswered = true;
    this.name = this.core.you?.name ?? null;
    if (this.name === null) me.forget();
    else me.named(this.name);
    for (const resolve of this.#welcomes.splice(0)) resolve();
  }
}

/** A server that does not answer within this time gives no wait. Milliseconds. */
const ANSWER_TIMEOUT = 3000;
/** The greatest share added to the wait, so that the clients do not return at the same moment. */
const MAX_SPREAD = 0.5;

/** The milliseconds to wait before the next connection; 0 if the server does not say. A browser does not tell why a WebSocket was refused. */
async function askWait(): Promise<number> {
  try {
    const { status, headers } = await fetch(socketPath(), { signal: AbortSignal.timeout(ANSWER_TIMEOUT) });
    const seconds = Number(headers.get('retry-after') ?? 0);
    return status === 429 && seconds > 0 ? seconds * 1000 * (1 + MAX_SPREAD * Math.random()) : 0;
  } catch {
    return 0;
  }
}

export const server = new ServerConnection();
