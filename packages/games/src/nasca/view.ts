import { commonView, type Move, NOBODY, type Seat, type View } from '@tablier/core';
import { interned } from '../shared/interned.ts';
import { NascaBoard, NEUTRAL, SEAT_COLOURS } from './board.ts';
import { CELLS, cellsOf, COLUMNS, ENDS, formatMove, parsePlacement, SINGLES, SIZES, STARTS } from './placements.ts';
import type { NascaOptions } from './facts.ts';
import { Territory, wallRules, type WallRules } from './scoring.ts';
import { NascaPosition, STOCK } from './position.ts';
import type { RowMasks } from './areas.ts';
import { NEUTRAL_LENGTHS } from './deal.ts';

export type NascaOwner = Seat | 'neutral';

export interface NascaPiece {
  readonly id: string;
  readonly owner: NascaOwner;
  readonly length: number;
  /** Its placement in notation: `d8-f8`, or `d6` for a neutral piece of length 1. */
  readonly at: string;
  /** Its cells in order, `column + 11 * row`, `a1` being 0. */
  readonly cells: readonly number[];
  /** 1 on the board, and one more per level above it [N3]. */
  readonly level: number;
}

export interface NascaBoardView {
  /** The pieces in placing order, the neutral ones first. */
  readonly pieces: readonly NascaPiece[];
  /** By cell: the level of its topmost piece; 0 if empty [N3]. */
  readonly heights: readonly number[];
  /** By cell: the index in `pieces` of its topmost piece; -1 if empty. */
  readonly tops: readonly number[];
  /** By seat: the empty cells of the board that score for it [N14]. */
  readonly territory: readonly (readonly number[])[];
}

export interface NascaView extends View, NascaBoardView {
  readonly options: NascaOptions;
  /** Counted from 1. The last round when the game is over. */
  readonly round: number;
  readonly rounds: number;
  /** By seat, by length (0 to 5): pieces in hand. */
  readonly hands: readonly (readonly number[])[];
  readonly finished: readonly (readonly number[])[];
  /** By earlier round: its final board. */
  readonly earlier: readonly NascaBoardView[];
  /** By seat: the points of all rounds, including the present board. */
  readonly scores: readonly number[];
}

/** The id of the `ordinal`-th piece (from 1) of its owner and length in placing order: `0-5-1`, `neutral-1-3`. */
export function pieceId(owner: NascaOwner, length: number, ordinal: number): string {
  return `${owner}-${length}-${ordinal}`;
}

const ownerOf = (colour: number): NascaOwner => (colour === NEUTRAL ? 'neutral' : colour - 1);
const colourOf = (owner: NascaOwner): number => (owner === 'neutral' ? NEUTRAL : (SEAT_COLOURS[owner] as number));

/** By placement, including those of length 1: its text and its cells. */
const TEXTS = Array.from({ length: SINGLES + CELLS }, (_, placement) => formatMove(placement));
const CELLS_OF = TEXTS.map((_, placement): readonly number[] => cellsOf(placement));

/** Radix of the keys below: greater than any colour. */
const COLOURS = 8;
/** Radix of the keys below: greater than any ordinal, any level, and `COLOURS * length + colour`. */
const RADIX = 64;

function piecesOf(board: NascaBoard): NascaPiece[] {
  const seen = new Uint8Array(RADIX);
  const pieces: NascaPiece[] = [];
  for (let index = 0; index < board.count; index++) {
    const placement = board.placements[index] as number;
    const colour = board.owners[index] as number;
    const kind = COLOURS * (SIZES[placement] as number) + colour;
    const ordinal = (seen[kind] as number) + 1;
    seen[kind] = ordinal;
    pieces.push(pieceAt(((placement * COLOURS + colour) * RADIX + ordinal) * RADIX + (board.levels[index] as number)));
  }
  return pieces;
}

