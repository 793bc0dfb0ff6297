import * as z from 'zod/mini';
import { failure, isLegal, NOBODY, type Result, type Seat, success } from '@tablier/core';
import { canPrepare, type MatchState, decide, type MatchEvent } from '@tablier/match';
import { type ClientCommand, type CommandError, MAX_PREPARED, type PreparedLines } from '@tablier/protocol';
import { idFrom, sha256 } from '../../lib/context.ts';
import { defineStream, type Store, StoreUnavailable } from '@tablier/store';
import { peopleSeats, type TableState } from '../state/table-state.ts';

export type Preparation = Pick<Extract<ClientCommand, { kind: 'prepare' }>, 'played' | 'line'>;

export interface StoredLine {
  readonly id: string;
  readonly plies: number;
  readonly after: string;
  /** In notation: those of all seats, from the first that was expected to the last answer. */
  readonly moves: readonly string[];
}

const refuse = (name: CommandError<'prepare'>['name'], detail?: string) =>
  failure<CommandError<'prepare'>>({ name, ...(detail !== undefined && { detail }) });

export const movesMade = ({ moves }: MatchState): readonly string[] => moves.map(({ shown }) => shown.text);

const hashAfter = (made: readonly string[], plies: number): string => sha256(made.slice(0, plies).join(' '));

/** The remaining part of a line; `null` if the match is at another position, or the line is over. */
export function restOf({ plies, after, moves }: StoredLine, made: readonly string[]): readonly string[] | null {
  const since = made.length - plies;
  if (since < 0 || since >= moves.length) return null;
  const isSame = moves.slice(0, since).every((move, index) => move === made[plies + index]);
  return isSame && hashAfter(made, plies) === after ? moves.slice(since) : null;
}

export function reachable(lines: readonly StoredLine[], made: readonly string[]): readonly StoredLine[] {
  const after = hashAfter(made, made.length);
  return lines.flatMap((line) => {
    const moves = restOf(line, made);
    return moves === null ? [] : [{ id: line.id, plies: made.length, after, moves }];
  });
}

export const shownLines = (lines: readonly StoredLine[], match: MatchState): PreparedLines => {
  const made = movesMade(match);
  return { plies: made.length, lines: reachable(lines, made).map(({ id, moves }) => ({ id, moves: [...moves] })) };
};

/** A line that continues another replaces it. Two different answers to one position contradict each other. */
export function withLine(
  lines: readonly StoredLine[],
  { match, seat }: { readonly match: MatchState; readonly seat: Seat },
  { played, line }: Preparation,
): Result<readonly StoredLine[], CommandError<'prepare'>> {
  if (!canPrepare(match.game, match.setup.options)) return refuse('not-prepared-here');
  if (match.end !== null) return refuse('match-over');
  const made = movesMade(match);
  // The match may have gone on while the command was on its way, along the line.
  const moves = restOf({ id: '', plies: played.length, after: hashAfter(played, played.length), moves: line }, made);
  if (moves === null) return refuse('position-changed');
  if (played.length === made.length && match.position.turn === seat) return refuse('your-turn');
  const seats = seatsOf(match, moves);
  if (!seats.ok) return seats;
  if (seats.value.at(-1) !== seat) return refuse('no-answer');
  const kept: StoredLine[] = [];
  for (const other of reachable(lines, made)) {
    const differs = other.moves.findIndex((move, index) => move !== moves[index]);
    // The new line ends within the other one, or both are the same.
    if (other.moves.length >= moves.length && (differs < 0 || differs >= moves.length)) return success(lines);
    if (differs >= 0 && seats.value[differs] === seat) return refuse('answered-otherwise', other.id);
    if (differs >= 0) kept.push(other);
  }
  if (kept.length >= MAX_PREPARED) return refuse('too-many-prepared', String(MAX_PREPARED));
  const id = idFrom(`prepared ${hashAfter(made, made.length)} ${moves.join(' ')}`);
  return success([...kept, { id, plies: made.length, after: hashAfter(made, made.length), moves }]);
}

