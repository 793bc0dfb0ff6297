import type { Move, Seat } from '@tablier/core';
import { allSlots, type IsaacView, LENGTHS, REMOVAL, SIZE, type Slot, slotOf } from '@tablier/games/isaac';

/** The piece in hand: a kind (0 to 4 for the lengths 3 to 7), horizontal or vertical in the picture. */
export interface Held {
  readonly kind: number | null;
  readonly across: boolean;
}

export const NOTHING_HELD: Held = { kind: null, across: true };

const SLOTS_BY_PLACE = new Map(allSlots().map((slot) => [`${slot.line} ${slot.start} ${slot.kind}`, slot]));
const NUMBERS_BY_SLOT = new Map(allSlots().map((slot, number) => [slot, number]));

/** The slot of a piece whose middle is over `cell`, moved back onto the board if it would extend beyond it. */
export function slotOver(kind: number, across: boolean, cell: number): { slot: Slot; move: number } {
  const row = Math.trunc(cell / SIZE);
  const column = cell % SIZE;
  const length = LENGTHS[kind] as number;
  const along = across ? column : row;
  const start = Math.min(Math.max(0, along - Math.trunc((length - 1) / 2)), SIZE - length);
  const slot = SLOTS_BY_PLACE.get(`${across ? row : SIZE + column} ${start} ${kind}`) as Slot;
  return { slot, move: NUMBERS_BY_SLOT.get(slot) as number };
}

/** The longest piece that can lie over `cell`, turned only if it must be; `null` if none can or one is in hand. */
export function fittingPiece({ kind, across }: Held, choices: readonly Move[], cell: number): Held | null {
  if (kind !== null) return null;
  for (let longest = LENGTHS.length - 1; longest >= 0; longest--) {
    for (const way of [across, !across]) {
      if (choices.includes(slotOver(longest, way, cell).move)) return { kind: longest, across: way };
    }
  }
  return null;
}

export const inHand = (view: IsaacView, seat: Seat, kind: number): number => view.hands[seat]?.[kind]?.count ?? 0;

/** The piece in hand, turned if it only fits that way; nothing if it fits nowhere. */
export function fitted(held: Held, choices: readonly Move[]): Held {
  const ways = new Set(
    choices.filter((move) => move < REMOVAL && slotOf(move).kind === held.kind).map((move) => slotOf(move).line < SIZE),
  );
  if (ways.size === 0) return NOTHING_HELD;
  return ways.has(held.across) ? held : { ...held, across: !held.across };
}

/** The piece stays in hand from turn to turn as long as there is another of its kind, and, at one's turn, room for it. */
export function keepHeld(view: IsaacView, held: Held, choices: readonly Move[]): Held {
  const still =
    view.phase === 'placing' && held.kind !== null && view.turn >= 0 && inHand(view, view.turn, held.kind) > 0;
  if (!still) return NOTHING_HELD;
  return choices.length === 0 ? held : fitted(held, choices);
}
