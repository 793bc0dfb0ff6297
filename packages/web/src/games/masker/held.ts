import type { MaskerView } from '@tablier/games/masker';
import type { BoardState } from '../../board/board-module.ts';

export interface Held {
  /** Whether the user's secret colour is covered, if several people share the device. */
  readonly covered: boolean;
  readonly sought: string | null;
  /** The cell of a capture that cannot be undone, after the first press. */
  readonly asked: string | null;
}

export type MaskerState = BoardState<MaskerView, Held>;

export const NOTHING_HELD: Held = { covered: false, sought: null, asked: null };

/** The cell about which a question is open. A finger that points elsewhere has left it. */
export const askedAt = ({ held, touch, pointed }: MaskerState): string | null =>
  touch && pointed !== held.asked ? null : held.asked;

/** The letter of the user's own colour, while they have it and may see it: the page of someone else never has it. */
export function ownColour({ view, viewer, shared, held }: MaskerState): string | null {
  const seat = typeof viewer === 'number' && !(shared && held.covered) ? view.seats[viewer] : undefined;
  return seat === undefined || seat.out || view.outcome !== null ? null : seat.colour;
}

/** A covered colour stays so when a key or a button ends the rest. */
export const coveredOnly = ({ covered }: Held): Held => ({ ...NOTHING_HELD, covered });

/** The question about a capture ends with its position; the rest stays. */
export const keepHeld = ({ held }: MaskerState): Held => ({ ...held, asked: null });
