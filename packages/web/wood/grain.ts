/**
 * Wood as pixels. A board is sawn along a log, so that the rings of growth run through it as long lines, bent by slow noise; fibres run along
 * them, and dark woods have pores. All noise repeats at the edges: a tile can be laid next to itself.
 */

export type Colour = readonly [red: number, green: number, blue: number];

/** What a wood looks like. Lengths are pixels of the tile. */
export interface Recipe {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The mean colour, which is that of the design token. */
  readonly mean: Colour;
  /** The colour towards which rings and fibres go. */
  readonly dark: Colour;
  readonly rings: number;
  /** How strong rings and fibres are, 0 to 1, and how far noise bends the rings, in rings. */
  readonly ringStrength: number;
  readonly fibreStrength: number;
  readonly bend: number;
  readonly pores: number;
  readonly seed: number;
}

/** Numbers from 0 to 1 by seed and place, the same on every machine. */
function hash(seed: number, x: number, y: number): number {
  let value = Math.imul(seed ^ Math.imul(x, 0x27d4eb2d), 0x165667b1) ^ Math.imul(y, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return ((value ^ (value >>> 16)) >>> 0) / 2 ** 32;
}

const smooth = (t: number): number => t * t * (3 - 2 * t);
const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Value noise from -1 to 1 with `columns` × `rows` knots on the whole tile. */
function noise(seed: number, [u, v]: readonly [u: number, v: number], columns: number, rows: number): number {
  const x = u * columns;
  const y = v * rows;
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const knot = (dx: number, dy: number): number => hash(seed, (left + dx) % columns, (top + dy) % rows);
  const across = smooth(x - left);
  const upper = mix(knot(0, 0), knot(1, 0), across);
  const lower = mix(knot(0, 1), knot(1, 1), across);
  return 2 * mix(upper, lower, smooth(y - top)) - 1;
}

/** How dark the wood is at a place: 0 where it is palest. */
function darkness(recipe: Recipe, u: number, v: number): number {
  const { seed, rings, width, height, bend } = recipe;
  const place = [u, v] as const;
  const knots = (size: number, length: number): number => Math.max(2, Math.round(size / length));
  const slow = noise(seed, place, knots(width, 260), knots(height, 90));
  const slower = noise(seed + 1, place, 2, 3);
  const ring = v * rings + bend * (0.7 * slow + slower) + rings;
  const part = ring - Math.floor(ring);
  const own = 0.35 + 0.65 * hash(seed + 2, Math.floor(ring) % rings, 7);
  // A ring darkens slowly and ends sharply; the end is softened over a twelfth of it.
  const line = (part < 0.92 ? (part / 0.92) ** 2.6 : (1 - part) / 0.08) * own;
  const fine = noise(seed + 3, place, knots(width, 42), knots(height, 1.6));
  const coarse = noise(seed + 4, place, knots(width, 140), knots(height, 4));
  const pore = noise(seed + 5, place, knots(width, 16), knots(height, 1.8)) > 0.78 ? recipe.pores : 0;
  return recipe.ringStrength * line + recipe.fibreStrength * (0.3 * fine + 0.34 * coarse) + pore;
}

/** The tile, row by row, four bytes a pixel: red, green, blue, opaque. */
export function grainPixels(recipe: Recipe): Uint8ClampedArray {
  const { width, height, mean, dark } = recipe;
  const values = Float64Array.from({ length: width * height }, (_, at) =>
    darkness(recipe, (at % width) / width, Math.floor(at / width) / height),
  );
  const average = values.reduce((sum, value) => sum + value, 0) / values.length;
  const pixels = new Uint8ClampedArray(4 * values.length);
  for (const [at, value] of values.entries()) {
    for (const [channel, pale] of mean.entries()) {
      pixels[4 * at + channel] = pale + (value - average) * ((dark[channel] ?? 0) - pale);
    }
    pixels[4 * at + 3] = 255;
  }
  return pixels;
}
