import { createHash } from 'node:crypto';
import { appendFileSync, createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { canonicalJson, type Rng } from '@tablier/core';
import { formatClockTerms, rateMatch, NEW_RATING, type Rating } from '@tablier/match';
import { type Pace, PACE_NAMES, PACES } from '@tablier/protocol';
import { OPENING_PLIES, recordId } from '@tablier/store';
import type { Playout } from './playouts.ts';

type Value = string | number | null;
type Row = Readonly<Record<string, Value>>;

/** Lines that are kept in memory before they are written. Characters. */
const SPOOL = 1 << 20;

/** Rows by table, each table in a file of the folder: a million games do not fit in memory. */
export class Rows {
  readonly #folder: string;
  readonly #waiting = new Map<string, string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(table: string, row: Row): void {
    const lines = `${this.#waiting.get(table) ?? ''}${JSON.stringify(row)}\n`;
    const isFull = lines.length >= SPOOL;
    if (isFull) appendFileSync(this.#fileOf(table), lines);
    this.#waiting.set(table, isFull ? '' : lines);
  }

  /** All rows, by table in the order of their names. */
  async *read(): AsyncGenerator<{ readonly table: string; readonly row: Row }> {
    for (const table of [...this.#waiting.keys()].toSorted()) {
      appendFileSync(this.#fileOf(table), this.#waiting.get(table) ?? '');
      for await (const line of createInterface(createReadStream(this.#fileOf(table))))
        yield { table, row: JSON.parse(line) as Row };
    }
  }

  #fileOf(table: string): string {
    return join(this.#folder, `${table}.rows`);
  }
}

const idFor = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);
const hex = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The secret of every seeded session. */
const SECRET = 'seeded';
const personId = (index: number): string => idFor(`person ${index}`);
export const tokenOf = (index: number): string => `${personId(index)}.${idFor(`session ${index}`)}.${SECRET}`;
export const usernameOf = (index: number): string => `player${index}`;

/** A person who created their account at `at` and whose session was used now: an old session would have ended. */
export function addPerson(rows: Rows, index: number, at: number): void {
  const now = Date.now();
  const account = personId(index);
  const person = { id: account, name: `Player ${index}` };
  rows.add('account', { ...person, created_at: at, seen_on: now, revision: 1, touched_at: at });
  const session = { id: idFor(`session ${index}`), account, secret_hash: hex(SECRET), agent: '', opened_at: at };
  rows.add('session', { ...session, used_on: now, confirmed_at: 0 });
  rows.add('username', { name: usernameOf(index), account });
}

interface SeededGame extends Playout {
  /** Its number, from 1. */
  readonly seq: number;
  readonly people: readonly number[];
  readonly endedAt: number;
  readonly hasLog: boolean;
}

/** With what its rows refer to. */
interface StoredGame extends SeededGame {
  readonly table: string;
  readonly recordId: string;
  readonly pace: Pace;
}

type SeededEvent = { readonly kind: string } & Record<string, unknown>;

/** Events of a game that runs, at most: its beginning and some moves. */
const RUNNING_PLIES = 12;

/** The rows of finished games, in the order in which they ended. */
export class GameRows {
  readonly #rows: Rows;
  readonly #rng: Rng;
  readonly #records = new Set<string>();
  readonly #tallies = new Map<string, { games: number; first_wins: number; draws: number }>();
  readonly #ratings = new Map<string, Rating & { games: number; wins: number; draws: number; at: number }>();
  #rated = 0;

  constructor(rows: Rows, rng: Rng) {
    this.#rows = rows;
    this.#rng = rng;
  }

  add(game: SeededGame): void {
    // A log with a running clock would have more events.
    const pace = game.hasLog ? 'untimed' : (PACE_NAMES[this.#rng.below(PACE_NAMES.length)] ?? 'quick');
    const stored = { ...game, table: idFor(`table ${game.seq}`), recordId: this.#addRecord(game), pace };
    this.#addTable(stored);
    this.#addFinished(stored);
    if (this.#rng.below(5) < 2) this.#addRated(stored);
  }

  /** To be called at the end: what is counted over all games. */
  finish(): void {
    for (const [game, tally] of this.#tallies) this.#rows.add('game_tally', { game, ...tally });
    for (const [key, { at, ...rating }] of this.#ratings) {
      const [account = '', game = '', pace = ''] = key.split(' ');
      const settled = rating.deviation < 110 ? at + 400 * 86_400_000 : 0;
      this.#rows.add('rating', { account, game, pace, ...rating, updated_at: at, settled_until: settled });
    }
    this.#rows.add('rating_counter', { id: 1, last: this.#rated });
    this.#rows.add('progress', { name: 'finished-games', at: 0, id: '' });
  }

  #addRecord({ record, endedAt }: SeededGame): string {
    const id = recordId(record);
    if (this.#records.has(id)) return id;
    this.#records.add(id);
    const { players, options, moves, end } = record;
    const summary = JSON.stringify({ players, options, plies: moves.length, end });
    const row = { seq: this.#records.size, id, kept_at: endedAt, game: record.game, ended_by: end.by };
    this.#rows.add('kept_game', { ...row, record: canonicalJson(record), summary });
    return id;
  }

  /** A game that is played now, by correspondence. Its last move was at `endedAt`. */
  addRunning(game: Omit<SeededGame, 'hasLog'>): void {
    const table = idFor(`running table ${game.seq}`);
    this.#addTable({ ...game, hasLog: true, table, recordId: '', pace: 'days' }, 'running');
  }

  #addTable(stored: StoredGame, status: 'running' | 'over' = 'over'): void {
    const { game, record, turns, people, endedAt, hasLog, table: id, pace } = stored;
    const persons = people.map(personId);
    const chairs = people.map((index) => ({ kind: 'person', name: `Player ${index}`, guest: false }));
    const seats = chairs.map((chair, seat) => ({ ...chair, person: persons[seat] }));
    const played = { game: game.id, options: record.options, clock: PACES[pace] };
    const terms = { ...played, takeBack: 'asked', visibility: 'open', seating: 'drawn' };
    const head = { kind: 'table', rules: game.rulesVersion, terms, host: persons[0], chairs: seats, rematchOf: null };
    const all = hasLog ? eventsOf({ record, turns }, seats) : [];
    const events = status === 'running' ? all.filter(({ kind }) => kind !== 'resigned').slice(0, RUNNING_PLIES) : all;
    const [created_at, seq] = [endedAt - 600_000, events.length];
    this.#rows.add('match', { id, created_at, head: JSON.stringify(head), seq, touched_at: endedAt });
    this.#addEvents(events, id, created_at);
    const { places, by: ended } = record.end;
    const phase = status === 'over' ? 'over' : 'playing';
    const shown = { id, phase, at: endedAt, ...played, pace: null, chairs };
    const plies = status === 'over' ? record.moves.length : events.length - 1;
    const result = status === 'over' ? { places, ended } : { places: null, ended: null };
    const summary = { ...shown, plies, preview: null, ...result };
    this.#rows.add('listing', {
      match: id,
      status,
      listed_at: endedAt,
      summary: JSON.stringify(summary),
      game: game.id,
      own: status === 'over' ? JSON.stringify({ people: persons, table: { ...summary, visibility: 'open' } }) : null,
    });
    for (const person of persons) this.#rows.add('participant', { person, match: id, at: endedAt });
  }

  #addEvents(events: readonly SeededEvent[], match: string, since: number): void {
    for (const [index, { kind, ...data }] of events.entries()) {
      const at = since + index;
      const text = JSON.stringify({ ...data, ...('seat' in data && { at }) });
      this.#rows.add('event', { match, seq: index + 1, at, kind, data: text, client_id: null });
    }
  }

  #addFinished(game: StoredGame): void {
    const { seq, table: match, recordId: record, pace, endedAt: ended_at } = game;
    const { moves, end } = game.record;
    const opening = moves.slice(0, OPENING_PLIES);
    const listed = Number(this.#rng.below(10) > 0);
    const own = { game: game.game.id, ended_at };
    this.#rows.add('finished_game', {
      seq,
      match,
      ...own,
      pace,
      clock: formatClockTerms(PACES[pace]),
      took: 60_000 + this.#rng.below(1_800_000),
      plies: moves.length,
      ended_by: end.by,
      record,
      listed,
      counted: listed,
      opening: opening.join(' '),
    });
    const results = end.places.map((place) => (isDraw(end) ? 'drawn' : place === 1 ? 'won' : 'lost'));
    this.#addSeats(game, results);
    if (listed === 0) return;
    for (const ply of opening.keys())
      this.#rows.add('finished_opening', { ...own, plies: opening.slice(0, ply + 1).join(' '), seq });
    const tally = this.#tallies.get(own.game) ?? { games: 0, first_wins: 0, draws: 0 };
    tally.games++;
    if (results[0] === 'won') tally.first_wins++;
    if (results[0] === 'drawn') tally.draws++;
    this.#tallies.set(own.game, tally);
  }

  #addSeats({ seq, people, game, endedAt, record: { end } }: SeededGame, results: readonly string[]): void {
    for (const [seat, place] of end.places.entries())
      this.#rows.add('finished_seat', {
        seq,
        seat,
        account: personId(people[seat] ?? 0),
        bot: null,
        place,
        score: end.scores[seat] ?? null,
        result: results[seat] ?? 'drawn',
        game: game.id,
        ended_at: endedAt,
      });
  }

  #addRated({ game, people, endedAt: at, record: { end }, table: match, recordId: record, pace }: StoredGame): void {
    const seq = ++this.#rated;
    const kind = { game: game.id, pace };
    this.#rows.add('rated_match', { seq, match, ...kind, ended_at: at, record });
    const accounts = people.map(personId);
    const keyOf = (account: string): string => `${account} ${game.id} ${pace}`;
    const before = accounts.map(
      (account) => this.#ratings.get(keyOf(account)) ?? { ...NEW_RATING, games: 0, wins: 0, draws: 0, at: 0 },
    );
    const since = before.map((each) => (each.at === 0 ? null : each.at));
    const after = rateMatch(
      before.map((each, side) => ({ before: each, since: since[side] ?? null, place: end.places[side] ?? 1, side })),
      at,
    );
    for (const [seat, account] of accounts.entries()) {
      const [was, next, place] = [before[seat], after[seat], end.places[seat] ?? 1];
      if (was === undefined || next === undefined) continue;
      this.#rows.add('rating_change', {
        seq,
        seat,
        account,
        ...kind,
        at,
        side: seat,
        place,
        rating_before: was.rating,
        deviation_before: was.deviation,
        volatility_before: was.volatility,
        since: since[seat] ?? null,
        ...next,
      });
      this.#ratings.set(keyOf(account), {
        ...next,
        games: was.games + 1,
        wins: was.wins + Number(place === 1 && !isDraw(end)),
        draws: was.draws + Number(isDraw(end)),
        at,
      });
    }
  }
}

const isDraw = ({ places }: Playout['record']['end']): boolean => places.every((place) => place === 1);

/** The log of a match without a clock. */
function eventsOf(
  { record, turns }: Pick<SeededGame, 'record' | 'turns'>,
  seats: readonly unknown[],
): readonly SeededEvent[] {
  const began = { kind: 'began', seats, deal: record.deal, nonce: null };
  const moved = record.moves.map((move, ply) => ({ kind: 'moved', seat: turns[ply] ?? 0, move }));
  const loser = record.end.places.indexOf(Math.max(...record.end.places));
  return [began, ...moved, ...(record.end.by === 'resign' ? [{ kind: 'resigned', seat: loser }] : [])];
}