function seatsOf(
  { game, position: now }: MatchState,
  moves: readonly string[],
): Result<readonly Seat[], CommandError<'prepare'>> {
  const position = now.clone();
  const seats: Seat[] = [];
  for (const text of moves) {
    const move = game.parseMove(text);
    if (move === null) return refuse('unreadable-move', text);
    if (position.turn === NOBODY || !isLegal(game, position, move)) return refuse('illegal-move', text);
    seats.push(position.turn);
    position.play(move);
  }
  return success(seats);
}

export function answerOf(lines: readonly StoredLine[], match: MatchState): string | null {
  const made = movesMade(match);
  for (const line of lines) {
    const [next] = restOf(line, made) ?? [];
    if (next !== undefined) return next;
  }
  return null;
}

/** A log of its own: the number of its events says how often the player prepared, which no one may know. */
export const PREPARED_STREAM = defineStream('prepared moves', {
  head: z.object({ kind: z.literal('prepared') }),
  events: {
    prepared: z.object({
      lines: z.array(z.object({ id: z.string(), plies: z.int(), after: z.string(), moves: z.array(z.string()) })),
    }),
  },
  // The lines belong to the seat: the log is transferred with the seat, and erased with the game or the account.
  personal: {},
});

export const preparedLog = (table: string, seat: Seat): string => `${table}-prepared${seat}`;

export function preparedOf(log: string): { readonly table: string; readonly seat: Seat } | null {
  const [, table, seat] = /^(.+)-prepared(\d{1,2})$/.exec(log) ?? [];
  return table === undefined ? null : { table, seat: Number(seat) };
}

interface SeatLog {
  readonly seq: number | null;
  readonly lines: readonly StoredLine[];
}

const EMPTY: SeatLog = { seq: null, lines: [] };

type Changed = Result<null, CommandError<'prepare'>>;
type Change = (lines: readonly StoredLine[]) => Result<readonly StoredLine[], CommandError<'prepare'>>;
type Append = (event: MatchEvent) => Promise<'appended' | 'behind' | 'unavailable'>;

interface PreparedMovesDeps {
  readonly store: Store;
  readonly now: () => number;
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onChange: () => void;
}

/** Made as soon as their position is reached, never in another. Only the owner of a seat reads its lines. */
export class PreparedMoves {
  readonly #table: { readonly id: string; readonly state: TableState };
  readonly #deps: PreparedMovesDeps;
  readonly #logs = new Map<Seat, SeatLog>();
  #isRead = false;

  constructor(table: { readonly id: string; readonly state: TableState }, deps: PreparedMovesDeps) {
    this.#table = table;
    this.#deps = deps;
  }

