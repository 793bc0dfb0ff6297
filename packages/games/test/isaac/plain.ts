/**
 * A plain implementation of Isaac: objects, arrays, string keys and a new immutable state for every move, written from the numbered rules.
 * It shares no code with `src/isaac`. The benchmark compares against it, and the tests use it as an oracle.
 */
export interface PlainOptions {
  readonly scoringStarts: string | number;
  readonly counter: string | number;
}

interface PlainPiece {
  readonly seat: number;
  readonly cells: readonly string[];
  readonly upright: boolean;
}

export interface PlainState {
  readonly options: PlainOptions;
  readonly phase: 'placing' | 'scoring' | 'advancing' | 'over';
  readonly turn: number;
  readonly hands: readonly (readonly number[])[];
  /** By move text: `00-02`. */
  readonly pieces: Readonly<Record<string, PlainPiece>>;
  /** By cell name: the text of the piece on it. */
  readonly board: Readonly<Record<string, string>>;
  readonly scores: readonly number[];
  readonly longest: readonly number[];
  readonly out: readonly boolean[];
  readonly firstToPass: number | null;
  readonly result: number;
}

const MARKED: Readonly<Record<number, number>> = { 3: 1, 4: 2, 5: 3, 6: 4, 7: 6 };
const HAND = [3, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7];

export const plainStart = (options: PlainOptions): PlainState => ({
  options,
  phase: 'placing',
  turn: 0,
  hands: [HAND, HAND],
  pieces: {},
  board: {},
  scores: [0, 0],
  longest: [0, 0],
  out: [false, false],
  firstToPass: null,
  result: 0,
});

const name = (row: number, column: number): string => `${row}${column}`;

/** The cells of a piece from its lower end [I5]; `null` if it would leave the board. */
function cellsFrom(row: number, column: number, length: number, upright: boolean): string[] | null {
  if ((upright ? row : column) + length > 10) return null;
  return Array.from({ length }, (_, step) => (upright ? name(row + step, column) : name(row, column + step)));
}

interface Place {
  readonly text: string;
  readonly length: number;
  readonly cells: readonly string[];
}

function everyPlace(): Place[] {
  const places: Place[] = [];
  for (const length of new Set(HAND)) {
    for (const upright of [false, true]) {
      for (let corner = 0; corner < 100; corner++) {
        const cells = cellsFrom(Math.floor(corner / 10), corner % 10, length, upright);
        if (cells !== null) places.push({ text: `${cells[0]}-${cells[length - 1]}`, length, cells });
      }
    }
  }
  return places;
}

const PLACES = everyPlace();

function placements(state: PlainState, seat: number): string[] {
  const hand = state.hands[seat] ?? [];
  return PLACES.filter(
    ({ length, cells }) => hand.includes(length) && cells.every((cell) => state.board[cell] === undefined),
  ).map(({ text }) => text);
}

/** [I8] */
function counterCells(state: PlainState): string[] {
  const numbers = [state.scores[0] ?? 0, 99 - (state.scores[1] ?? 0)];
  return numbers.map((number) => String(number).padStart(2, '0'));
}

/** [I10] [I11] */
function removals(state: PlainState, seat: number): string[] {
  const counters = counterCells(state);
  return Object.entries(state.pieces)
    .filter(([, piece]) => piece.seat === seat && piece.cells.length >= (state.longest[seat] ?? 0))
    .filter(([, piece]) => !piece.cells.some((cell) => counters.includes(cell)))
    .map(([text]) => `x${text}`);
}

/** [I13] [I14] */
function advances(state: PlainState): string[] {
  const moves: string[] = [];
  const own = state.scores[state.turn] ?? 0;
  const other = counterCells(state)[1 - state.turn];
  for (let steps = 0; steps <= state.result; steps++) {
    if (own + steps > 99) return [...moves, '+100'];
    const cell = String(state.turn === 0 ? own + steps : 99 - own - steps).padStart(2, '0');
    if (cell !== other) moves.push(`+${steps}`);
  }
  return moves;
}

