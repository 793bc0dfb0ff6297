import { canonicalJson, type Rng } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { type ClientCommand, type ServerMessage, type TableView } from '@tablier/protocol';
import { knownAfter, newGuest, type PlayableView, RawConnection, terms } from '@tablier/testkit/online';
import { inTime, inTurn, settled } from '../lib/figures.ts';

/** What happened while games were played. */
export interface Meter {
  /** Milliseconds from sending a move until the opponent sees it. */
  readonly latencies: number[];
  /** What went wrong. */
  readonly faults: string[];
  /** Messages that gave a player the turn, with what that player saw before. The echo is measured with them. */
  readonly samples: Sample[];
  games: number;
  /** Whether the clients play moves where nothing is hidden, as the page does, or are sent views. */
  readonly playsMoves: boolean;
  /** Default: with one that never runs out. */
  readonly hasClocks?: boolean;
  /** Whether the lobby shows the tables. Default: no. */
  readonly isPublic?: boolean;
}

/** An update as it was received, and what it changes. */
export interface Sample {
  readonly game: string;
  readonly base: PlayableView | null;
  readonly text: string;
}

/** The most samples that are kept. */
const MAX_SAMPLES = 1000;

/** How long a player thinks; `null` for no move at all. Milliseconds. */
type Thinking = () => number | null;

/** The table after an update, as a client computes it; `null` if the update does not follow from what was sent before. */
export const updated = (base: PlayableView | null, text: string): PlayableView | null =>
  knownAfter(base, JSON.parse(text) as ServerMessage);

/** A move that this view allows the seat to move, in notation. */
export function randomMove({ game: id, match }: TableView, rng: Rng): string {
  const game = findGame(id);
  if (game === undefined || match === null) throw new Error('nothing to choose from');
  const choices = game.choices(match.view);
  return game.formatMove(choices[rng.below(choices.length)] ?? -1);
}

export const moveText = (id: string, table: string, move: string): string =>
  `{"kind":"do","id":"${id}","command":{"kind":"act","table":"${table}","action":{"kind":"move","move":"${move}"}}}`;

const isUpdate = (text: string): boolean =>
  text.startsWith('{"kind":"table"') || text.startsWith('{"kind":"changed"') || text.startsWith('{"kind":"moved"');

const CLOCK = { system: 'fischer', base: 3600, increment: 10 } as const;
/** How often the views are requested until nothing has changed meanwhile. */
const MAX_TRIES = 20;
/** The characters within which an update names its table. */
const HEAD = 80;
/** The command that an update answers. */
const DONE = /,"done":"([\w-]+)"\}$/;

interface Player {
  connection: RawConnection;
  /** Called when the table is known again after a lost connection. */
  onBack: () => void;
  known: PlayableView | null;
  /** The move without an answer, by its command. */
  moving: string | null;
  /** The version that the last move led to: no move is made from an older view. */
  moved: number;
}

interface Pending {
  readonly by: Player;
  /** `null` for another command. */
  readonly move: string | null;
  readonly text: string;
}

interface Unseen {
  readonly by: Player;
  /** The version of the table with this move made. */
  readonly version: number;
  readonly at: number;
}

/** Two players, each on a connection, who play one game after the other. */
export class MatchUp {
  readonly #game: string;
  readonly #players: readonly [Player, Player];
  readonly #rng: Rng;
  readonly #meter: Meter;
  /** Called with each move that is sent: the version it leads to, and when. */
  onMove: (version: number, at: number) => void = () => undefined;
  #thinking: Thinking = () => null;
  #table = '';
  #onViews: () => void = () => undefined;
  /** The table whose players last requested a rematch. */
  #rematchAskedAt = '';
  #commands = 0;
  /** The commands without an answer. */
  readonly #pending = new Map<string, Pending>();
  /** The moves of this table that were acknowledged, by the version they led to. */
  #acknowledged = new Map<number, string>();
  /** The moves that the opponent has not seen yet. */
  #unseen: readonly Unseen[] = [];