  of(seat: Seat): Promise<PreparedLines> {
    return this.#deps.run(async () => {
      await this.#read();
      const { match } = this.#table.state;
      return match === null ? { plies: 0, lines: [] } : shownLines(this.#linesOf(seat), match);
    });
  }

  /** Prepares a line. If its position is reached already, it is answered at once. */
  async add(seat: Seat, wanted: Preparation): Promise<Changed> {
    const added = await this.#deps.run(async (): Promise<Changed> => {
      const { match } = this.#table.state;
      if (match === null) return failure({ name: 'not-begun' });
      await this.#read();
      return this.#change(seat, (lines) => withLine(lines, { match, seat }, wanted));
    });
    if (added.ok) this.#deps.onChange();
    return added;
  }

  /** Removes one line; all of them for `null`. Does nothing if it is gone. */
  remove(seat: Seat, id: string | null): Promise<Changed> {
    return this.#deps.run(async () => {
      await this.#read();
      return this.#change(seat, (lines) => success(id === null ? [] : lines.filter((line) => line.id !== id)));
    });
  }

  /** The log of a seat has reached `seq`, written by any node. */
  async reached(seat: Seat, seq: number): Promise<void> {
    const isNew = await this.#deps.run(async () => {
      if (!this.#isRead || seq <= (this.#logs.get(seat)?.seq ?? 0)) return false;
      this.#logs.set(seat, await readLog(this.#deps.store, this.#table.id, seat));
      return true;
    });
    if (isNew) this.#deps.onChange();
  }

  /** To be run in the order of the table. `none`: nothing is prepared for this position. */
  async make(append: Append): Promise<'made' | 'none' | 'unavailable'> {
    const { state } = this.#table;
    const { match } = state;
    if (match === null || !canPrepare(match.game, match.setup.options)) return 'none';
    const { turn } = match.position;
    if (match.end !== null || state.chairs[turn]?.kind !== 'person') return 'none';
    const event = await this.#eventOf(match, turn);
    if (event === null) return 'none';
    const result = await append(event);
    // A take-back does not restore it.
    if (result === 'appended') await this.#must(turn, (lines) => success(this.#reachable(lines)));
    return result === 'unavailable' ? 'unavailable' : 'made';
  }

  async #eventOf(match: MatchState, seat: Seat): Promise<MatchEvent | null> {
    await this.#read();
    const lines = this.#linesOf(seat);
    if (lines.length === 0) return null;
    const move = answerOf(lines, match);
    if (move === null) {
      await this.#must(seat, () => success([]));
      return null;
    }
    const decided = decide(match, { kind: 'move', seat, move, at: this.#deps.now() });
    // Otherwise the clock is paused or does not run yet.
    return decided.ok && decided.value.kind === 'moved' ? decided.value : null;
  }

  #reachable(lines: readonly StoredLine[]): readonly StoredLine[] {
    const { match } = this.#table.state;
    return match === null ? [] : reachable(lines, movesMade(match));
  }

  #linesOf(seat: Seat): readonly StoredLine[] {
    return this.#logs.get(seat)?.lines ?? [];
  }

  async #read(): Promise<void> {
    if (this.#isRead || this.#table.state.match === null) return;
    const { store } = this.#deps;
    for (const seat of peopleSeats(this.#table.state)) this.#logs.set(seat, await readLog(store, this.#table.id, seat));
    this.#isRead = true;
  }

  async #must(seat: Seat, change: Change): Promise<void> {
    if (!(await this.#change(seat, change)).ok) throw new StoreUnavailable('prepared moves not stored');
  }

  /** Stores the changed lines of a seat. A change that lost a race is decided again. */
  async #change(seat: Seat, change: Change): Promise<Changed> {
    for (;;) {
      const { seq, lines } = this.#logs.get(seat) ?? EMPTY;
      const changed = change(lines);
      if (!changed.ok) return changed;
      if (changed.value === lines || (lines.length === 0 && changed.value.length === 0)) return success(null);
      const result = await this.#append(seat, seq, changed.value);
      if (result === 'appended') return success(null);
      this.#logs.set(seat, await readLog(this.#deps.store, this.#table.id, seat));
    }
  }

  async #append(seat: Seat, seq: number | null, lines: readonly StoredLine[]) {
    const { store, now } = this.#deps;
    const log = preparedLog(this.#table.id, seat);
    if (seq === null) await store.createStream(log, { kind: 'prepared' });
    const events = [{ at: now(), kind: 'prepared', data: { lines } }];
    const appended = await store.append(log, seq ?? 0, events, { topic: this.#table.id });
    if (appended.name === 'unavailable') throw new StoreUnavailable(appended.detail);
    if (appended.name !== 'appended') return 'changed';
    this.#logs.set(seat, { seq: appended.seq, lines });
    // Earlier lines are no longer needed.
    if (appended.seq > 1) await store.trim(log, [appended.seq - 1]);
    return 'appended';
  }
}

/** What a seat has stored, reachable or not. Rejects with `StoreUnavailable`. */
export const readPrepared = async (store: Store, table: string, seat: Seat): Promise<readonly StoredLine[]> =>
  (await readLog(store, table, seat)).lines;

/** Erases what a seat has prepared. Rejects with `StoreUnavailable`. */
export async function erasePrepared(store: Store, table: string, seat: Seat): Promise<void> {
  const log = preparedLog(table, seat);
  if ((await store.head(log)) !== undefined) await store.erase(log);
}

async function readLog(store: Store, table: string, seat: Seat): Promise<SeatLog> {
  const log = preparedLog(table, seat);
  const head = await store.head(log);
  if (head === undefined) return EMPTY;
  const [newest] = head.seq === 0 ? [] : await store.read(log, head.seq, 1);
  return { seq: head.seq, lines: newest === undefined ? [] : PREPARED_STREAM.readEvent(newest).lines };
}