/** The legal moves, as text, sorted. */
export function plainMoves(state: PlainState): string[] {
  const listed = {
    placing: () => placements(state, state.turn),
    scoring: () => removals(state, state.turn),
    advancing: () => advances(state),
    over: () => [],
  };
  return listed[state.phase]().sort();
}

/** [I12] */
export function plainWorth(state: PlainState, text: string): number {
  const piece = state.pieces[text];
  if (piece === undefined) throw new Error(`no piece on ${text}`);
  const digit = piece.upright ? 1 : 0;
  const onLine = (cell: string): boolean => cell[digit] === text[digit];
  const touching = Object.values(state.pieces).filter((other) => other !== piece && other.cells.some(onLine));
  const multiplier = 2 ** counterCells(state).filter(onLine).length;
  return touching.length * (MARKED[piece.cells.length] ?? 0) * multiplier;
}

const replaced = <T>(values: readonly T[], index: number, value: T): T[] =>
  values.map((old, at) => (at === index ? value : old));

/** The state after a legal move, given as text. */
export function plainPlay(state: PlainState, text: string): PlainState {
  if (text.startsWith('x')) return remove(state, text.slice(1));
  if (text.startsWith('+'))
    return advance(state, text === '+100' ? 100 - (state.scores[state.turn] ?? 0) : Number(text.slice(1)));
  return place(state, text);
}

function place(state: PlainState, text: string): PlainState {
  const [row = 0, column = 0, endRow = 0, endColumn = 0] = [0, 1, 3, 4].map((index) => Number(text[index]));
  const upright = endRow > row;
  const length = endRow - row + endColumn - column + 1;
  const cells = cellsFrom(row, column, length, upright) ?? [];
  const hand = state.hands[state.turn] ?? [];
  const taken = hand.indexOf(length);
  return turnToPlace({
    ...state,
    hands: replaced(
      state.hands,
      state.turn,
      hand.filter((_, index) => index !== taken),
    ),
    pieces: { ...state.pieces, [text]: { seat: state.turn, cells, upright } },
    board: { ...state.board, ...Object.fromEntries(cells.map((cell) => [cell, text])) },
    turn: 1 - state.turn,
  });
}

/** [I6] [I7] [I9] */
function turnToPlace(state: PlainState): PlainState {
  if (placements(state, state.turn).length > 0) return state;
  const firstToPass = state.firstToPass ?? state.turn;
  if (placements(state, 1 - state.turn).length > 0) return { ...state, firstToPass, turn: 1 - state.turn };
  const turn = state.options.scoringStarts === 'passer' ? firstToPass : 0;
  return turnToRemove({ ...state, phase: 'scoring', firstToPass, turn });
}

function remove(state: PlainState, text: string): PlainState {
  const result = plainWorth(state, text);
  const { [text]: removed, ...pieces } = state.pieces;
  const longest = replaced(state.longest, state.turn, removed?.cells.length ?? 0);
  const after: PlainState = { ...state, pieces, longest, result, phase: 'advancing' };
  return state.options.counter === 'upTo' ? after : advance(after, result);
}

function advance(state: PlainState, points: number): PlainState {
  const score = (state.scores[state.turn] ?? 0) + points;
  const scores = replaced(state.scores, state.turn, score);
  if (score >= 100) return { ...state, scores, phase: 'over' };
  return turnToRemove({ ...state, scores, phase: 'scoring', turn: 1 - state.turn });
}

/** [I15] */
function turnToRemove(state: PlainState): PlainState {
  let { out } = state;
  for (const seat of [state.turn, 1 - state.turn]) {
    if (out[seat]) continue;
    if (removals(state, seat).length > 0) return { ...state, out, turn: seat };
    out = replaced(out, seat, true);
  }
  return { ...state, out, phase: 'over' };
}

/** [I16] */
export function plainWinner(state: PlainState): number {
  const unplayed = state.hands.map((hand) => hand.reduce((sum, length) => sum + length, 0));
  for (const [dark = 0, light = 0] of [state.scores, unplayed]) {
    if (dark !== light) return dark > light ? 0 : 1;
  }
  return 0;
}