  constructor(
    game: string,
    connections: readonly [RawConnection, RawConnection],
    { rng, meter }: { rng: Rng; meter: Meter },
  ) {
    this.#game = game;
    this.#rng = rng;
    this.#meter = meter;
    const playerOn = (connection: RawConnection): Player => {
      return { connection, known: null, moving: null, moved: 0, onBack: () => undefined };
    };
    this.#players = [playerOn(connections[0]), playerOn(connections[1])];
    for (const player of this.#players) this.#listen(player);
  }

  #listen(player: Player): void {
    player.connection.onText = (text) => this.#received(player, text);
  }

  /**
   * Loses a connection, and comes back on another as a page does: goes on from the version it knows, and sends again what has no answer.
   * Resolves when the table is known again.
   */
  async rejoin(seat: 0 | 1, connect: (lost: RawConnection) => Promise<RawConnection>): Promise<void> {
    const player = this.#players[seat];
    const lost = player.connection;
    lost.onText = () => undefined;
    lost.leave();
    player.connection = await connect(lost);
    this.#listen(player);
    const back = new Promise<void>((resolve) => (player.onBack = resolve));
    const from = player.known === null ? {} : { from: player.known.view.version };
    this.#send(player, { kind: 'watch', table: this.#table, moves: this.#meter.playsMoves, ...from });
    for (const { by, text } of this.#pending.values()) if (by === player) player.connection.send(text);
    await back;
  }

  get table(): string {
    return this.#table;
  }

  /** How many moves of this table were acknowledged. */
  get plies(): number {
    return this.#acknowledged.size;
  }

  /** Whether nothing is in progress: each move was acknowledged and seen. */
  get isQuiet(): boolean {
    // The clock of a rematch starts without a command, once both players are present.
    const isStarting = (view: TableView): boolean => view.match?.end === null && view.match.clock?.seat === -1;
    const isBetween = this.#players.some(
      ({ known }) => known === null || known.view.rematch.agreed.length > 0 || isStarting(known.view),
    );
    return this.#pending.size === 0 && this.#unseen.length === 0 && !isBetween;
  }

  /** Opens the first table and sits down; resolves when both see that it has begun. */
  async sitDown(): Promise<void> {
    const seated = this.#views();
    const clock = (this.#meter.hasClocks ?? true) ? CLOCK : ({ system: 'none' } as const);
    const visibility = this.#meter.isPublic === true ? 'open' : 'link';
    this.#do(this.#players[0], { kind: 'open', terms: terms(this.#game, { clock, takeBack: 'asked', visibility }) });
    await seated;
  }

  /** From now on moves are made when `thinking` says. */
  play(thinking: Thinking): void {
    this.#thinking = thinking;
    for (const player of this.#players) this.#consider(player);
    this.#over();
  }

  /**
   * Requests both views again, and compares them with those that the updates led to. A clock that is credited meanwhile changes the table:
   * then they are requested once more.
   */
  async verify(): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const before = this.#players.map(({ known }) => known?.view);
      const shown = this.#views();
      for (const player of this.#players) this.#watchAgain(player, { left: this.#table, next: this.#table });
      await shown;
      const after = this.#players.map(({ known }) => known?.view);
      for (const view of after) if (view?.match?.plies !== this.plies) return this.#fault('a move was lost');
      if (after.some((view, seat) => view?.version !== before[seat]?.version)) continue;
      if (canonicalJson(after) !== canonicalJson(before)) this.#fault('a view was wrong');
      return;
    }
    this.#fault('the view kept changing');
  }

  /** Forgets the view. Until the next whole one, updates to it are on their way. */
  #watchAgain(player: Player, { left, next }: { readonly left: string; readonly next: string }): void {
    player.known = null;
    this.#send(player, { kind: 'unwatch', table: left });
    this.#send(player, { kind: 'watch', table: next, moves: this.#meter.playsMoves });
  }

