/*
 * A slow implementation of Arcanor: plain objects, texts for cells and moves, and the whole history compared as text.
 * It is written rule by rule and shares no code with the package, so that tests can compare the two.
 */

interface OraclePiece {
  readonly side: 'L' | 'D';
  readonly size: number;
}

export interface OracleState {
  /** Nests by cell, the outermost first. */
  readonly nests: Readonly<Record<string, readonly OraclePiece[]>>;
  readonly side: 'L' | 'D';
  readonly passed: readonly string[];
  readonly quiet: number;
  /** All earlier positions, with the side to move. */
  readonly past: readonly string[];
  readonly ended: { readonly by: string; readonly winner: 'L' | 'D' | 'draw' } | null;
}

const COLUMNS = Array.from('abcdefgh');
const ROWS = Array.from('1234567');
const goalRow = { L: '7', D: '1' };
const enemy = { L: 'D', D: 'L' } as const;

const nest = (side: 'L' | 'D', ...sizes: number[]): OraclePiece[] => sizes.map((size) => ({ side, size }));

/** [A3] */
export function oracleStart(): OracleState {
  const nests: Record<string, OraclePiece[]> = {};
  for (const column of ['a', 'd', 'g']) {
    nests[`${column}1`] = nest('L', 1, 2);
    nests[`${column}7`] = nest('D', 3, 4);
  }
  for (const column of ['b', 'e', 'h']) {
    nests[`${column}1`] = nest('L', 3, 4);
    nests[`${column}7`] = nest('D', 1, 2);
  }
  return { nests, side: 'L', passed: [], quiet: 0, past: [describe(nests, 'L')], ended: null };
}

function describe(nests: OracleState['nests'], side: string): string {
  const cells = Object.entries(nests).map(
    ([cell, pieces]) => `${cell}${pieces.map((piece) => piece.side + piece.size).join('')}`,
  );
  return `${side} ${cells.sort().join(' ')}`;
}

/** [A1] the eight cells around. */
function around(cell: string): string[] {
  const column = COLUMNS.indexOf(cell.charAt(0));
  const row = ROWS.indexOf(cell.charAt(1));
  const cells: string[] = [];
  for (const right of [-1, 0, 1]) {
    for (const up of [-1, 0, 1]) {
      const [toColumn, toRow] = [COLUMNS[column + right], ROWS[row + up]];
      if ((right !== 0 || up !== 0) && toColumn !== undefined && toRow !== undefined) cells.push(toColumn + toRow);
    }
  }
  return cells;
}

/** [A9] */
const isHome = (cell: string, top: OraclePiece): boolean => cell.charAt(1) === goalRow[top.side];

/** The legal moves of a side, sorted [A5]-[A9]. */
function movesOf(nests: OracleState['nests'], side: 'L' | 'D'): string[] {
  const moves: string[] = [];
  for (const [cell, pieces] of Object.entries(nests)) {
    const top = pieces[0];
    if (top === undefined || top.side !== side || isHome(cell, top)) continue;
    for (const target of around(cell)) {
      const there = nests[target]?.[0];
      if (there === undefined) {
        moves.push(`${cell}-${target}`);
        if (pieces.length > 1) moves.push(`${cell}^${target}`);
      } else if (there.side !== side && !isHome(target, there) && there.size === top.size + 1)
        moves.push(`${cell}x${target}`);
    }
  }
  return moves.sort();
}

export const oracleMoves = (state: OracleState): string[] =>
  state.ended === null ? movesOf(state.nests, state.side) : [];

/** [A11] */
export function oraclePoints({ nests }: Pick<OracleState, 'nests'>, side: 'L' | 'D'): number {
  let points = 0;
  for (const [cell, pieces] of Object.entries(nests)) {
    const top = pieces[0];
    if (top !== undefined && top.side === side && isHome(cell, top)) points += top.size;
  }
  return points;
}

function moved(nests: OracleState['nests'], move: string): OracleState['nests'] {
  const [origin, kind, target] = [move.slice(0, 2), move.charAt(2), move.slice(3)];
  const after: Record<string, readonly OraclePiece[]> = { ...nests };
  const pieces = nests[origin] ?? [];
  delete after[origin];
  if (kind === '-') return { ...after, [target]: pieces };
  if (pieces.length > 1) after[origin] = pieces.slice(1);
  return { ...after, [target]: [...pieces.slice(0, 1), ...(nests[target] ?? [])] };
}

function byPoints(nests: OracleState['nests']): 'L' | 'D' | 'draw' {
  const lead = oraclePoints({ nests }, 'L') - oraclePoints({ nests }, 'D');
  return lead === 0 ? 'draw' : lead > 0 ? 'L' : 'D';
}

/** The state after a legal move, with the end of the game if it ended [A11]-[A13]. */
export function oraclePlay(state: OracleState, move: string): OracleState {
  const mover = state.side;
  const other = enemy[mover];
  const nests = moved(state.nests, move);
  const isQuiet = move.charAt(2) === '-' && move.charAt(4) !== goalRow[mover];
  const after = { ...state, nests, quiet: isQuiet ? state.quiet + 1 : 0, passed: [] };
  for (const side of [mover, other]) {
    if (oraclePoints({ nests }, side) >= 12) return { ...after, ended: { by: 'points', winner: side } };
  }
  const passed = movesOf(nests, other).length === 0;
  const side = passed ? mover : other;
  if (movesOf(nests, side).length === 0) return { ...after, ended: { by: 'blocked', winner: byPoints(nests) } };
  const now = describe(nests, side);
  const next = { ...after, side, passed: passed ? [other] : [], past: [...state.past, now] };
  if (next.past.filter((then) => then === now).length >= 3)
    return { ...next, ended: { by: 'repetition', winner: 'draw' } };
  return next.quiet >= 60 ? { ...next, ended: { by: 'quiet', winner: byPoints(nests) } } : next;
}
