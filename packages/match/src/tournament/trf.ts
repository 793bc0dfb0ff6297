import { failure, type Result, success, words } from '@tablier/core';
import { type Entrant, isBye, isUnplayed, latePoints, type Pairing, POINT, type Tournament } from './tournament.ts';

/** Tournaments of two seats in the Tournament Report File format of FIDE (TRF16, with the lines of TRF26 that fit). */

export interface Report {
  readonly name: string;
  /** `2027/03/27`; `null` for unknown. */
  readonly began: string | null;
  readonly ended: string | null;
  readonly tournament: Tournament;
  /** By number of the entrant. */
  readonly people: ReadonlyMap<number, { readonly name: string; readonly rank: number; readonly points: number }>;
  /** How many rounds there have been. */
  readonly rounds: number;
}

const MAX_NAME = 33;

/** Writes a report. Entrants have the number of their strength, as readers of the format expect; the first seat is White. */
export function formatTrf({ name, began, ended, tournament, people, rounds }: Report): string {
  const { entrants, kind } = tournament;
  const order = entrants.toSorted((one, other) => (other.rating ?? 0) - (one.rating ?? 0) || one.number - other.number);
  const numbers = new Map(order.map(({ number }, index) => [number, index + 1]));
  const cells = cellsOf(tournament, numbers);
  const lines = order.map((entrant, index) => {
    const { number, rating } = entrant;
    const { name: player = '', rank = 0, points = 0 } = people.get(number) ?? {};
    const results = Array.from(
      { length: rounds },
      (_, round) => cells.get(`${number} ${round + 1}`) ?? missed(tournament, entrant, round + 1),
    );
    const text = `001 ${right(index + 1, 4)}      ${player.slice(0, MAX_NAME).padEnd(MAX_NAME)} ${right(Math.round(rating ?? 0) || '', 4)}`;
    return `${text.padEnd(80)}${right((points / POINT).toFixed(1), 4)} ${right(rank, 4)}${results.join('')}`;
  });
  return [
    `012 ${name}`,
    ...(began === null ? [] : [`042 ${began}`]),
    ...(ended === null ? [] : [`052 ${ended}`]),
    `062 ${entrants.length}`,
    `092 Individual: ${kind === 'swiss' ? 'Swiss-System (Dutch)' : 'Round-Robin'}`,
    `XXR ${tournament.rounds ?? rounds}`,
    'XXC white1',
    ...lines,
    '',
  ].join('\n');
}

const right = (value: string | number, width: number): string => String(value).padStart(width);

const cell = (opponent: number | null, colour: string, result: string): string =>
  `  ${opponent === null ? '0000' : right(opponent, 4)} ${colour} ${result}`;

/** By entrant and round: whom they met, on which side, and how it ended. */
function cellsOf({ pairings }: Tournament, numbers: ReadonlyMap<number, number>): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  for (const pairing of pairings) {
    const [white, black] = pairing.seats;
    for (const [seat, { entrant, points }] of pairing.seats.entries()) {
      const opponent = (seat === 0 ? black : white)?.entrant;
      const number = opponent === undefined ? null : (numbers.get(opponent) ?? null);
      const colour = number === null ? '-' : seat === 0 ? 'w' : 'b';
      cells.set(`${entrant} ${pairing.round}`, cell(number, colour, resultOf(pairing, points)));
    }
  }
  return cells;
}

/** `+` and `-` are forfeits, `U` the bye of the system, `H` and `Z` requested ones. */
function resultOf(pairing: Pairing, points: number | null): string {
  if (points === null) return ' ';
  if (isBye(pairing)) return points === POINT ? 'U' : points > 0 ? 'H' : 'Z';
  if (points === POINT) return isUnplayed(pairing) ? '+' : '1';
  if (points > 0) return '=';
  return isUnplayed(pairing) ? '-' : '0';
}

/** A round that an entrant was not in: the first one that a late entrant missed counts half a point. */
const missed = (tournament: Tournament, entrant: Entrant, round: number): string =>
  cell(null, '-', round === 1 && latePoints(tournament, entrant) > 0 ? 'H' : 'Z');

/** What is wrong with a report. Each is said with the number of its line. */
export const TRF_FAULTS = words('player number rating opponent colour result points none pairing');
export type TrfFault = (typeof TRF_FAULTS)[number];