  /** Resolves when both see a match. */
  #views(): Promise<void> {
    return new Promise((resolve) => (this.#onViews = resolve));
  }

  #received(player: Player, text: string): void {
    if (isUpdate(text)) this.#viewed(player, text);
    if (isUpdate(text) || text.startsWith('{"kind":"current"')) return player.onBack();
    if (text.startsWith('{"kind":"done"')) return this.#done(player, text);
    if (
      text.startsWith('{"kind":"refused"') ||
      text.startsWith('{"kind":"error"') ||
      text.startsWith('{"kind":"not-watching"')
    )
      this.#fault(text);
  }

  #done(player: Player, text: string): void {
    const { id, table, version } = JSON.parse(text) as ServerMessage & { readonly kind: 'done' };
    this.#answered(player, id, version);
    if (this.#table !== '') return this.#over();
    this.#table = table;
    for (const each of this.#players) this.#send(each, { kind: 'watch', table, moves: this.#meter.playsMoves });
    this.#do(this.#otherThan(player), { kind: 'sit', table, chair: 1 });
  }

  #answered(player: Player, id: string, version: number): void {
    const { move = null } = this.#pending.get(id) ?? {};
    this.#pending.delete(id);
    if (move !== null) this.#acknowledged.set(version, move);
    if (player.moving !== id) return;
    player.moving = null;
    player.moved = version;
    this.#consider(player);
  }

  #viewed(player: Player, text: string): void {
    // A table that was left may still send an update.
    if (!text.slice(0, HEAD).includes(this.#table)) return;
    const base = player.known;
    if (base === null && !text.startsWith('{"kind":"table"')) return;
    const known = updated(base, text);
    if (known === null) return this.#fault('an update was missing');
    const { view } = known;
    player.known = known;
    const done = DONE.exec(text)?.[1];
    if (done !== undefined) this.#answered(player, done, view.version);
    this.#seen(player, view);
    // A try that became a peek is acknowledged, and is no move.
    if (view.match !== null && view.match.peeks.length > 0) this.#acknowledged.delete(view.version);
    if (this.#players.every((each) => each.known !== null && each.known.view.phase !== 'waiting')) this.#onViews();
    if (isMine(view)) this.#sample({ game: this.#game, base, text });
    this.#consider(player);
    this.#over();
  }

  #seen(player: Player, { version }: TableView): void {
    const isSeen = (move: Unseen): boolean => move.by !== player && move.version <= version;
    const now = performance.now();
    for (const move of this.#unseen) if (isSeen(move)) this.#meter.latencies.push(now - move.at);
    this.#unseen = this.#unseen.filter((move) => !isSeen(move));
  }

  /** Moves, if it is this player's turn and time. */
  #consider(player: Player): void {
    const view = player.known?.view;
    const wait = this.#thinking();
    if (view === undefined || wait === null || !isMine(view)) return;
    // A clock that was credited changes the view while a move is on its way.
    if (player.moving !== null || view.version < player.moved) return;
    if (wait === 0) return this.#move(player, view);
    // An answer to a move and the view with it begin two waits for one turn.
    const isStill = (): boolean => this.#thinking() !== null && player.moving === null && player.known?.view === view;
    setTimeout(() => isStill() && this.#move(player, view), wait);
  }

  #move(player: Player, view: TableView): void {
    const move = randomMove(view, this.#rng);
    const id = `d${++this.#commands}`;
    const text = moveText(id, this.#table, move);
    this.#pending.set(id, { by: player, move, text });
    player.moving = id;
    const [version, at] = [view.version + 1, performance.now()];
    this.#unseen = [...this.#unseen, { by: player, version, at }];
    this.onMove(version, at);
    player.connection.send(text);
  }

  /** Compares the acknowledged moves with the record, and agrees to play again. */
  #over(): void {
    const [first, second] = this.#players.map(({ known }) => known?.view);
    if (first?.phase !== 'over' || second?.phase !== 'over') return;
    const next = first.rematch.table ?? second.rematch.table;
    if (next !== null) return this.#moveOn(next);
    if (this.#rematchAskedAt === this.#table || this.#pending.size > 0 || this.#thinking() === null) return;
    this.#rematchAskedAt = this.#table;
    this.#meter.games++;
    const kept = first.match?.record?.moves ?? [];
    const known = [...this.#acknowledged].sort(([left], [right]) => left - right).map(([, move]) => move);
    if (canonicalJson(kept) !== canonicalJson(known)) this.#fault('a move was lost');
    for (const player of this.#players) this.#do(player, { kind: 'rematch', table: this.#table, agree: true });
  }

  #moveOn(table: string): void {
    const left = this.#table;
    this.#table = table;
    this.#acknowledged = new Map();
    for (const player of this.#players) {
      player.moved = 0;
      this.#watchAgain(player, { left, next: table });
    }
  }

  #sample(sample: Sample): void {
    const { samples } = this.#meter;
    if (samples.length < MAX_SAMPLES) samples.push(sample);
  }

  #otherThan(player: Player): Player {
    return this.#players[0] === player ? this.#players[1] : this.#players[0];
  }

  #do(by: Player, command: ClientCommand): void {
    const id = `d${++this.#commands}`;
    const text = JSON.stringify({ kind: 'do', id, command });
    this.#pending.set(id, { by, move: null, text });
    by.connection.send(text);
  }

  #send({ connection }: Player, message: unknown): void {
    connection.send(JSON.stringify(message));
  }

