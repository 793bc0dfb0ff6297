/*
 * The evaluation, written by hand from the rules: material and advance. In hundredths of a point for Light.
 * A stack is one byte: bit `size - 1` is a Light piece of that size, bit `size + 3` a Dark one [A2]. Cells are numbered from a1 = 0 to h7 = 55.
 */

export const CELLS = 56;
const SIZES = 4;
const LIGHT_PIECES = 15;

/** `SIZE_OF[stack]`: the size of its top, 1 to 4. */
export const SIZE_OF: Uint8Array = Uint8Array.from({ length: 256 }, (_, stack) => {
  const either = (stack | (stack >> SIZES)) & LIGHT_PIECES;
  return 32 - Math.clz32(either & -either);
});
/** `TOP[stack]`: its top alone. */
export const TOP: Uint8Array = Uint8Array.from({ length: 256 }, (_, stack) => {
  const light = (1 << (SIZE_OF[stack] as number)) >> 1;
  return (stack & light) === 0 ? stack & (light << SIZES) : light;
});
/** The owner of the top. */
export const ownerOf = (stack: number): number => ((TOP[stack] as number) > LIGHT_PIECES ? 1 : 0);

/** The rows between a cell and the goal row of a player [A1]. */
export const rowsToGo = (owner: number, cell: number): number => (owner === 0 ? 6 - (cell >> 3) : cell >> 3);

/** What a point is worth by the rows that its piece has to go, in hundredths. */
const BY_ROWS = [100, 76, 63, 53, 45, 38, 32];
/** The worth of a piece that may capture, by size: large ones are slow to gain points, but hunt. */
const HUNTER = [0, 60, 55, 40, 0];
/** The share of its worth that a piece keeps under a piece of its own side, and under one of the enemy, who may never free it. */
const UNDER_OWN = 0.85;
const UNDER_ENEMY = 0.12;

const worthOfPiece = (owner: number, size: number, cell: number): number =>
  size * (BY_ROWS[rowsToGo(owner, cell)] as number) + (HUNTER[size] as number);

function worthOfStack(cell: number, stack: number): number {
  if (stack === 0) return 0;
  const top = ownerOf(stack);
  const size = SIZE_OF[stack] as number;
  const sign = (owner: number): number => (owner === 0 ? 1 : -1);
  // Home for good: a locked piece scores, and what it holds is lost [A9].
  if (rowsToGo(top, cell) === 0) return sign(top) * 100 * size;
  let sum = sign(top) * worthOfPiece(top, size, cell);
  for (let bit = 0; bit < 8; bit++) {
    const owner = bit >> 2;
    const inner = (bit & 3) + 1;
    if ((stack & (1 << bit)) === 0 || inner === size) continue;
    sum += sign(owner) * (owner === top ? UNDER_OWN : UNDER_ENEMY) * worthOfPiece(owner, inner, cell);
  }
  return Math.round(sum);
}

/** `WORTH[256 * cell + stack]`. */
export const WORTH: Int32Array = Int32Array.from({ length: CELLS * 256 }, (_, index) =>
  worthOfStack(index >> 8, index & 255),
);
