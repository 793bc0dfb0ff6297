import {
  CLOSE_CODES,
  isSpoken,
  parseClientMessage,
  parseRequest,
  type ProtocolError,
  type ServerMessage,
  tableView,
  type TableView,
  withChange,
} from '@tablier/protocol';
import { RawConnection } from '@tablier/testkit/online';
import type { Tally } from './tally.ts';

export interface FuzzConnectionSettings {
  readonly url: string;
  readonly cookie: string;
  /** The address of this machine that the connection comes from. */
  readonly from: string;
  readonly tally: Tally;
  /** Texts that this connection must never receive. */
  readonly secrets: readonly string[];
  /** Tables at which other clients are playing now. */
  readonly others: readonly string[];
  /** Called with each table that this connection opened. */
  readonly onOpened: (table: string) => void;
  /** Whether limits apply: then any message may be answered by `too-many`. */
  readonly isLimited: boolean;
}

/** The close codes that give a reason: our own and those of WebSocket for invalid frames. */
const NAMED_CODES: ReadonlyMap<number, string> = new Map([
  ...Object.entries(CLOSE_CODES).map(([name, code]) => [code, name] as const),
  [1002, 'protocolError'],
  [1003, 'unsupportedData'],
]);

/** The longest wait for an answer. Milliseconds. */
const TIMEOUT_MS = 20_000;

/** A connection of an attacker that knows which answers to expect. */
export class FuzzConnection {
  readonly #connection: RawConnection;
  readonly #settings: FuzzConnectionSettings;
  /** The errors to expect, by name and in order, with what was sent. */
  readonly #errors: { readonly name: string; readonly text: string }[] = [];
  /** The other answers to expect: `command ID`, `watch ID`, `pong N`, `lobby`; how often, and what was sent. */
  readonly #due = new Map<string, { times: number; readonly text: string }>();
  #wake: () => void = () => undefined;
  /** The latest view of each table. */
  readonly #views = new Map<string, TableView>();
  #isGreeted = false;
  #isInLobby = false;
  #pings = 0;
  #code: number | null = null;

  private constructor(connection: RawConnection, settings: FuzzConnectionSettings) {
    this.#connection = connection;
    this.#settings = settings;
    connection.onText = (text) => this.#received(text);
    void connection.closed.then(({ code }) => {
      this.#code = code;
      this.#wake();
    });
  }

  /** `null` if the server refuses the connection, which is an answer. */
  static async open(settings: FuzzConnectionSettings): Promise<FuzzConnection | null> {
    const { url, cookie, tally, from } = settings;
    const connection = new RawConnection(url, { headers: { cookie }, localAddress: from });
    const fuzz = new FuzzConnection(connection, settings);
    tally.connections++;
    try {
      await connection.opened();
      return fuzz;
    } catch (error) {
      const [status] = /\d{3}/.exec(String(error)) ?? [];
      if (status === undefined) tally.fault('unanswered', `no connection: ${String(error)}`);
      else tally.answered(`http ${status}`);
      return null;
    }
  }

  get isOpen(): boolean {
    return this.#code === null && this.#connection.isOpen;
  }

  /** Sends a text, and notes which answer to expect. */
  send(text: string): void {
    if (!this.isOpen) return;
    this.#settings.tally.sent++;
    this.#note(text);
    this.#connection.send(text);
  }

  sendBytes(bytes: Buffer): void {
    if (!this.isOpen) return;
    this.#settings.tally.sent++;
    this.#errors.push({ name: 'bad-message', text: `${bytes.length} bytes` });
    this.#connection.ws.send(bytes);
  }

  /** Sends one message as several frames. */
  sendInPieces(text: string): void {
    if (!this.isOpen || text.length < 3) return;
    this.#settings.tally.sent++;
    this.#note(text);
    const bytes = Buffer.from(text);
    const cut = Math.floor(bytes.length / 2);
    const { ws } = this.#connection;
    ws.send(bytes.subarray(0, cut), { fin: false, binary: false });
    ws.ping();
    ws.send(bytes.subarray(cut), { fin: true, binary: false });
  }

