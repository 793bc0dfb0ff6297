import { GIVEN_UP, OPENING_TIMEOUT } from '@tablier/protocol';
import { ClientCore } from './client-core.ts';

/**
 * The state of the connection to the server. `crowded`: the server accepts no more connections from this address or user for a while.
 * `outdated`: the page has to be reloaded. `ended`: the session has ended. `banned`: the operator has banned this user.
 */
export type ConnectionState = 'opening' | 'open' | 'broken' | 'crowded' | 'outdated' | 'ended' | 'banned';

export interface BrowserOptions {
  /** Returns the address of the socket (`ws:` or `wss:`). Called for each connection. */
  readonly url: () => URL;
  /** Emits `online`, `offline` and `visibilitychange`, as a window does. The browser often notices a lost network before the silence does. */
  readonly network: EventTarget;
  /** Whether no one sees the page. */
  readonly isHidden: () => boolean;
  /** How long the server asks clients to wait before the next connection, in milliseconds; 0 if it does not. Never rejects. */
  readonly askWait: () => Promise<number>;
  /** Called after each change of `state`, `wait` or what the core knows. */
  readonly onChange: () => void;
}

/** Only a reload leaves these states. */
const FINAL: ReadonlySet<ConnectionState> = new Set(['outdated', 'ended', 'banned']);
/** The states for the steps that do not reconnect. */
const STATE_OF = { reload: 'outdated', stop: 'ended', banned: 'banned' } as const;

/** How often a connection is looked at, also to notice that the device has slept; and in a hidden page. Milliseconds. */
const TICK = 1000;
const HIDDEN_TICK = 5000;
/** After this many consecutive failed attempts the client asks the server for the reason. */
const ASK_AFTER = 2;
/** By how much the clock of the day and that of the page may run apart before the device counts as woken. Milliseconds. */
const SLEPT_MS = 1000;
/** The longest that a live connection takes to answer a ping. Milliseconds. */
const SILENT_MS = 2500;
/** The close code of a connection that was lost without a close frame. */
const LOST = 1006;

/** A `ClientCore` on WebSockets of a browser. It opens the connection on the first use and reconnects when it breaks. */
export class BrowserConnection {
  readonly core: ClientCore;
  readonly #options: BrowserOptions;
  #state: ConnectionState = 'opening';
  #wait = 0;
  #socket: WebSocket | null = null;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ticking: ReturnType<typeof setTimeout> | undefined;
  #isUsed = false;
  /** Failed openings in a row. */
  #failed = 0;
  /** The clock of the day without that of the page, which stands still while the device sleeps. */
  #clockGap = clockGap();

  constructor(options: BrowserOptions) {
    this.#options = options;
    this.core = new ClientCore({
      now: () => performance.now(),
      newId: () => crypto.getRandomValues(new Uint32Array(4)).reduce((text, part) => text + part.toString(36), 'd'),
      random: Math.random,
      onChange: () => this.#setState(this.core.online ? 'open' : this.#state),
    });
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** In the state `crowded`: the seconds from then until the next connection. */
  get wait(): number {
    return this.#wait;
  }

  /** Opens the connection. Further calls do nothing. */
  open(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    this.#options.network.addEventListener('offline', this.#drop);
    this.#options.network.addEventListener('online', this.#connect);
    this.#options.network.addEventListener('visibilitychange', this.#woke);
    this.#connect();
    this.#rest();
  }

  /** Replaces the connection, because the session has changed. Does nothing before `open`. */
  renew(): void {
    if (!this.#isUsed) return;
    this.#drop();
    this.#setState('opening');
    this.#connect();
  }

  /** Closes the connection until `open` is called again. */
  close(): void {
    this.#isUsed = false;
    clearTimeout(this.#ticking);
    this.#options.network.removeEventListener('offline', this.#drop);
    this.#options.network.removeEventListener('online', this.#connect);
    this.#options.network.removeEventListener('visibilitychange', this.#woke);
    this.#drop();
    clearTimeout(this.#retry);
  }

  #setState(state: ConnectionState): void {
    this.#state = state;
    this.#options.onChange();
  }

  #tick(): void {
    if (this.#hasSlept) this.#woke();
    this.core.tick({ isHidden: this.#options.isHidden() });
    if (this.#isUsed) this.#rest();
  }

  #rest(): void {
    this.#ticking = setTimeout(() => this.#tick(), this.#options.isHidden() ? HIDDEN_TICK : TICK);
  }

  get #hasSlept(): boolean {
    return Math.abs(clockGap() - this.#clockGap) > SLEPT_MS;
  }

  /**
   * The user is back, perhaps after hours. A connection that was silent may be dead without a sign, and to find that out takes longer than
   * to open another; one that waits to be opened waits no more.
   */
  readonly #woke = (): void => {
    const isStale = this.#hasSlept || this.core.silence > this.core.pingAfter + SILENT_MS;
    this.#clockGap = clockGap();
    this.core.woke();
    if (this.#socket !== null && this.core.online && !isStale) return this.core.checkClock();
    if (this.core.online) this.#drop();
    if (this.#state !== 'crowded') this.#connect();
  };

  readonly #connect = (): void => {
    if (this.#socket !== null || FINAL.has(this.#state)) return;
    clearTimeout(this.#retry);
    const socket = openedSocket(this.#options.url());
    if (socket === null) return this.#closed(LOST);
    this.#socket = socket;
    setTimeout(() => {
      if (this.#socket === socket && socket.readyState === WebSocket.CONNECTING) this.#drop();
    }, OPENING_TIMEOUT);
    socket.addEventListener('open', () => this.#socket === socket && this.#opened(socket));
    socket.addEventListener('close', ({ code }) => this.#socket === socket && this.#closed(code));
  };

  #opened(socket: WebSocket): void {
    this.#failed = 0;
    this.core.connectionOpened(socket, this.#drop);
  }

  /** Reconnects, or waits as long as the server asks for. */
  async #reconnect(): Promise<void> {
    const waitMs = this.#failed < ASK_AFTER ? 0 : await this.#options.askWait();
    if (this.#socket !== null || !this.#isUsed) return;
    if (waitMs === 0) return this.#connect();
    this.#wait = Math.ceil(waitMs / 1000);
    this.#setState('crowded');
    this.#reconnectIn(waitMs);
  }

  #reconnectIn(ms: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#reconnect(), ms);
  }

  /** Gives up the connection at once: a dead one would not report that it is closed. */
  readonly #drop = (): void => {
    const socket = this.#socket;
    if (socket === null) return;
    this.#closed(LOST);
    socket.close(GIVEN_UP);
  };

  #closed(code: number): void {
    this.#socket = null;
    this.#failed++;
    const next = this.core.connectionClosed(code);
    if (next.kind !== 'reconnect') return this.#setState(STATE_OF[next.kind]);
    // First, so that no fault of a listener ends the attempts.
    this.#reconnectIn(next.afterMs);
    // Another client may have taken the free connection: the state stays `crowded`.
    if (this.#state !== 'crowded') this.#setState('broken');
  }
}

const clockGap = (): number => Date.now() - performance.now();

/** Returns `null` where the browser, its policy or an extension refuses any connection. */
function openedSocket(url: URL): WebSocket | null {
  try {
    return new WebSocket(url);
  } catch {
    return null;
  }
}