export interface TrfError {
  /**
   * `player`: no name. `number`: none, or not the next one. `opponent`: unknown, or that player's cell names another one. `colour`: none, or
   * that of the opponent. `result`: unknown, or it does not fit that of the opponent. `points`: not those of the results. `none`: no players.
   * `pairing`: rounds to come would be paired with virtual points or without certain pairs, which is not done here.
   */
  readonly name: TrfFault;
  /** From 1. */
  readonly line: number;
}

interface Cell {
  readonly opponent: number;
  readonly colour: string;
  readonly result: string;
}

export interface TrfPlayer {
  /** From 1. */
  readonly number: number;
  readonly name: string;
  readonly rating: number | null;
  /** The games and byes by round, as the report has them. */
  readonly cells: readonly Cell[];
}

export interface TrfReport {
  readonly name: string;
  readonly players: readonly TrfPlayer[];
  /** How many rounds have results. */
  readonly rounds: number;
  /** Those rounds; the first seat is White. */
  readonly pairings: readonly Pairing[];
  /** In the rounds after them: those asked for. */
  readonly byes: readonly { readonly entrant: number; readonly round: number; readonly points: number }[];
}

/** Points by result: `+` and `-` are forfeits, `W`, `D`, `L` games that are not rated, `U` the bye of the system, `H`, `F`, `Z` requested ones. */
const POINTS: Readonly<Record<string, number>> = {
  ...{ '1': POINT, '=': POINT / 2, '0': 0, '+': POINT, '-': 0, W: POINT, D: POINT / 2, L: 0 },
  ...{ U: POINT, F: POINT, H: POINT / 2, Z: 0, ' ': 0 },
};
const OF_BYES = 'UFHZ ';
/** Byes of half a point and none: entrants can ask for these. */
const ASKED_FOR = 'HZ';
const FIRST_CELL = 91;
const CELL = 10;

class Fault extends Error {
  readonly error: TrfError;

  constructor(error: TrfError) {
    super(error.name);
    this.error = error;
  }
}

type Row = TrfPlayer & { readonly line: number; readonly points: number | null };

/** Reads a tournament of two seats in the Tournament Report File format of FIDE: the lines of players are alike in TRF16 and TRF26. */
export function parseTrf(text: string): Result<TrfReport, TrfError> {
  try {
    return success(reportIn(text));
  } catch (error) {
    if (error instanceof Fault) return failure(error.error);
    throw error;
  }
}

function reportIn(text: string): TrfReport {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const rows = lines.flatMap((line, index) => (line.startsWith('001') ? [rowOf(line, index + 1)] : []));
  if (rows.length === 0) throw new Fault({ name: 'none', line: 1 });
  rows.sort((one, other) => one.number - other.number);
  for (const [index, { number, line }] of rows.entries())
    if (number !== index + 1) throw new Fault({ name: 'number', line });
  // A round that is paired and has no result yet does not count, nor one for which there are only byes that were asked for.
  const isMade = ({ opponent, result }: Cell): boolean => result !== ' ' && (opponent > 0 || result === 'U');
  const rounds = Math.max(0, ...rows.map(({ cells }) => cells.findLastIndex(isMade) + 1));
  const pairings: Pairing[] = [];
  for (let round = 1; round <= rounds; round++) for (const row of rows) pairings.push(...pairingOf(row, rows, round));
  for (const { points, cells, line } of rows) {
    const sum = cells.slice(0, rounds).reduce((total, { result }) => total + (POINTS[result] ?? 0), 0);
    if (points !== null && points * POINT !== sum) throw new Fault({ name: 'points', line });
  }
  const all = Number(lines.find((line) => /^(142|XXR)/.test(line))?.slice(3) ?? Number.POSITIVE_INFINITY);
  for (const [index, text] of lines.entries())
    if (bindsAfter(text, { rounds, all })) throw new Fault({ name: 'pairing', line: index + 1 });
  const asked = [
    ...rows.flatMap(({ number, cells, line }) =>
      cells.map(({ result }, index) => ({ entrant: number, round: index + 1, result, line })),
    ),
    ...lines.flatMap((text, index) => (text.startsWith('240') ? byesIn(text, index + 1) : [])),
  ].filter(({ round, result }) => round > rounds && result !== ' ');
  return {
    name:
      lines
        .find((line) => line.startsWith('012'))
        ?.slice(4)
        .trim() ?? '',
    players: rows.map(({ number, name, rating, cells }) => ({ number, name, rating, cells })),
    rounds,
    pairings,
    byes: asked.map(({ entrant, round, result, line }) => {
      if (!ASKED_FOR.includes(result)) throw new Fault({ name: 'result', line });
      if (rows[entrant - 1] === undefined) throw new Fault({ name: 'number', line });
      return { entrant, round, points: POINTS[result] ?? 0 };
    }),
  };
}

