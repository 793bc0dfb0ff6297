import { canonicalJson, hashText, type Rng, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import {
  type Answer,
  type ChatRoom,
  ClientCore,
  type ClientCommand,
  parseServerMessage,
  type PlayerAction,
  type ServerMessage,
  SOCKET_PATH,
  type TableTerms,
  type TableView,
  type WatchedTable,
} from '@tablier/protocol';
import { WebSocket } from 'ws';

/** Gets a name from the server: the cookie to be known by. `headers` are those of a proxy: from which address the request comes. */
export async function newGuest(
  url: string,
  name: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(`${url}/api/guests`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
  if (response.status !== 201) throw new Error(`no guest: ${response.status}`);
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** How a client of a long run differs from one that is looked into. */
export interface ClientHabits {
  /** Whether what was sent is kept in `received`; it is, where left out. */
  readonly remembers?: boolean;
  /** The longest that is waited before a broken line is opened again; as long as the core says, where left out. Milliseconds. */
  readonly patience?: number;
  /** How the names of its commands begin, another for each page of one person; `d`, where left out. */
  readonly commands?: string;
  /** Further headers of the request that opens a connection, as a proxy adds them. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A time in which a client had no line. Milliseconds since 1970. */
export interface Gap {
  readonly from: number;
  /** When it was greeted again, and asked at once for what it watches. */
  readonly until: number;
}

/** The client core on a real socket. What it was sent is kept, byte by byte. */
export class TestClient {
  readonly core: ClientCore;
  readonly received: string[] = [];
  readonly gaps: Gap[] = [];
  readonly #cookie: string;
  readonly #habits: ClientHabits;
  #url: string | (() => string);
  #ws: WebSocket | null = null;
  #changes = new Set<() => void>();
  #reconnects = true;
  #closedWith: number | null = null;
  #commands = 0;
  #lostAt: number | null = null;

  /** `url` may be asked anew for each line. */
  constructor(url: string | (() => string), cookie = '', habits: ClientHabits = {}) {
    this.#url = url;
    this.#cookie = cookie;
    this.#habits = habits;
    const { commands = 'd' } = habits;
    this.core = new ClientCore({
      now: () => performance.now(),
      newId: () => `${commands}${++this.#commands}`,
      onChange: ({ kind }) => this.#changed(kind),
    });
  }

  get closedWith(): number | null {
    return this.#closedWith;
  }

  async connect(url = this.#url): Promise<this> {
    this.#url = url;
    this.#reconnects = true;
    this.#open();
    await this.until(() => this.core.online);
    return this;
  }

  /** Breaks the line without a word. */
  drop(): void {
    this.#ws?.terminate();
  }

  /** Ends the line and stays away. */
  async leave(): Promise<void> {
    this.#reconnects = false;
    const ws = this.#ws;
    if (ws === null || ws.readyState === ws.CLOSED) return;
    // `once` of node:events would fail on the error that a line ended while it opens tells first.
    const closed = new Promise<void>((resolve) => ws.once('close', () => resolve()));
    ws.terminate();
    await closed;
  }

  #open(): void {
    const { remembers = true, patience = Number.POSITIVE_INFINITY, headers = {} } = this.#habits;
    const url = typeof this.#url === 'string' ? this.#url : this.#url();
    const ws = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, {
      headers: { ...headers, cookie: this.#cookie },
    });
    this.#ws = ws;
    let wasOpen = false;
    ws.on('open', () => {
      wasOpen = true;
      this.core.lineOpened({ send: (text) => ws.send(text), close: () => ws.close() });
    });
    ws.on('message', (data: Buffer) => {
      if (remembers) this.received.push(expectKnown(data.toString()));
      this.core.lineReceived(data.toString());
    });
    ws.on('error', () => undefined);
    ws.on('close', (code) => {
      if (this.#ws !== ws) return;
      // A server that is gone turns away whoever comes back: that says nothing about the line before.
      if (wasOpen) this.#closedWith = code;
      const next = this.core.lineClosed(code);
      if (next.kind === 'reconnect' && this.#reconnects)
        setTimeout(() => this.#reconnects && this.#open(), Math.min(next.afterMs, patience));
    });
  }

  #changed(kind: string): void {
    if (kind === 'offline') this.#lostAt ??= Date.now();
    if (kind === 'welcome' && this.#lostAt !== null) {
      this.gaps.push({ from: this.#lostAt, until: Date.now() });
      this.#lostAt = null;
    }
    for (const check of this.#changes) check();
  }

  /** Resolves when `isSo`; looked at after every message. */
  until(isSo: () => boolean): Promise<void> {
    if (isSo()) return Promise.resolve();
    return new Promise((resolve) => {
      const check = (): void => {
        if (!isSo()) return;
        this.#changes.delete(check);
        resolve();
      };
      this.#changes.add(check);
    });
  }

  table(id: string): WatchedTable {
    const table = this.core.tables.get(id);
    if (table === undefined) throw new Error(`not watching ${id}`);
    return table;
  }

  /** The newest view of a table, which it is made to watch; resolves once it `isSo`. */
  async view(id: string, isSo: (view: TableView) => boolean = () => true): Promise<TableView> {
    this.core.watch(id);
    const found = (): TableView | null => this.table(id).view;
    await this.until(() => {
      const view = found();
      return view !== null && isSo(view);
    });
    const view = found();
    if (view === null) throw new Error('no view');
    return view;
  }

  async chat(id: string, room: ChatRoom, lines: number): Promise<string[]> {
    this.core.watch(id);
    await this.until(() => this.table(id).chat[room].length >= lines);
    return this.table(id).chat[room].map(({ name, text }) => `${name}: ${text}`);
  }

  do(command: ClientCommand): Promise<Answer> {
    return this.core.do(command);
  }

  /** The same, where it has to go well. */
  async must(command: ClientCommand): Promise<{ readonly table: string; readonly version: number }> {
    const answer = await this.do(command);
    if (!answer.ok) throw new Error(`${command.kind}: ${answer.error.name} ${answer.error.detail ?? ''}`);
    return answer.value;
  }

  act(table: string, action: PlayerAction): Promise<Answer> {
    return this.do({ kind: 'act', table, action });
  }

  async refusal(command: ClientCommand): Promise<string | null> {
    const answer = await this.do(command);
    return answer.ok ? null : answer.error.name;
  }

  messages(): ServerMessage[] {
    return this.received.map((text) => JSON.parse(text) as ServerMessage);
  }
}

/** The text of a message in which every field is one of the protocol: clients ignore others, so nobody else would notice. */
function expectKnown(text: string): string {
  const parsed = parseServerMessage(text);
  const known = parsed.ok ? canonicalJson(parsed.value) : '';
  if (known !== canonicalJson(JSON.parse(text))) throw new Error(`not a message of the protocol: ${text}`);
  return text;
}

export const terms = (game: string, changes: Partial<TableTerms> = {}): TableTerms => ({
  game,
  options: {},
  clock: { system: 'none' },
  takeBack: 'never',
  visibility: 'link',
  seating: 'chosen',
  chairs: ['me', 'open'],
  ...changes,
});

/** A new guest on a new line. */
export async function join(url: string, name: string): Promise<TestClient> {
  return new TestClient(url, await newGuest(url, name)).connect();
}

/** Opens a table and fills its chairs in order; resolves when everybody sees the match begun. */
export async function sitDown(players: readonly TestClient[], wanted: TableTerms): Promise<string> {
  const [host, ...others] = players;
  if (host === undefined) throw new Error('nobody');
  const { table } = await host.must({ kind: 'open', terms: wanted });
  // Whoever looks on from the beginning sees every step, so what is sent does not depend on who is quicker.
  await host.view(table);
  const open = wanted.chairs.flatMap((chair, index) => (chair === 'open' ? [index] : []));
  for (const [index, player] of others.entries()) {
    await player.view(table);
    await player.must({ kind: 'sit', table, chair: open[index] ?? 0 });
  }
  await Promise.all(players.map((player) => player.view(table, ({ phase }) => phase !== 'waiting')));
  return table;
}

/** Something that this view allows whoever is to move, drawn at random, in notation. */
export function randomChoice(view: TableView, rng: Rng): string {
  const game = findGame(view.game);
  if (game === undefined || view.match === null) throw new Error('nothing to choose from');
  const choices = game.choices(view.match.view);
  return game.formatMove(choices[rng.below(choices.length)] ?? -1);
}

/** Moves at random whenever it is one's turn, until the match is over or `moves` were made. */
export async function playRandomly(
  player: TestClient,
  table: string,
  seed: string,
  moves = Number.POSITIVE_INFINITY,
): Promise<TableView> {
  const rng = new SeededRng(hashText(seed));
  const isMine = ({ you, match }: TableView): boolean => match?.view.turn === you;
  let view = await player.view(table, (now) => now.phase === 'over' || isMine(now));
  for (let made = 0; made < moves && view.phase === 'playing'; made++) {
    const answer = await player.act(table, { kind: 'move', move: randomChoice(view, rng) });
    if (!answer.ok) throw new Error(`${answer.error.name} (seed ${seed})`);
    const { version } = answer.value;
    view = await player.view(table, (now) => now.version >= version && (now.phase === 'over' || isMine(now)));
  }
  return view;
}
