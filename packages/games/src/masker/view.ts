import { commonView, type Move, NOBODY, type Seat, type View, type Viewer } from '@tablier/core';
import { interned } from '../shared/interned.ts';
import {
  CELLS,
  cellsOf,
  COLOUR_LETTERS,
  type ColourLetter,
  FREE_BY_WHITE,
  fullPile,
  isTouching,
  LETTERS,
  type MaskerBoard,
  NOT_FREE,
  seatsOf,
  sideOf,
  SIZE,
} from './board.ts';
import type { MaskerOptions } from './facts.ts';
import { capturesIn, type Gift, GIVE, type MaskerPosition, MAX_GIVEN, STOP, TURN_CAPTURES } from './position.ts';
import { formatGridCell } from '../shared/text.ts';

/** A stack of the board. A cell of the flat game is a stack of at most one. */
export interface StackView {
  /** `a1` */
  readonly cell: string;
  /** Letters, bottom first; empty if nothing is left. The colourless cross `N` is always on top. */
  readonly crosses: string;
}

export interface SeatView {
  readonly pile: number;
  /** The same as letters, in the order in which they were captured. Given crosses come from the top of a pile [M13]. */
  readonly crosses: string;
  readonly stacks: number;
  readonly loose: number;
  readonly full: boolean;
  readonly out: boolean;
  /** Crosses still owed to the player who is out [M13]. */
  readonly owes: number;
  /** `null` if the viewer does not know it. */
  readonly colour: ColourLetter | null;
}

/** An elimination, as it was announced [M12], with the transfer of [M13]. */
export interface EliminationView {
  /** One seat, or the two of a team. */
  readonly seats: readonly Seat[];
  readonly colour: ColourLetter;
  /** The seat that made the capture; it may be one of `seats`. */
  readonly by: Seat;
  /** The `turnIndex` of that capture. */
  readonly turn: number;
  /** What each giver gave, in seat order; empty while the choice is pending. */
  readonly given: readonly { readonly from: Seat; readonly count: number }[];
}

export interface CaptureView {
  readonly cell: string;
  readonly cross: string;
}

/** What a viewer sees. This is all that it can know: nothing that was shown is covered again. */
export interface MaskerView extends View {
  readonly options: MaskerOptions;
  readonly seat: Seat | null;
  /** Every stack, from `a1` along the rows upwards: 36, or nine in the tower. */
  readonly board: readonly StackView[];
  readonly neutral: string;
  /** The number of crosses in play, by colour, and of white. */
  readonly inPlay: Readonly<Record<ColourLetter | 'W', number>>;
  readonly seats: readonly SeatView[];
  /** The pile at which a player is full [M11]. */
  readonly fullPile: number;
  readonly captures: readonly CaptureView[];
  readonly lastTurn: { readonly seat: Seat; readonly captures: readonly CaptureView[] } | null;
  readonly capturesLeft: number;
  /** Why the next capture may be of any cross [M9] [M10]; `null` if it may not. */
  readonly free: 'isolation' | 'white' | null;
  readonly gift: Gift | null;
  readonly eliminations: readonly EliminationView[];
}

/** What `viewer` sees; everything once the game is over [M6]. */
export function viewOf(position: MaskerPosition, viewer: Viewer): MaskerView {
  const { options, players, turn, board, gift } = position;
  const over = turn === NOBODY;
  const captures = capturesOf(position.trail);
  return {
    ...commonView(position, { touch: options.touch, board: options.board }, players),
    seat: typeof viewer === 'number' ? viewer : null,
    board: cellsOf(options.board).map((cell) => stackOn(board, cell)),
    neutral: formatCell(board.neutral),
    inPlay: inPlay(board),
    seats: Array.from({ length: players }, (_, seat) => seatView(position, viewer, seat)),
    fullPile: fullPile(players),
    captures,
    lastTurn: turnBefore(position),
    capturesLeft: over || gift !== null ? 0 : TURN_CAPTURES - captures.length,
    free: over ? null : freedom(board.free),
    gift,
    eliminations: eliminations(position),
  };
}

/** A view as it was before it showed which crosses a seat keeps. */
export const withoutCrosses = (view: MaskerView): unknown => ({
  ...view,
  seats: view.seats.map(({ crosses: _, ...seat }) => seat),
});

const freedom = (free: number): 'isolation' | 'white' | null =>
  free === NOT_FREE ? null : free === FREE_BY_WHITE ? 'white' : 'isolation';

const stackOn = ({ stacks, neutral }: MaskerBoard, cell: number): StackView =>
  stackView((cell << 17) | ((stacks[cell] ?? 0) << 1) | (cell === neutral ? 1 : 0));

/** A stack. The key holds its cell, its crosses in 16 bits as in a position, and whether the colourless cross is on it. */
const stackView = interned((key): StackView => {
  let crosses = (key & 1) === 1 ? 'N' : '';
  for (let rest = (key >> 1) & 0xffff; rest > 0; rest >>= 3) crosses = LETTERS.charAt(rest & 7) + crosses;
  return { cell: formatCell(key >> 17), crosses };
});

function inPlay({ left }: MaskerBoard): Record<ColourLetter | 'W', number> {
  const count = (letter: string): number => left[LETTERS.indexOf(letter)] ?? 0;
  return { R: count('R'), Y: count('Y'), G: count('G'), B: count('B'), P: count('P'), W: count('W') };
}

