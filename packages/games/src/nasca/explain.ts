import { type Move, NOBODY } from '@tablier/core';
import { NEUTRAL_LENGTHS } from './deal.ts';
import { cellsOf, ENDS, SIZES, STARTS } from './placements.ts';
import type { NascaOwner, NascaView } from './view.ts';

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
  return [
    supportRefusal(
      resting.map((cell) => view.pieces[view.tops[cell] as number]?.owner),
      owner,
    ),
    [],
  ];
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
