import type { OptionsOf, Seat } from '@tablier/core';

/** Which crosses touch [M7], and the flat game or the 3D variant [M16]. */
export const OPTIONS = {
  touch: { values: ['side', 'corner'], default: 'side' },
  board: { values: ['flat', 'tower'], default: 'flat' },
} as const;

export type MaskerOptions = OptionsOf<typeof OPTIONS>;

export const PRESETS = {
  flat: { touch: 'side', board: 'flat' },
  tower: { touch: 'side', board: 'tower' },
} as const;

/** The number of sides that draw a token: the players, or the two teams of four players [M3]. */
export const sideCount = (players: number): number => (players === 4 ? 2 : players);

/** The side of a seat: the seat itself, or with four players its team, 0 or 1 [M4]. */
export const sideOf = (players: number, seat: Seat): number => (players === 4 ? seat & 1 : seat);

export const seatsOf = (players: number, side: number): Seat[] => (players === 4 ? [side, side + 2] : [side]);

/** The crosses that make a player full: 6, 4 or 3 stacks of three [M11]. */
export const fullPile = (players: number): number => (players === 2 ? 18 : players === 3 ? 12 : 9);