/** By line of TRF26 with rules for pairings, accelerated rounds and forbidden pairs: the columns of their last round. */
const LAST_ROUND: Readonly<Record<string, readonly [number, number]>> = { '250': [18, 21], '260': [8, 11] };
/** In a line `XXA`: the column of the points of the first round, and the columns for each round. A round without points may be blank. */
const FIRST_POINTS = 9;
const ROUND_POINTS = 5;
/** The line 192 of a tournament with the acceleration of Baku, which is for the first half of the rounds. */
const BAKU = /^192 \w+_BAKU\s*$/;

/**
 * Whether a line changes how the rounds to come are paired. `XXP` and `XXA` are the lines of TRF16 for the same as those of TRF26: the first
 * names no rounds, the second points by round.
 */
function bindsAfter(text: string, { rounds, all }: { readonly rounds: number; readonly all: number }): boolean {
  const kind = text.slice(0, 3);
  const columns = LAST_ROUND[kind];
  if (kind === 'XXP') return true;
  if (kind === 'XXA') return /[1-9]/.test(text.slice(FIRST_POINTS + ROUND_POINTS * rounds));
  if (BAKU.test(text)) return rounds < Math.ceil(all / 2);
  return columns !== undefined && !(Number(text.slice(...columns).trim() || rounds + 1) <= rounds);
}

/** `240 H 003    1    4`: a line of TRF26 with byes of one kind in one round. */
function byesIn(text: string, line: number) {
  const [, result = '', round = '', ...entrants] = text.trim().split(/\s+/);
  return entrants.map((entrant) => ({
    ...{ entrant: Number(entrant), round: Number(round), line },
    result: result.toUpperCase(),
  }));
}

function rowOf(text: string, line: number): Row {
  const field = (from: number, to: number): string => text.slice(from - 1, to).trim();
  const whole = (written: string, name: TrfFault): number => {
    if (!/^\d+$/.test(written)) throw new Fault({ name, line });
    return Number(written);
  };
  const name = field(15, 47);
  if (name === '') throw new Fault({ name: 'player', line });
  const [rating, points] = [field(49, 52), field(81, 84)];
  if (points !== '' && !/^\d+([.,]\d)?$/.test(points)) throw new Fault({ name: 'points', line });
  const cells = Array.from({ length: Math.ceil((text.trimEnd().length - FIRST_CELL) / CELL) }, (_, round): Cell => {
    const cell = text.slice(FIRST_CELL + CELL * round, FIRST_CELL + CELL * (round + 1)).padEnd(8);
    const opponent = cell.slice(0, 4).trim();
    const result = (cell[7] ?? ' ').toUpperCase();
    if (!(result in POINTS)) throw new Fault({ name: 'result', line });
    return { opponent: opponent === '' ? 0 : whole(opponent, 'opponent'), colour: cell[5] ?? ' ', result };
  });
  return {
    ...{ line, name, cells, number: whole(field(5, 8), 'number') },
    rating: rating === '' ? null : whole(rating, 'rating') || null,
    points: points === '' ? null : Number(points.replace(',', '.')),
  };
}

/** The pairing of a row in a round: of a game, from the row of White. */
function pairingOf({ number, cells, line }: Row, rows: readonly Row[], round: number): readonly Pairing[] {
  const { opponent, colour, result } = cells[round - 1] ?? { opponent: 0, colour: ' ', result: ' ' };
  const own = { entrant: number, points: POINTS[result] ?? 0 };
  if (opponent === 0) {
    if (!OF_BYES.includes(result)) throw new Fault({ name: 'result', line });
    return own.points > 0 ? [{ round, seats: [own] }] : [];
  }
  const other = rows[opponent - 1]?.cells[round - 1];
  if (other?.opponent !== number || opponent === number) throw new Fault({ name: 'opponent', line });
  if (`${colour}${other.colour}` !== 'wb' && `${colour}${other.colour}` !== 'bw')
    throw new Fault({ name: 'colour', line });
  const points = POINTS[other.result] ?? 0;
  const isForfeit = ['+', '-'].includes(result);
  const fits = isForfeit === ['+', '-'].includes(other.result) && own.points + points <= POINT;
  if (!fits || OF_BYES.includes(result) || OF_BYES.includes(other.result)) throw new Fault({ name: 'result', line });
  if (colour !== 'w') return [];
  return [{ round, seats: [own, { entrant: opponent, points }], endedBy: isForfeit ? 'forfeit' : 'rules' }];
}
