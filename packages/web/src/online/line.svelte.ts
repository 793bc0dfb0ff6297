import {
  type Answer,
  ClientCore,
  type ClientCommand,
  GIVEN_UP,
  type Line,
  type MyTable,
  OPENING_PATIENCE,
  SOCKET_PATH,
  type TableSummary,
  type WatchedTable,
} from '@tablier/protocol';
import { untrack } from 'svelte';
import { becomeGuest, type GuestError } from './guest.ts';
import { me } from './me.svelte.ts';
import { askWait } from './wait.ts';

/**
 * How the line to the server is: `outdated` asks for a reload, `ended` means that the server knows this browser no longer, `crowded` that it
 * opens no more lines to this address or person for a while, `banned` that its operator keeps this person away.
 */
export type LineState = 'opening' | 'open' | 'broken' | 'crowded' | 'outdated' | 'ended' | 'banned';

/** From these there is no way back without a reload. */
const ENDS: ReadonlySet<LineState> = new Set(['outdated', 'ended', 'banned']);
/** What a line that is not opened again has come to. */
const STATES = { reload: 'outdated', stop: 'ended', banned: 'banned' } as const;

/** How often signs of life are looked for and clocks are shown anew. Milliseconds. */
const TICK = 500;
/** After so many lines that did not even open, the server is asked why. */
const SUSPICIOUS = 2;

