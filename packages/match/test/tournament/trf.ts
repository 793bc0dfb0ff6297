import { type Entrant, type Pairing, POINT, type Tournament } from '../../src/index.ts';
import { ALONE } from './simulate.ts';

interface Cell {
  readonly opponent: number;
  readonly isWhite: boolean;
  readonly result: string;
}

interface Row {
  readonly number: number;
  readonly rating: number;
  readonly cells: readonly Cell[];
}

/** The state before a round, and the pairings that the file has for it. */
interface TrfRound {
  readonly round: number;
  readonly before: Tournament;
  readonly pairings: readonly Pairing[];
}

/** Points by result: `+` and `-` are forfeits, `U` the bye of the system, `H` and `F` requested ones. */
const POINTS: Readonly<Record<string, number>> = {
  '1': POINT,
  '+': POINT,
  U: POINT,
  F: POINT,
  '=': POINT / 2,
  H: POINT / 2,
};

/**
 * Reads a tournament in the Tournament Report File format of FIDE. The first seat is that of the colour that the first entrant has in the
 * first round, which is drawn by lot.
 */
export function readTrf(text: string): {
  readonly name: string;
  readonly roundsOf: () => Generator<TrfRound>;
} {
  const lines = text.split(/\r\n|\r|\n/);
  const rows = lines.filter((line) => line.startsWith('001')).map(rowOf);
  const drawn = rows.filter(({ cells }) => isPaired(cells[0])).findIndex(({ cells }) => (cells[0]?.opponent ?? 0) > 0);
  const first = rows.filter(({ cells }) => isPaired(cells[0]))[drawn];
  const whiteSeat = (first?.cells[0]?.isWhite === true) === (drawn % 2 === 0) ? 0 : 1;
  return {
    name: lines.find((line) => line.startsWith('012'))?.slice(4) ?? '',
    roundsOf: () => roundsIn(rows, whiteSeat),
  };
}

function rowOf(line: string): Row {
  const cells = Array.from({ length: Math.ceil((line.length - 89) / 10) }, (_, round): Cell => {
    const cell = line.slice(91 + 10 * round, 99 + 10 * round).padEnd(8);
    return { opponent: Number(cell.slice(0, 4)), isWhite: cell[5] === 'w', result: cell[7] ?? ' ' };
  });
  return { number: Number(line.slice(4, 8)), rating: Number(line.slice(48, 52)), cells };
}

/** Whether a cell came from the pairing of its round, and not from an absence that was announced. */
const isPaired = (cell: Cell | undefined): boolean => cell !== undefined && (cell.opponent > 0 || cell.result === 'U');

function* roundsIn(rows: readonly Row[], whiteSeat: number): Generator<TrfRound> {
  const rounds = Math.max(...rows.map(({ cells }) => cells.length));
  const past: Pairing[] = [];
  for (let round = 1; round <= rounds; round++) {
    const entrants = rows.map(({ number, rating, cells }): Entrant => ({
      number,
      rating,
      firstRound: 1,
      isIn: isPaired(cells[round - 1]),
    }));
    const all = rows.flatMap((row) => pairingOf(row, { rows, round, whiteSeat }));
    const before: Tournament = { kind: 'swiss', seats: 2, entrants, pairings: [...past], partners: ALONE, rounds };
    yield {
      round,
      before,
      pairings: all.filter(({ seats }) => isPaired(rows[(seats[0]?.entrant ?? 0) - 1]?.cells[round - 1])),
    };
    past.push(...all);
  }
}

/** The pairing of a row in a round: of a game, from the row of White. */
function pairingOf(
  { number, cells }: Row,
  { rows, round, whiteSeat }: { readonly rows: readonly Row[]; readonly round: number; readonly whiteSeat: number },
): readonly Pairing[] {
  const cell = cells[round - 1];
  if (cell === undefined) return [];
  const own = { entrant: number, points: POINTS[cell.result] ?? 0 };
  if (cell.opponent === 0) return own.points > 0 ? [{ round, seats: [own] }] : [];
  if (!cell.isWhite) return [];
  const other = rows[cell.opponent - 1]?.cells[round - 1]?.result ?? ' ';
  const seats = [own, { entrant: cell.opponent, points: POINTS[other] ?? 0 }];
  const isForfeit = ['+', '-'].includes(cell.result) || ['+', '-'].includes(other);
  return [{ round, seats: whiteSeat === 0 ? seats : seats.toReversed(), endedBy: isForfeit ? 'forfeit' : 'rules' }];
}
