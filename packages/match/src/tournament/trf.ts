/** Tournaments of two seats in the Tournament Report File format of FIDE (TRF16, with the lines of TRF26 that fit). */
import { latePoints } from './history.ts';
import { type Entrant, isBye, isUnplayed, type Pairing, POINT, type Tournament } from './tournament.ts';

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