/** A piece on the board. The key holds its placement, colour, ordinal and level. */
const pieceAt = interned((key): NascaPiece => {
  const [level, ordinal] = [key % RADIX, Math.trunc(key / RADIX) % RADIX];
  const kind = Math.trunc(key / (RADIX * RADIX));
  const placement = Math.trunc(kind / COLOURS);
  const owner = ownerOf(kind % COLOURS);
  const length = SIZES[placement] as number;
  const cells = CELLS_OF[placement] as readonly number[];
  return { id: pieceId(owner, length, ordinal), owner, length, at: TEXTS[placement] as string, cells, level };
});

function cellsOfRows(rows: RowMasks): number[] {
  const cells: number[] = [];
  for (let row = 0; row < rows.length; row++) {
    for (let rest = rows[row] as number; rest !== 0; rest &= rest - 1)
      cells.push(COLUMNS * row + 31 - Math.clz32(rest & -rest));
  }
  return cells;
}

function layOf(board: NascaBoard, rules: WallRules): NascaBoardView {
  const judged = new Territory();
  judged.judgeBoard(board, rules);
  const heights: number[] = [];
  const tops: number[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    const top = board.tops[cell] as number;
    heights.push(board.heights[cell] as number);
    tops.push(top < board.count ? top : -1);
  }
  return { pieces: piecesOf(board), heights, tops, territory: judged.cells.map(cellsOfRows) };
}

const EARLIER_LAYS = new WeakMap<NascaBoard, NascaBoardView>();

/** The view of the board of an earlier round. Such a board does not change, so the result is cached. */
function earlierLayOf(board: NascaBoard, rules: WallRules): NascaBoardView {
  const known = EARLIER_LAYS.get(board) ?? layOf(board, rules);
  EARLIER_LAYS.set(board, known);
  return known;
}

export function viewOf(position: NascaPosition): NascaView {
  const { board, turn, wallRules } = position;
  const lay = layOf(board, wallRules);
  const lying = lay.territory.map((cells) => cells.length);
  const isOver = turn === NOBODY;
  return {
    ...lay,
    ...commonView(position, { ...position.options }, 2),
    round: position.round + 1,
    rounds: position.rounds,
    hands: [0, 1].map((seat) => STOCK.map((_, length) => position.inHand(seat, length))),
    finished: [...position.earlier.map((points) => [...points]), ...(isOver ? [lying] : [])],
    earlier: position.earlierBoards.map((earlier) => earlierLayOf(earlier, wallRules)),
    scores: lying.map((points, seat) => position.earlier.reduce((sum, round) => sum + (round[seat] as number), points)),
  };
}

export function boardOf(view: Pick<NascaBoardView, 'pieces'>, into = new NascaBoard()): NascaBoard {
  into.clear();
  for (const piece of view.pieces) into.place(parsePlacement(piece.at) as number, colourOf(piece.owner));
  return into;
}

/** By seat: the territory after one more piece of the seat to move on a placement that is legal [N11]–[N15]. */
export function territoryAfter(view: NascaView, move: Move): readonly (readonly number[])[] {
  const board = boardOf(view);
  board.place(move, colourOf(view.turn));
  return layOf(board, wallRules(view.options)).territory;
}

export function positionOf(view: NascaView, into?: NascaPosition): NascaPosition {
  const neutrals = view.pieces
    .filter((piece) => piece.owner === 'neutral')
    .map((piece) => parsePlacement(piece.at) as number);
  const position = into ?? new NascaPosition(view.options, neutrals);
  position.neutrals = neutrals;
  position.beginRound(view.round - 1);
  boardOf(view, position.board);
  for (const piece of view.pieces) if (piece.owner !== 'neutral') position.take(piece.owner, piece.length);
  position.turn = view.turn;
  position.turnIndex = view.turnIndex;
  position.passed = [...view.passed];
  position.earlier = view.finished.slice(0, view.round - 1).map((points) => [...points]);
  position.earlierBoards = view.earlier.map((lay) => boardOf(lay));
  return position;
}