/** The line of this page to the server: opened when it is first needed, and opened again whenever it breaks. */
class ServerLine {
  state: LineState = $state('opening');
  /** The name by which the server knows this browser; `null` for none. */
  name: string | null = $state(null);
  /** The server's clock, as of the last look. Milliseconds since 1970. */
  now = $state(0);
  /** While it is `crowded`: the seconds after which another line is tried, as of when that was said. */
  wait = $state(0);
  /** Whether the server has answered on any line so far: until then nothing is known of what it holds. */
  hasAnswered = $state(false);
  #changes = $state(0);
  #socket: WebSocket | null = null;
  /** When it was asked for. */
  #openedAt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #isUsed = false;
  /** Lines in a row that did not open. */
  #failed = 0;
  #welcomes: (() => void)[] = [];
  #inLobby = 0;
  #followingOwn = 0;
  readonly #core = new ClientCore({
    now: () => performance.now(),
    newId: () => crypto.getRandomValues(new Uint32Array(4)).reduce((text, part) => text + part.toString(36), 'd'),
    random: Math.random,
    onChange: () => this.#changed(),
  });

  /** All that is known of a table that is watched; followed as a rune. */
  table(id: string): WatchedTable | null {
    void this.#changes;
    return this.#core.tables.get(id) ?? null;
  }

  /** What the lobby shows; followed as a rune. */
  get lobby(): readonly TableSummary[] {
    void this.#changes;
    return [...this.#core.lobby.values()];
  }

  /** One's own tables; followed as a rune. */
  get own(): readonly MyTable[] {
    void this.#changes;
    return [...this.#core.own.values()];
  }

  /** Follows the lobby until what is returned has been called. */
  enterLobby(): () => void {
    this.use();
    if (this.#inLobby++ === 0) this.#core.enterLobby();
    return () => {
      if (--this.#inLobby === 0) this.#core.leaveLobby();
    };
  }

  /** Follows one's own tables until what is returned has been called. */
  followOwn(): () => void {
    this.use();
    if (this.#followingOwn++ === 0) this.#core.followOwn();
    return () => {
      if (--this.#followingOwn === 0) this.#core.leaveOwn();
    };
  }

  /** Opens the line, unless it is. */
  use(): void {
    if (this.#isUsed) return;
    this.#isUsed = true;
    setInterval(() => this.#tick(), TICK);
    // What the browser knows of its network is quicker than silence.
    window.addEventListener('offline', () => this.#drop());
    window.addEventListener('online', () => this.#open());
    // An effect that needs the connection first must not run again, and watch again, when its state changes.
    untrack(() => this.#open());
  }

  watch(id: string): void {
    this.use();
    this.#core.watch(id);
  }

  /** Asks again for a table that could not be shown. */
  watchAgain(id: string): void {
    this.#core.watchAgain(id);
    this.#changed();
  }

  unwatch(id: string): void {
    this.#core.unwatch(id);
  }

  /**
   * Resolves when the command is done or refused, over as many connections as that takes. One that stayed `unavailable` is done at most
   * once, however often the same object is given here again.
   */
  do(command: ClientCommand): Promise<Answer> {
    this.use();
    return this.#core.do(command);
  }

  /** Resolves when the server has greeted this browser, so that `name` is what it says. */
  ready(): Promise<void> {
    this.use();
    if (this.#core.online) return Promise.resolve();
    return new Promise((resolve) => this.#welcomes.push(resolve));
  }

  /** Makes this browser known by a name; resolves when the server greets it so, or with why it will not. */
  async introduce(name: string): Promise<GuestError | null> {
    const error = await becomeGuest(name);
    if (error !== null) return error;
    this.renew();
    await this.ready();
    return null;
  }

  /** This browser is somebody else now, or nobody: the server is greeted anew, if it has been. */
  renew(): void {
    if (!this.#isUsed) return;
    this.#drop();
    this.state = 'opening';
    this.#open();
  }

  #changed(): void {
    if (this.#core.online) {
      this.state = 'open';
      this.hasAnswered = true;
      this.name = this.#core.you?.name ?? null;
      if (this.name === null) me.forget();
      else me.named(this.name);
      for (const resolve of this.#welcomes.splice(0)) resolve();
    }
    this.now = this.#core.serverNow();
    this.#changes++;
  }

  #tick(): void {
    this.#core.tick();
    const isOpening = this.#socket?.readyState === WebSocket.CONNECTING;
    if (isOpening && performance.now() - this.#openedAt > OPENING_PATIENCE) this.#drop();
    this.now = this.#core.serverNow();
  }

  #open(): void {
    if (this.#socket !== null || ENDS.has(this.state)) return;
    clearTimeout(this.#retry);
    const socket = new WebSocket(new URL(SOCKET_PATH, location.href.replace(/^http/, 'ws')));
    this.#socket = socket;
    this.#openedAt = performance.now();
    const line: Line = { send: (text) => socket.send(text), close: () => this.#drop() };
    socket.addEventListener('open', () => this.#socket === socket && this.#opened(line));
    socket.addEventListener('message', ({ data }) => this.#socket === socket && this.#core.lineReceived(String(data)));
    socket.addEventListener('close', ({ code }) => this.#socket === socket && this.#closed(code));
  }

  #opened(line: Line): void {
    this.#failed = 0;
    this.#core.lineOpened(line);
  }

  /** Opens another line, unless the server says that it would not take it yet: then so much later. */
  async #reopen(): Promise<void> {
    const waitMs = this.#failed < SUSPICIOUS ? 0 : await askWait();
    if (this.#socket !== null) return;
    if (waitMs === 0) return this.#open();
    this.wait = Math.ceil(waitMs / 1000);
    this.state = 'crowded';
    this.#retryIn(waitMs);
  }

  #retryIn(ms: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => void this.#reopen(), ms);
  }

  /** Gives a line up at once: a dead one would not say that it is closed. */
  #drop(): void {
    const socket = this.#socket;
    if (socket === null) return;
    this.#closed(1006);
    socket.close(GIVEN_UP);
  }

  #closed(code: number): void {
    this.#socket = null;
    this.#failed++;
    const next = this.#core.lineClosed(code);
    if (next.kind === 'reconnect') {
      // Others may have been quicker to the line that was free: that is no news.
      if (this.state !== 'crowded') this.state = 'broken';
      return this.#retryIn(next.afterMs);
    }
    this.state = STATES[next.kind];
    if (next.kind === 'stop') me.forget();
  }
}

export const server = new ServerLine();