  #fault(what: string): void {
    this.#meter.faults.push(`${this.#game} ${this.#table}: ${what}`);
  }
}

/** Whether the viewer may move now: the first clock waits until both players are present. */
const isMine = ({ you, match, phase }: TableView): boolean =>
  phase === 'playing' && match?.view.turn === you && (match.clock?.seat ?? you) === you;

/** Connections, guests and tables that are requested at the same time. */
export const OPENED_AT_ONCE = 32;
/** How long work in progress may take to end. Milliseconds. */
export const TIMEOUT_MS = 60_000;

export const guest = (url: string, number: number): Promise<string> => newGuest(url, `Player ${number}`);

/** A greeted connection, which drops what it receives until `onText` is set. */
export async function greeted(url: string, cookie: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url, cookie === '' ? {} : { cookie });
  connection.onText = () => undefined;
  return connection;
}

/** Two players sit down at each of so many tables; the games take turns. */
export const seatAll = (
  tables: number,
  playersOf: (table: number) => Promise<readonly [RawConnection, RawConnection]>,
  parts: { readonly rng: Rng; readonly meter: Meter },
): Promise<readonly MatchUp[]> =>
  inTurn([...Array(tables).keys()], OPENED_AT_ONCE, async (table) => {
    const matchUp = new MatchUp(games[table % games.length]?.id ?? '', await playersOf(table), parts);
    await inTime(matchUp.sitDown(), TIMEOUT_MS, 'sitting down');
    return matchUp;
  });

/** All play while `work` is done, and then end the moves in progress. `isQuiet`: whether each got an answer and `isDone`. */
export async function playDuring<T>(
  matchUps: readonly MatchUp[],
  thinking: () => number,
  work: () => Promise<T>,
  isDone: () => boolean = () => true,
): Promise<{ readonly result: T; readonly isQuiet: boolean }> {
  let isOn = true;
  for (const matchUp of matchUps) matchUp.play(() => (isOn ? thinking() : null));
  const result = await work();
  isOn = false;
  return { result, isQuiet: await settled(() => matchUps.every(({ isQuiet }) => isQuiet) && isDone(), TIMEOUT_MS) };
}

export const verifyAll = (matchUps: readonly MatchUp[]): Promise<unknown> =>
  inTurn(matchUps, OPENED_AT_ONCE, (matchUp) => inTime(matchUp.verify(), TIMEOUT_MS, 'the views'));