function seatView(position: MaskerPosition, viewer: Viewer, seat: Seat): SeatView {
  const crosses = position.board.pileOf(seat);
  const pile = crosses.length;
  return {
    pile,
    crosses,
    stacks: Math.floor(pile / 3),
    loose: pile % 3,
    full: position.isFull(seat),
    out: position.isOut(seat),
    owes: seat === position.debtor ? position.missing(position.firstExit?.side ?? seat) : 0,
    colour: isKnown(position, viewer, seat) ? tokenOf(position, sideOf(position.players, seat)) : null,
  };
}

/** Whether a viewer knows a seat's colour: its own and its partner's [M4], those that became public [M12], and all at the end [M6]. */
function isKnown(position: MaskerPosition, viewer: Viewer, seat: Seat): boolean {
  const { players } = position;
  const own = typeof viewer === 'number' && sideOf(players, viewer) === sideOf(players, seat);
  return own || viewer === 'open' || position.turn === NOBODY || position.isOut(seat);
}

function tokenOf(position: MaskerPosition, side: number): ColourLetter {
  const colour = COLOUR_LETTERS.find((letter) => position.owners[LETTERS.indexOf(letter)] === side);
  if (colour === undefined) throw new Error(`side ${side} has no token`);
  return colour;
}

const capturesOf = (trail: number): CaptureView[] =>
  capturesIn(trail).map(({ cell, cross }) => ({ cell: formatCell(cell), cross: LETTERS.charAt(cross) }));

const turnBefore = ({ lastTurn: seat, lastTrail }: MaskerPosition): MaskerView['lastTurn'] =>
  seat === NOBODY ? null : { seat, captures: capturesOf(lastTrail) };

const eliminations = (position: MaskerPosition): EliminationView[] =>
  [position.firstExit, position.secondExit]
    .filter((exit) => exit !== null)
    .map(({ side, by, turn, given }) => ({
      seats: seatsOf(position.players, side),
      colour: tokenOf(position, side),
      by,
      turn,
      given: given.map((count, from) => ({ from, count })).filter(({ count }) => count > 0),
    }));

/** Exactly the legal moves: they do not depend on anything hidden. */
export function choicesOf(view: MaskerView): Move[] {
  if (view.outcome !== null) return [];
  const { gift } = view;
  if (gift !== null) return Array.from({ length: gift.most - gift.least + 1 }, (_, index) => GIVE + gift.least + index);
  const cells = cellsOf(view.options.board);
  const neutral = cells[view.board.findIndex(({ cell }) => cell === view.neutral)] ?? 0;
  const captures = cells.filter((cell, index) => {
    const crosses = view.board[index]?.crosses ?? '';
    return crosses !== '' && crosses !== 'N' && (view.free !== null || isTouching(view.options.touch, cell, neutral));
  });
  return view.captures.length > 0 ? [...captures, STOP] : captures;
}

export interface CapturePreview {
  readonly cross: ColourLetter | 'W';
  /** The number of crosses of that kind left in play. At 0 a player may go out, which the view does not tell [M12]. */
  readonly left: number;
  /** Why the capture after it may be of any cross [M9] [M10]; `null` if it may not. */
  readonly free: 'isolation' | 'white' | null;
  readonly pays: boolean;
  /** Whether it fills the mover's stacks [M11]. */
  readonly fills: boolean;
  readonly endsTurn: boolean;
}

/** The crosses on a cell without the colourless one, which is lifted first [M18]. Bottom first. */
export function stackAt(view: MaskerView, cell: string): string {
  const crosses = view.board.find((stack) => stack.cell === cell)?.crosses ?? '';
  return crosses.replace('N', '');
}

/** The result of `move`; `null` if it captures nothing. Does not check whether it is legal: see `choices`. */
export function previewCapture(view: MaskerView, move: Move): CapturePreview | null {
  const cross = move < CELLS ? stackAt(view, formatCell(move)).at(-1) : undefined;
  const mover = view.seats[view.turn];
  if (cross === undefined || mover === undefined || !isCross(cross)) return null;
  const free = cross === 'W' ? 'white' : touchesAny(view, move) ? null : 'isolation';
  const pays = mover.owes > 0;
  const fills = !pays && mover.pile + 1 >= view.fullPile;
  const endsTurn = view.capturesLeft <= 1 || free === 'isolation' || fills;
  return { cross, left: view.inPlay[cross] - 1, free, pays, fills, endsTurn };
}

const isCross = (letter: string): letter is ColourLetter | 'W' =>
  letter === 'W' || COLOUR_LETTERS.some((colour) => colour === letter);

const touchesAny = (view: MaskerView, cell: number): boolean =>
  cellsOf(view.options.board).some(
    (other) => isTouching(view.options.touch, cell, other) && stackAt(view, formatCell(other)) !== '',
  );

const CELL_NAMES: readonly string[] = Array.from({ length: CELLS }, (_, cell) => formatGridCell(cell, SIZE));
const GIFTS: readonly string[] = Array.from({ length: MAX_GIVEN + 1 }, (_, given) => `t${given}`);

const TEXTS: readonly string[] = [...CELL_NAMES, '.', ...GIFTS];

/** `c3` for a capture, `.` for the stop, `t5` for a choice of [M13]. */
export const formatMove = (move: Move): string => TEXTS[move] ?? '';

export const formatCell = (cell: number): string => CELL_NAMES[cell] ?? '';

/** The cell with a name; -1 if there is none. */
export const parseCell = (name: string): number => CELL_NAMES.indexOf(name);

export const isCapture = (move: Move): boolean => move < STOP;

/** The number that a choice of [M13] takes from the next player; `null` for any other move. */
export const giftOf = (move: Move): number | null => (move < GIVE ? null : move - GIVE);
