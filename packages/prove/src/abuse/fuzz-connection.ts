import { once } from 'node:events';
import {
  CLOSE_CODES,
  isSpoken,
  parseClientMessage,
  parseRequest,
  type ProtocolError,
  type ServerMessage,
  SOCKET_PATH,
  tableView,
  type TableView,
  withChange,
} from '@tablier/protocol';
import { WebSocket } from 'ws';
import type { Tally } from './tally.ts';

export interface LineSettings {
  readonly url: string;
  readonly cookie: string;
  /** The address on this machine that is called from. */
  readonly from: string;
  readonly tally: Tally;
  /** Texts that nobody on this line may ever read. */
  readonly secrets: readonly string[];
  /** Tables at which others are playing just now. */
  readonly others: readonly string[];
  /** Is told of tables that were opened here. */
  readonly onOpened: (table: string) => void;
  /** Whether limits hold: then a message may be answered by `too-many` whatever it is. */
  readonly isLimited: boolean;
}

/** Ends of a line that say why: our own codes and those of WebSocket for frames that are none. */
const NAMED_CODES: ReadonlyMap<number, string> = new Map([
  ...Object.entries(CLOSE_CODES).map(([name, code]) => [code, name] as const),
  [1002, 'protocolError'],
  [1003, 'unsupportedData'],
]);

/** How long an answer is waited for. Milliseconds. */
const PATIENCE = 20_000;

/** A line of somebody who means no good, and the account of what he is owed. */
export class FuzzLine {
  readonly #ws: WebSocket;
  readonly #settings: LineSettings;
  /** Errors that are due, by name and in order, with what was sent. */
  readonly #errors: { readonly name: string; readonly text: string }[] = [];
  /** Other answers that are due: `command ID`, `watch ID`, `pong N`, `lobby`; how often, and what was sent. */
  readonly #due = new Map<string, { times: number; readonly text: string }>();
  #wake: () => void = () => undefined;
  /** Tables that were last seen being played by others. */
  /** By table: what was shown last. */
  readonly #views = new Map<string, TableView>();
  #isGreeted = false;
  #isInLobby = false;
  #pings = 0;
  #code: number | null = null;

  private constructor(ws: WebSocket, settings: LineSettings) {
    this.#ws = ws;
    this.#settings = settings;
    ws.on('error', () => undefined);
    ws.on('message', (data: Buffer) => this.#received(data.toString()));
    ws.on('close', (code) => {
      this.#code = code;
      this.#wake();
    });
  }

  /** `null` where the server turns the line away, which is an answer. */
  static async open(settings: LineSettings): Promise<FuzzLine | null> {
    const { url, cookie, tally, from } = settings;
    const ws = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, {
      headers: { cookie },
      localAddress: from,
    });
    const line = new FuzzLine(ws, settings);
    tally.lines++;
    try {
      await once(ws, 'open');
      return line;
    } catch (error) {
      const [status] = /\d{3}/.exec(String(error)) ?? [];
      if (status === undefined) tally.fault('unanswered', `no line: ${String(error)}`);
      else tally.answered(`http ${status}`);
      return null;
    }
  }

  get isOpen(): boolean {
    return this.#code === null && this.#ws.readyState === this.#ws.OPEN;
  }

  /** Sends a text, and notes what answer it is owed. */
  send(text: string): void {
    if (!this.isOpen) return;
    this.#settings.tally.sent++;
    this.#note(text);
    this.#ws.send(text);
  }

  sendBytes(bytes: Buffer): void {
    if (!this.isOpen) return;
    this.#settings.tally.sent++;
    this.#errors.push({ name: 'bad-message', text: `${bytes.length} bytes` });
    this.#ws.send(bytes);
  }

  /** Sends one message as several frames. */
  sendInPieces(text: string): void {
    if (!this.isOpen || text.length < 3) return;
    this.#settings.tally.sent++;
    this.#note(text);
    // Between two halves of a pair nobody is asked to cut.
    const bytes = Buffer.from(text);
    const cut = Math.floor(bytes.length / 2);
    this.#ws.send(bytes.subarray(0, cut), { fin: false, binary: false });
    this.#ws.ping();
    this.#ws.send(bytes.subarray(cut), { fin: true, binary: false });
  }

