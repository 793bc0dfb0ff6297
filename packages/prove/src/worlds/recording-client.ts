import { once } from 'node:events';
import {
  type ClientCommand,
  PROTOCOL_VERSION,
  type ServerMessage,
  SOCKET_PATH,
  type TableView,
  withChange,
} from '@tablier/protocol';
import { WebSocket } from 'ws';

/** After so long what is waited for does not come any more. Milliseconds. */
const PATIENCE = 15_000;

/** How a view begins: with the id and the version of the table. */
const TABLE = /^\{"kind":"table","table":\{"id":"([\w-]+)","version":(\d+),/;

/** One world waits for what came in the other one, or should have come in both. */
export class Stuck extends Error {}

type Answer = Extract<ServerMessage, { readonly kind: 'done' | 'refused' }>;

/** A socket on which every message is kept as it came, and as much of it understood as a client needs to go on. */
export class Ear {
  readonly name: string;
  /** By table: the newest view, read when somebody asks for it. */
  readonly #views = new Map<string, { readonly version: number; readonly text: string; view?: TableView }>();
  /** Moves that the lobby shows to be made, by table. */
  readonly lobby = new Map<string, number>();
  /** Moves that the list of one's own tables shows to be made, by table; empty where it is not followed. */
  readonly own = new Map<string, number>();
  /** By table: spectators, and whether everybody is there. */
  readonly presence = new Map<string, { readonly spectators: number; readonly here: readonly boolean[] }>();
  readonly #ws: WebSocket;
  readonly #reached = new Map<string, number>();
  readonly #said = new Map<string, number>();
  readonly #answers = new Map<string, (answer: Answer) => void>();
  readonly #checks = new Set<() => void>();
  #heard: string[] = [];
  #pongs = 0;
  #pings = 0;
  #commands = 0;

  private constructor(name: string, ws: WebSocket) {
    this.name = name;
    this.#ws = ws;
    ws.on('error', () => undefined);
    ws.on('message', (data: Buffer) => this.#received(data.toString()));
    ws.on('close', (code) => this.#keep(`closed with ${code}`));
  }

  /** An open line, greeted. `cookie` is empty for nobody known. */
  static async open(url: string, name: string, cookie: string): Promise<Ear> {
    const ws = new WebSocket(
      `${url.replace('http', 'ws')}${SOCKET_PATH}`,
      cookie === '' ? {} : { headers: { cookie } },
    );
    const ear = new Ear(name, ws);
    await once(ws, 'open');
    ear.send({ kind: 'hello', version: PROTOCOL_VERSION });
    await ear.settled();
    return ear;
  }

  send(message: object | string): void {
    this.#ws.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** A name for a command that was not used on this line. */
  newId(): string {
    return `${this.name.replaceAll(/\W/g, '')}-${++this.#commands}`;
  }

  /** Does something; resolves with the answer, whatever it is. */
  async do(command: ClientCommand, id = this.newId()): Promise<Answer> {
    this.send({ kind: 'do', id, command });
    const come = new Promise<Answer>((resolve) => this.#answers.set(id, resolve));
    const answer = await this.#within(come, () => `${this.name}: no answer to ${command.kind}`);
    // Of a line of chat the answer says its number.
    if (answer.kind === 'done' && command.kind !== 'say') this.#reached.set(answer.table, answer.version);
    return answer;
  }

  /** The version to which one's last command has brought a table; -1 for none. */
  reached(table: string): number {
    return this.#reached.get(table) ?? -1;
  }

  watch(table: string, from?: number): void {
    this.send({ kind: 'watch', table, ...(from !== undefined && { from }) });
  }

  /** Forgets a table. */
  unwatch(table: string): void {
    this.send({ kind: 'unwatch', table });
    for (const known of [this.#views, this.presence]) known.delete(table);
  }

  /** The newest version of a table that came; -1 for none. */
  version(table: string): number {
    return this.#views.get(table)?.version ?? -1;
  }

  /** The newest view of a table. */
  view(table: string): TableView | null {
    const newest = this.#views.get(table);
    if (newest === undefined) return null;
    if (newest.view !== undefined) return newest.view;
    const message = JSON.parse(newest.text) as ServerMessage;
    if (message.kind !== 'table') return null;
    newest.view = message.table;
    return message.table;
  }

  /** Lines of chat heard of a table in one room. */
  said(table: string, room: string): number {
    return this.#said.get(`${table} ${room}`) ?? 0;
  }

  /** Resolves when everything that the server sent so far has come. */
  async settled(): Promise<void> {
    const n = ++this.#pings;
    this.send({ kind: 'ping', n });
    await this.until(() => this.#pongs >= n, 'an answer to a ping');
  }

  until(isSo: () => boolean, what: string): Promise<void> {
    if (isSo()) return Promise.resolve();
    let check = (): void => undefined;
    const come = new Promise<void>((resolve) => {
      check = () => {
        if (isSo()) resolve();
      };
      this.#checks.add(check);
    });
    return this.#within(come, () => `${this.name}: ${what} never came`).finally(() => this.#checks.delete(check));
  }

  /** What came since this was last asked, in order. */
  takeHeard(): string[] {
    const heard = this.#heard;
    this.#heard = [];
    return heard;
  }

  async close(): Promise<void> {
    if (this.#ws.readyState === this.#ws.CLOSED) return;
    const closed = once(this.#ws, 'close');
    this.#ws.close();
    await closed;
  }

  async #within<T>(promise: Promise<T>, complaint: () => string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Stuck(complaint())), PATIENCE);
    });
    try {
      return await Promise.race([promise, stuck]);
    } finally {
      clearTimeout(timer);
    }
  }

  #received(text: string): void {
    const table = TABLE.exec(text);
    if (table !== null) this.#views.set(table[1] ?? '', { version: Number(table[2]), text });
    // Sent by this very server: what it means is looked at by the tests of the protocol.
    else this.#understand(JSON.parse(text) as ServerMessage);
    this.#keep(text);
  }

  #keep(text: string): void {
    this.#heard.push(text);
    for (const check of this.#checks) check();
  }

  /** A change of the newest view makes the next one. */
  #changed({ table, change }: Extract<ServerMessage, { readonly kind: 'changed' }>): void {
    const view = withChange(this.view(table), change) as TableView;
    this.#views.set(table, { version: view.version, text: '', view });
  }

  #understand(message: ServerMessage): void {
    switch (message.kind) {
      case 'presence':
        this.presence.set(message.table, message);
        return;
      case 'said':
        this.#said.set(`${message.table} ${message.room}`, message.lines.at(-1)?.n ?? 0);
        return;
      case 'lobby':
        for (const { id, plies, phase } of message.changed) this.lobby.set(id, phase === 'waiting' ? -1 : plies);
        return;
      case 'changed':
        return this.#changed(message);
      case 'own':
        for (const { id, plies } of message.changed) this.own.set(id, plies);
        for (const id of message.gone) this.own.delete(id);
        return;
      case 'pong':
        this.#pongs = message.n;
        return;
      case 'done':
      case 'refused':
        this.#answers.get(message.id)?.(message);
        this.#answers.delete(message.id);
        return;
      case 'table':
      case 'welcome':
      case 'current':
      case 'not-watching':
      case 'error':
        return;
    }
  }
}
