import {
  type ChatRoom,
  type ClientCommand,
  PROTOCOL_VERSION,
  type ServerMessage,
  type TableView,
  withChange,
} from '@tablier/protocol';
import { RawConnection } from '@tablier/testkit/online';

/** What has not come after this time will not come: a busy machine may take seconds for a message. Milliseconds. */
export const TIMEOUT_MS = 60_000;

/** How a view begins: with the id and the version of the table. */
const TABLE = /^\{"kind":"table","table":\{"id":"([\w-]+)","version":(\d+),/;

/** One world waits for something that came in the other one, or should have come in both. */
export class Stuck extends Error {}

type Answer = Extract<ServerMessage, { readonly kind: 'done' | 'refused' }>;

/** A client that stores every message as it was received, and parses only what it needs to continue. */
export class RecordingClient {
  readonly name: string;
  /** Whether it watches as a screen that others see: as a spectator, even with a seat. */
  isScreen = false;
  /** Whether it offers to play moves itself, as the page does: people do, anonymous spectators do not. */
  readonly #playsMoves: boolean;
  /** The newest view of each table, parsed when it is needed. */
  readonly #views = new Map<string, { readonly version: number; readonly text: string; view?: TableView }>();
  /** By table: the number of moves in the lobby. */
  readonly lobby = new Map<string, number>();
  /** The number of people in the lobby's last count; 0 before. */
  people = 0;
  /** By table: the number of moves in the list of the user's own tables; empty if it is not followed. */
  readonly own = new Map<string, number>();
  /** By table: the number of spectators, and which players are present. */
  readonly presence = new Map<string, { readonly spectators: number; readonly here: readonly boolean[] }>();
  /** Tables that could not be watched. */
  readonly notFound = new Set<string>();
  readonly #connection: RawConnection;
  readonly #reached = new Map<string, number>();
  /** The number of the last chat message, by table and room. */
  readonly #said = new Map<string, number>();
  /** By table: the number of the last chat message that this client sent. */
  readonly #spoken = new Map<string, number>();
  readonly #answers = new Map<string, (answer: Answer) => void>();
  readonly #checks = new Set<() => void>();
  #recorded: string[] = [];
  #pongs = 0;
  #pings = 0;
  #commands = 0;

  private constructor(name: string, connection: RawConnection, playsMoves: boolean) {
    this.name = name;
    this.#playsMoves = playsMoves;
    this.#connection = connection;
    connection.onText = (text) => this.#received(text);
    void connection.closed.then(({ code }) => this.#record(`closed with ${code}`));
  }

  /** An open, greeted connection. `cookie` is empty for an anonymous client. */
  static async open(url: string, name: string, cookie: string): Promise<RecordingClient> {
    const connection = await RawConnection.open(url, cookie === '' ? {} : { cookie }, 'silent');
    const client = new RecordingClient(name, connection, cookie !== '');
    client.send({ kind: 'hello', version: PROTOCOL_VERSION });
    await client.settled();
    return client;
  }

  send(message: object | string): void {
    this.#connection.send(message);
  }

  /** An id for a command that was not used by this client. */
  newId(): string {
    return `${this.name.replaceAll(/\W/g, '')}-${++this.#commands}`;
  }

  /** Sends a command; resolves with the answer, also with a refusal. */
  async do(command: ClientCommand, id = this.newId()): Promise<Answer> {
    this.send({ kind: 'do', id, command });
    const answered = new Promise<Answer>((resolve) => this.#answers.set(id, resolve));
    const answer = await this.#inTime(answered, () => `${this.name}: no answer to ${command.kind}`);
    // The answer to a chat message has the number of that message.
    if (answer.kind === 'done')
      (command.kind === 'say' ? this.#spoken : this.#reached).set(answer.table, answer.version);
    return answer;
  }

  /** The version of a table after the last command of this client; -1 without one. */
  reached(table: string): number {
    return this.#reached.get(table) ?? -1;
  }

  watch(table: string, from?: number): void {
    const wishes = { ...(this.isScreen && { spectate: true }), ...(this.#playsMoves && { moves: true }) };
    this.send({ kind: 'watch', table, ...(from !== undefined && { from }), ...wishes });
  }

  /** The number of the last chat message in a room of a table; 0 without one. */
  said(table: string, room: ChatRoom): number {
    return this.#said.get(`${table} ${room}`) ?? 0;
  }

  /** The number of the last chat message that this client sent to a table; 0 without one. */
  spoken(table: string): number {
    return this.#spoken.get(table) ?? 0;
  }

  /** Stops watching a table and forgets it. */
  unwatch(table: string): void {
    this.send({ kind: 'unwatch', table });
    for (const known of [this.#views, this.presence]) known.delete(table);
  }

  /** The newest version of a table; -1 without a view. */
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

  /** Resolves when everything that the server has sent so far was received. */
  async settled(): Promise<void> {
    const n = ++this.#pings;
    this.send({ kind: 'ping', n });
    await this.until(() => this.#pongs >= n, 'an answer to a ping');
  }

  /** Resolves when `isSo`. Rejects with `Stuck` if that takes too long. */
  until(isSo: () => boolean, what: string): Promise<void> {
    if (isSo()) return Promise.resolve();
    let check = (): void => undefined;
    const happened = new Promise<void>((resolve) => {
      check = () => {
        if (isSo()) resolve();
      };
      this.#checks.add(check);
    });
    return this.#inTime(happened, () => `${this.name}: ${what} never came`).finally(() => this.#checks.delete(check));
  }

  /** The messages since the last call, in order. */
  takeReceived(): string[] {
    const recorded = this.#recorded;
    this.#recorded = [];
    return recorded;
  }

  async close(): Promise<void> {
    this.#connection.ws.close();
    await this.#connection.closed;
  }

  async #inTime<T>(promise: Promise<T>, complaint: () => string): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const stuck = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Stuck(complaint())), TIMEOUT_MS);
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
    // The tests of the protocol check that messages have their declared form.
    else this.#understand(JSON.parse(text) as ServerMessage);
    this.#record(text);
  }

  #record(text: string): void {
    this.#recorded.push(text);
    for (const check of this.#checks) check();
  }

  /** Applies a change to the newest view. */
  #changed({ table, change }: Extract<ServerMessage, { readonly kind: 'changed' }>): void {
    const view = withChange(this.view(table), change) as TableView;
    this.#views.set(table, { version: view.version, text: '', view });
  }

  #understand(message: ServerMessage): void {
    switch (message.kind) {
      case 'presence':
        this.presence.set(message.table, message);
        return;
      case 'lobby':
        this.people = message.online ?? this.people;
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
      case 'said':
        this.#said.set(`${message.table} ${message.room}`, message.lines.at(-1)?.n ?? 0);
        return;
      case 'not-watching':
        this.notFound.add(message.table);
        return;
      case 'table':
      // A table with secrets never sends one: the two worlds would not agree on its digest.
      case 'moved':
      case 'welcome':
      case 'current':
      case 'error':
        return;
    }
  }
}