  /** Waits until everything sent was answered or the connection was closed, and counts what was not answered. */
  async settle(): Promise<void> {
    if (this.isOpen && this.#isGreeted) this.send(JSON.stringify({ kind: 'ping', n: ++this.#pings }));
    const until = Date.now() + TIMEOUT_MS;
    while (this.#code === null && this.#expected > 0 && Date.now() < until) await this.#news(until - Date.now());
    if (this.#expected === 0) return;
    const { tally } = this.#settings;
    const name = this.#code === null ? undefined : NAMED_CODES.get(this.#code);
    const first = this.#errors[0]?.text ?? [...this.#due.values()][0]?.text ?? '';
    if (name === undefined) tally.fault('unanswered', `${first} (connection ${this.#code ?? 'open'})`, this.#expected);
    else tally.answered(`closed ${name}`, this.#expected);
    this.#errors.length = 0;
    this.#due.clear();
  }

  leave(): void {
    this.#connection.leave();
  }

  get #expected(): number {
    return [...this.#due.values()].reduce((sum, { times }) => sum + times, this.#errors.length);
  }

  #news(wait: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, wait);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  #expect(key: string, text: string): void {
    const due = this.#due.get(key);
    if (due === undefined) this.#due.set(key, { times: 1, text });
    else due.times++;
  }

  #note(text: string): void {
    const parsed = parseClientMessage(text);
    if (!parsed.ok) return this.#noteRefusal(parsed.error.name, text);
    const message = parsed.value;
    if (message.kind === 'hello') return this.#noteGreeting(message.version, text);
    if (!this.#isGreeted) return this.#noteRefusal('hello-first', text);
    if (message.kind === 'ping') return this.#expect(`pong ${message.n}`, text);
    if (message.kind === 'do') return this.#expect(`command ${message.id}`, text);
    // One answer is enough for equal requests.
    if (message.kind === 'watch') return void this.#due.set(`watch ${message.table}`, { times: 1, text });
    // A client that stops watching before the view is sent gets no answer.
    if (message.kind === 'unwatch') this.#due.delete(`watch ${message.table}`);
    if (message.kind === 'enter-lobby' && !this.#isInLobby) this.#expect('lobby', text);
    if (message.kind === 'enter-lobby') this.#isInLobby = true;
    if (message.kind !== 'leave-lobby') return;
    this.#isInLobby = false;
    this.#due.delete('lobby');
  }

  /** A message that names a command or a table gets a refusal that names it; any other gets an error. */
  #noteRefusal(name: string, text: string): void {
    const request = parseRequest(text);
    if (request === null) return void this.#errors.push({ name, text });
    if (request.kind === 'do') return this.#expect(`command ${request.id}`, text);
    this.#due.set(`watch ${request.table}`, { times: 1, text });
  }

  #noteGreeting(version: number, text: string): void {
    const isRepeated = this.#isGreeted;
    if (isRepeated) this.#errors.push({ name: 'already-greeted', text });
    else if (!isSpoken(version)) this.#errors.push({ name: 'other-version', text });
    else this.#expect('welcome', text);
    this.#isGreeted ||= isSpoken(version);
  }

  #received(text: string): void {
    const { tally, secrets } = this.#settings;
    const leaked = secrets.find((secret) => text.includes(secret));
    if (leaked !== undefined) tally.fault('leaks', `${leaked} in ${text}`);
    const message = JSON.parse(text) as ServerMessage;
    if (this.#revealsSecret(message)) tally.fault('leaks', text);
    this.#settled(message);
    if (this.#expected === 0) this.#wake();
  }

  /** Whether it contains data that only players may see during a match. */
  #revealsSecret(message: ServerMessage): boolean {
    if (message.kind === 'table') return this.#showsSecret(message.table);
    if (message.kind === 'changed') {
      const before = this.#views.get(message.table);
      return before?.version === message.from && this.#showsSecret(tableView.parse(withChange(before, message.change)));
    }
    if (message.kind !== 'said' || message.room !== 'players') return false;
    const shown = this.#views.get(message.table);
    return shown?.phase === 'playing' && shown.you === null;
  }

  #showsSecret(view: TableView): boolean {
    const { id, phase, you, match, shuffle } = view;
    this.#views.set(id, view);
    if (phase !== 'playing') return false;
    const isOpenSecret = match?.record !== null || (shuffle !== null && shuffle.nonce !== null);
    return isOpenSecret || (you !== null && this.#settings.others.includes(id));
  }

  #settled(message: ServerMessage): void {
    switch (message.kind) {
      case 'error':
        return this.#refused(message.error);
      case 'pong':
        return this.#paid(`pong ${message.n}`, 'pong');
      case 'done':
        if (message.version === 0) this.#settings.onOpened(message.table);
        return this.#paid(`command ${message.id}`, 'done');
      case 'refused':
        if (message.error.name === 'too-many') this.#requireRetryTime(message.error);
        return this.#paid(`command ${message.id}`, message.error.name);
      case 'not-watching':
        if (message.error.name === 'too-many') this.#requireRetryTime(message.error);
        return this.#paid(`watch ${message.table}`, message.error.name);
      case 'welcome':
      case 'lobby':
        return this.#paid(message.kind, message.kind);
      case 'table':
        return this.#paid(`watch ${message.table.id}`, 'table');
      case 'current':
      // A client with an earlier version gets what changed since.
      case 'changed':
        return this.#paid(`watch ${message.table}`, message.kind);
      default:
        return;
    }
  }

  #requireRetryTime({ retryMs = 0 }: ProtocolError): void {
    if (!(retryMs > 0)) this.#settings.tally.fault('wrong', 'too-many without a time to wait');
  }

  #refused(error: ProtocolError): void {
    const { tally, isLimited } = this.#settings;
    const { name } = error;
    tally.answered(name);
    if (isLimited && name === 'too-many') {
      this.#requireRetryTime(error);
      return this.#forgiven();
    }
    const due = this.#errors.shift();
    // With limits one answer may stand for another, so they are only counted.
    if (isLimited || due?.name === name) return;
    tally.fault('wrong', `${name} instead of ${due?.name ?? 'nothing'} for ${due?.text ?? ''}`);
  }

  /** The server does not name the message that came too fast: any of them has its answer. */
  #forgiven(): void {
    if (this.#errors.shift() !== undefined) return;
    const [key] = this.#due.keys();
    if (key !== undefined) this.#pay(key);
  }

  /** Tables and the lobby also send updates without a request. */
  #paid(key: string, name: string): void {
    if (this.#pay(key)) return this.#settings.tally.answered(name);
    if (!/^(watch|lobby)/.test(key) && !this.#settings.isLimited)
      this.#settings.tally.fault('wrong', `unexpected ${name}: ${key}`);
  }

  #pay(key: string): boolean {
    const due = this.#due.get(key);
    if (due === undefined) return false;
    if (--due.times === 0) this.#due.delete(key);
    return true;
  }
}
