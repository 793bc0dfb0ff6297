import type { Point, Solid, Tone } from './scene.ts';

/** The 3D parts of a solid, as plain data for a renderer: x goes right, y towards the viewer and z up, in cells from the middle of its underside. */
export type Part = Block | Plate | Turned | Print;

/** `hollow`: an empty place on the wood; `shade`: the dark inside of a piece. */
export type Paint = Tone | 'brass' | 'hollow' | 'shade';

export interface Block {
  readonly kind: 'block';
  readonly width: number;
  readonly depth: number;
  readonly height: number;
  readonly radius: number;
  readonly paint: Paint;
}

export interface Plate {
  readonly kind: 'plate';
  readonly outline: readonly Point[];
  readonly height: number;
  readonly paint: Paint;
}

export interface Turn {
  readonly r: number;
  readonly z: number;
}

export interface Turned {
  readonly kind: 'turned';
  /** From the axis or a rim outwards and down. A profile that is cut open goes round and ends where it began. */
  readonly profile: readonly Turn[];
  /** The sector that is cut out, in radians from the viewer's side to the right; its faces show the profile. */
  readonly cut?: { readonly from: number; readonly to: number };
  readonly paint: Paint;
  readonly at?: Point;
}

export interface Print extends Point {
  readonly kind: 'print';
  readonly face: 'top' | 'front';
  readonly z: number;
  readonly size: number;
  readonly text?: string;
  /** An SVG path about the origin in a square of one cell; `line`: its width, absent for a filled one. */
  readonly glyph?: { readonly path: string; readonly line?: number };
  /** A design token. */
  readonly ink: string;
}

/** The solids of a game in space: `<game>/models.ts` exports them as `models`. */
export interface Models {
  /** The height of a piece, in cells: the unit of `raised.up`. */
  readonly thickness: number;
  /** By the name of the shape, without that of the game. */
  readonly shapes: Readonly<Record<string, (solid: Solid) => readonly Part[]>>;
}

export const inkOn = (tone: Tone): string => {
  if (tone === 'seat0' || tone === 'dark') return '--wood-light';
  if (tone === 'seat1' || tone === 'light') return '--wood-dark';
  if (tone === 'plain') return '--cross-plain-edge';
  return isPainted(tone) ? `--cross-${tone}-ink` : '--wood-neutral-edge';
};

export const isPainted = (tone: Paint): boolean => /^(?:red|yellow|green|blue|purple|white)$/.test(tone);

export const otherWood = (tone: Tone): Tone => (tone === 'seat0' || tone === 'dark' ? 'light' : 'dark');

/** A bar with eased edges, smaller than its cells by `gap` on each side. */
export const bar = ({ width, depth, tone }: Solid, height: number, gap: number): Part => {
  return { kind: 'block', width: width - 2 * gap, depth: depth - 2 * gap, height, radius: 0.13, paint: tone };
};

/** A disc with a rounded edge, from its underside up. */
export function disc(radius: number, from: number, to: number, ease = 0.02): Turn[] {
  return [
    { r: 0, z: to },
    { r: radius - ease, z: to },
    { r: radius - ease * 0.3, z: to - ease * 0.3 },
    { r: radius, z: to - ease },
    { r: radius, z: from },
  ];
}

const PLAIN: Models = { thickness: 0.34, shapes: {} };

export const plainBlock = ({ width, depth, tone, marking }: Solid, height: number): Part[] => [
  { kind: 'block', width: width - 0.12, depth: depth - 0.12, height, radius: 0.12, paint: tone },
  ...(marking === undefined
    ? []
    : [{ kind: 'print', face: 'top', x: 0, y: 0, z: height, size: 0.6, text: marking, ink: inkOn(tone) } as const]),
];

const loaders = new Map<string, () => Promise<Models>>();

export const addModels = (game: string, load: () => Promise<Models>): void => void loaders.set(game, load);

/** The models of a game. Rejects if the server cannot be reached. A game without models is drawn with plain blocks. */
export const loadModels = async (game: string): Promise<Models> => loaders.get(game)?.() ?? PLAIN;