/** Why a placement is illegal, as keys of the message catalogue. */
export const NASCA_REFUSALS = [
  'game-over',
  /** No piece of that length is in hand [N2]. */
  'not-in-hand',
  /** The ends have different heights [N5]. */
  'ends-uneven',
  /** Both ends are on the board, but not all cells between them are empty [N4]. */
  'not-all-empty',
  /** A cell between the ends is higher than they are [N5]. */
  'too-high-between',
  /** Two of its cells would rest on the same piece [N6]. */
  'rests-twice',
  /** It would rest on enemy pieces only [N7]. */
  'enemy-only',
  /** It would rest on enemy and neutral pieces, but on none of its own [N7]. */
  'enemy-and-neutral',
] as const;
export type NascaRefusal = (typeof NASCA_REFUSALS)[number];

export interface NascaExplanation {
  readonly legal: boolean;
  readonly refusal: NascaRefusal | null;
  /** The cells that make it illegal: cells that are too high, two cells on one piece, or the higher of two uneven ends. */
  readonly obstacles: readonly number[];
  readonly level: number;
  /** The ids of the pieces that it would rest on, in order along it, without repetition. Empty on the board. */
  readonly restsOn: readonly string[];
}

/** Whether `owner` could place a piece, and why not [N4]–[N7], whatever the turn. For neutral ones of a landscape being built [N10]. */
export function explainPlacement(view: NascaView, move: Move, owner: NascaOwner): NascaExplanation {
  const height = Math.min(view.heights[STARTS[move] as number] as number, view.heights[ENDS[move] as number] as number);
  const resting = height === 0 ? [] : cellsOf(move).filter((cell) => view.heights[cell] === height);
  const tops = [...new Set(resting.map((cell) => view.tops[cell] as number))];
  const [refusal, obstacles] = refusalOf(view, { move, owner, height, resting });
  return {
    legal: refusal === null,
    refusal,
    obstacles,
    level: height + 1,
    restsOn: tops.flatMap((top) => view.pieces[top]?.id ?? []),
  };
}

interface Placement {
  readonly move: Move;
  readonly owner: NascaOwner;
  readonly height: number;
  readonly resting: readonly number[];
}

function refusalOf(
  view: NascaView,
  { move, owner, height, resting }: Placement,
): [NascaRefusal | null, readonly number[]] {
  if (view.turn === NOBODY) return ['game-over', []];
  if (piecesLeft(view, owner, SIZES[move] as number) === 0) return ['not-in-hand', []];
  const higher = cellsOf(move).filter((cell) => (view.heights[cell] as number) > height);
  const uneven = higher.filter((cell) => cell === STARTS[move] || cell === ENDS[move]);
  if (uneven.length > 0) return ['ends-uneven', uneven];
  if (higher.length > 0) return [height === 0 ? 'not-all-empty' : 'too-high-between', higher];
  const double = resting.filter((cell) =>
    resting.some((other) => other !== cell && view.tops[other] === view.tops[cell]),
  );
  if (double.length > 0) return ['rests-twice', double];
  const supports = resting.map((cell) => view.pieces[view.tops[cell] as number]?.owner);
  return [supportRefusal(supports, owner), []];
}

/** The number of pieces of this length that are not on the board [N2]. */
export function piecesLeft(view: NascaView, owner: NascaOwner, length: number): number {
  if (owner !== 'neutral') return view.hands[owner]?.[length] ?? 0;
  const placed = view.pieces.filter((piece) => piece.owner === 'neutral' && piece.length === length).length;
  return NEUTRAL_LENGTHS.filter((stock) => stock === length).length - placed;
}

/** By [N7]: the supports must include an own piece or all be neutral. */
function supportRefusal(owners: readonly (NascaOwner | undefined)[], own: NascaOwner): NascaRefusal | null {
  if (owners.includes(own) || owners.every((owner) => owner === 'neutral')) return null;
  return owners.includes('neutral') ? 'enemy-and-neutral' : 'enemy-only';
}
