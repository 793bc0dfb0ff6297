import {
  type Answer,
  type ClientCore,
  playedMove,
  type PlayableView,
  type WatchedTable,
  type WatchOptions,
} from '@tablier/client';
import { NodeConnection } from '@tablier/client/node';
import { canonicalJson, type FindGame, hashText, type Rng, SeededRng } from '@tablier/core';
import { findGame } from '@tablier/games';
import {
  type ChatRoom,
  type ClientCommand,
  parseServerMessage,
  type PlayerAction,
  type ServerMessage,
  type TableTerms,
  type TableView,
  withChange,
} from '@tablier/protocol';

/** Signs a guest in and returns the cookie. `headers`: those of a proxy, which say from which address the request comes. */
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

export interface TestClientOptions {
  /** Whether messages are kept in `received`. Default: true. */
  readonly keepsMessages?: boolean;
  /** The longest wait before a reconnect, in milliseconds. Default: as long as the core asks. */
  readonly maxReconnectMs?: number;
  /** The beginning of the command ids. Two clients of one user need different ones. Default: `d`. */
  readonly commands?: string;
  /** Further headers of the request that opens a connection, as a proxy adds them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The rules with which moves are played where nothing is hidden, as in the page. Default: views are sent. */
  readonly rules?: FindGame;
}

export type { PlayableView };

/** What a client that plays moves knows of a table after a message; `null` if that does not follow from what it knew. */
export function knownAfter(known: PlayableView | null, message: ServerMessage): PlayableView | null {
  if (message.kind === 'table') return { view: message.table, deal: message.deal };
  const isNext = message.kind === 'changed' || message.kind === 'moved';
  if (known === null || !isNext || message.from !== known.view.version) return null;
  const game = findGame(known.view.game, known.view.rules);
  if (message.kind === 'changed') return { ...known, view: withChange(known.view, message.change) as TableView };
  const view = game === undefined ? null : playedMove(known, message, game);
  return view && { ...known, view };
}

/** A time in which a client had no connection. Milliseconds since 1970. */
export interface Gap {
  readonly from: number;
  /** When the server greeted the client again and the client resumed its subscriptions. */
  readonly until: number;
}

/** A client that keeps to the protocol, records what it receives and waits for what tests expect. Tests call `core.tick` themselves. */
export class TestClient {
  readonly received: string[] = [];
  readonly gaps: Gap[] = [];
  readonly #connection: NodeConnection;
  readonly #watched: WatchOptions;
  #changes = new Set<() => void>();
  #commands = 0;
  #lostAt: number | null = null;

  /** `url`: the origin of the server. A function is called for each connection. */
  constructor(url: string | (() => string), cookie = '', options: TestClientOptions = {}) {
    const {
      keepsMessages = true,
      maxReconnectMs = Number.POSITIVE_INFINITY,
      commands = 'd',
      headers = {},
      rules,
    } = options;
    this.#watched = rules === undefined ? {} : { rules };
    this.#connection = new NodeConnection(url, {
      headers: { ...headers, cookie },
      newId: () => `${commands}${++this.#commands}`,
      random: () => 0,
      maxReconnectMs,
      tickMs: 0,
      onMessage: (text) => keepsMessages && this.received.push(expectKnown(text)),
      onChange: ({ kind }) => this.#changed(kind),
    });
  }

  get core(): ClientCore {
    return this.#connection.core;
  }

  /** The close code of the last connection that had been open; `null` before. */
  get closedWith(): number | null {
    return this.#connection.closedWith;
  }

  async connect(url?: string | (() => string)): Promise<this> {
    this.#connection.open(url);
    await this.until(() => this.core.online);
    return this;
  }

  /** Breaks the connection without a closing handshake; the client reconnects. */
  drop(): void {
    this.#connection.drop();
  }

  /** Ends the connection and does not reconnect. */
  leave(): Promise<void> {
    return this.#connection.close();
  }

  #changed(kind: string): void {
    if (kind === 'offline') this.#lostAt ??= Date.now();
    if (kind === 'welcome' && this.#lostAt !== null) {
      this.gaps.push({ from: this.#lostAt, until: Date.now() });
      this.#lostAt = null;
    }
    for (const check of this.#changes) check();
  }

  /** Resolves when `isSo`, which is checked after every message. */
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

  /** Watches a table and resolves with its newest view once it `isSo`. */
  async view(id: string, isSo: (view: TableView) => boolean = () => true): Promise<TableView> {
    this.core.watch(id, this.#watched);
    const found = (): TableView | null => this.table(id).view;
    await this.until(() => {
      const view = found();
      return view !== null && isSo(view);
    });
    const view = found();
    if (view === null) throw new Error('no view');
    return view;
  }

  async chat(id: string, room: ChatRoom, messages: number): Promise<string[]> {
    this.core.watch(id, this.#watched);
    await this.until(() => this.table(id).chat[room].length >= messages);
    return this.table(id).chat[room].map(({ name, text }) => `${name}: ${text}`);
  }

  do(command: ClientCommand): Promise<Answer> {
    return this.core.do(command);
  }

  /** The same for a command that must succeed. */
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

/** Returns the text of a message if the protocol knows each of its fields. Clients ignore unknown fields, so no other test would find them. */
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

/** A new guest on a new connection. */
export async function join(url: string, name: string): Promise<TestClient> {
  return new TestClient(url, await newGuest(url, name)).connect();
}

/** Opens a table and fills its chairs in order. Resolves when all players see that the match has begun. */
export async function sitDown(players: readonly TestClient[], wanted: TableTerms): Promise<string> {
  const [host, ...others] = players;
  if (host === undefined) throw new Error('no players');
  const { table } = await host.must({ kind: 'open', terms: wanted });
  // The players watch from the beginning, so what they receive does not depend on timing.
  await host.view(table);
  const open = wanted.chairs.flatMap((chair, index) => (chair === 'open' ? [index] : []));
  for (const [index, player] of others.entries()) {
    await player.view(table);
    await player.must({ kind: 'sit', table, chair: open[index] ?? 0 });
  }
  await Promise.all(players.map((player) => player.view(table, ({ phase }) => phase !== 'waiting')));
  return table;
}

/** A random choice of the seat to move, in notation. */
export function randomChoice(view: TableView, rng: Rng): string {
  const game = findGame(view.game);
  if (game === undefined || view.match === null) throw new Error('nothing to choose from');
  const choices = game.choices(view.match.view);
  return game.formatMove(choices[rng.below(choices.length)] ?? -1);
}

/** Plays random moves until the match is over or `moves` were made. */
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
    const answer = await player.act(table, {
      kind: 'move',
      move: randomChoice(view, rng),
      plies: view.match?.plies ?? 0,
    });
    if (!answer.ok) throw new Error(`${answer.error.name} (seed ${seed})`);
    const { version } = answer.value;
    view = await player.view(table, (now) => now.version >= version && (now.phase === 'over' || isMine(now)));
  }
  return view;
}