  /** Waits until everything sent was answered or the line was ended; says what was not. */
  async settle(): Promise<void> {
    if (this.isOpen && this.#isGreeted) this.send(JSON.stringify({ kind: 'ping', n: ++this.#pings }));
    const until = Date.now() + PATIENCE;
    while (this.#code === null && this.#owed > 0 && Date.now() < until) await this.#news(until - Date.now());
    if (this.#owed === 0) return;
    const { tally } = this.#settings;
    const name = this.#code === null ? undefined : NAMED_CODES.get(this.#code);
    const first = this.#errors[0]?.text ?? [...this.#due.values()][0]?.text ?? '';
    if (name === undefined) tally.fault('unanswered', `${first} (line ${this.#code ?? 'open'})`, this.#owed);
    else tally.answered(`closed ${name}`, this.#owed);
    this.#errors.length = 0;
    this.#due.clear();
  }

  leave(): void {
    this.#ws.terminate();
  }

  get #owed(): number {
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

  #owe(key: string, text: string): void {
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
    if (message.kind === 'ping') return this.#owe(`pong ${message.n}`, text);
    if (message.kind === 'do') return this.#owe(`command ${message.id}`, text);
    // One answer serves all who ask for the same at once.
    if (message.kind === 'watch') return void this.#due.set(`watch ${message.table}`, { times: 1, text });
    // Who leaves before there is room on his line is not told any more.
    if (message.kind === 'unwatch') this.#due.delete(`watch ${message.table}`);
    if (message.kind === 'enter-lobby' && !this.#isInLobby) this.#owe('lobby', text);
    if (message.kind === 'enter-lobby') this.#isInLobby = true;
    if (message.kind !== 'leave-lobby') return;
    this.#isInLobby = false;
    this.#due.delete('lobby');
  }

  /** What names a command or a table is refused by that, anything else by an error. */
  #noteRefusal(name: string, text: string): void {
    const request = parseRequest(text);
    if (request === null) return void this.#errors.push({ name, text });
    if (request.kind === 'do') return this.#owe(`command ${request.id}`, text);
    this.#due.set(`watch ${request.table}`, { times: 1, text });
  }

  #noteGreeting(version: number, text: string): void {
    const isRepeated = this.#isGreeted;
    if (isRepeated) this.#errors.push({ name: 'already-greeted', text });
    else if (!isSpoken(version)) this.#errors.push({ name: 'other-version', text });
    else this.#owe('welcome', text);
    this.#isGreeted ||= isSpoken(version);
  }

  #received(text: string): void {
    const { tally, secrets } = this.#settings;
    const leaked = secrets.find((secret) => text.includes(secret));
    if (leaked !== undefined) tally.fault('leaks', `${leaked} in ${text}`);
    const message = JSON.parse(text) as ServerMessage;
    if (this.#tellsTooMuch(message)) tally.fault('leaks', text);
    this.#settled(message);
    if (this.#owed === 0) this.#wake();
  }

  /** Whether it holds what only players may know while they play. */
  #tellsTooMuch(message: ServerMessage): boolean {
    if (message.kind === 'table') return this.#showsTooMuch(message.table);
    if (message.kind === 'changed') {
      const before = this.#views.get(message.table);
      return (
        before?.version === message.from && this.#showsTooMuch(tableView.parse(withChange(before, message.change)))
      );
    }
    if (message.kind !== 'said' || message.room !== 'players') return false;
    const shown = this.#views.get(message.table);
    return shown?.phase === 'playing' && shown.you === null;
  }

  #showsTooMuch(view: TableView): boolean {
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
        if (message.error.name === 'too-many') this.#mustTellWhen(message.error);
        return this.#paid(`command ${message.id}`, message.error.name);
      case 'not-watching':
        if (message.error.name === 'too-many') this.#mustTellWhen(message.error);
        return this.#paid(`watch ${message.table}`, message.error.name);
      case 'welcome':
      case 'lobby':
        return this.#paid(message.kind, message.kind);
      case 'table':
        return this.#paid(`watch ${message.table.id}`, 'table');
      case 'current':
      // Who has the version before is answered with what changed since.
      case 'changed':
        return this.#paid(`watch ${message.table}`, message.kind);
      default:
        return;
    }
  }

  #mustTellWhen({ retryMs = 0 }: ProtocolError): void {
    if (!(retryMs > 0)) this.#settings.tally.fault('wrong', 'too-many without a time to wait');
  }

  #refused(error: ProtocolError): void {
    const { tally, isLimited } = this.#settings;
    const { name } = error;
    tally.answered(name);
    if (isLimited && name === 'too-many') {
      this.#mustTellWhen(error);
      return this.#forgiven();
    }
    const due = this.#errors.shift();
    // Where one answer stands for another, they are counted only.
    if (isLimited || due?.name === name) return;
    tally.fault('wrong', `${name} instead of ${due?.name ?? 'nothing'} for ${due?.text ?? ''}`);
  }

  /** Which message came too fast is not said: any of them has its answer. */
  #forgiven(): void {
    if (this.#errors.shift() !== undefined) return;
    const [key] = this.#due.keys();
    if (key !== undefined) this.#pay(key);
  }

  /** Tables and the lobby also tell news that nobody asked for. */
  #paid(key: string, name: string): void {
    if (this.#pay(key)) return this.#settings.tally.answered(name);
    if (!/^(watch|lobby)/.test(key) && !this.#settings.isLimited)
      this.#settings.tally.fault('wrong', `${name} for nothing: ${key}`);
  }

  #pay(key: string): boolean {
    const due = this.#due.get(key);
    if (due === undefined) return false;
    if (--due.times === 0) this.#due.delete(key);
    return true;
  }
}
