/**
 * A scene is what a board shows at one moment, as plain data: solids, marks, labels, and the targets that can be
 * pointed at and pressed. Any renderer can draw any scene. One cell is 1 × 1; x goes right and y goes down from the
 * top left corner, as seen by whoever sits at the bottom.
 */

/** What a thing is made of or whose it is. The design tokens say what that looks like. */
export type Tone =
  | 'seat0'
  | 'seat1'
  | 'seat2'
  | 'seat3'
  | 'dark'
  | 'light'
  | 'neutral'
  | 'red'
  | 'yellow'
  | 'green'
  | 'blue'
  | 'purple'
  | 'white'
  | 'plain';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A rectangle given by its centre. */
export interface Box extends Point {
  readonly width: number;
  readonly depth: number;
}

/** How a solid stands out from its fellows. `fixed`: set into the board for good. `hollow`: the place where such a solid belongs, and none is. */
export type Look = 'ghost' | 'refused' | 'lit' | 'faint' | 'chosen' | 'fixed' | 'hollow';

/** A wooden thing on the board. */
export interface Solid extends Box {
  /** Stable from scene to scene: a solid that is found again elsewhere has moved there. */
  readonly id: string;
  /** `counter`, or a game's own: `<game>/<shape>` is drawn by `games/<game>/shapes/<shape>.svelte`. */
  readonly shape: 'counter' | `${string}/${string}`;
  readonly tone: Tone;
  /** How high its underside is, in thicknesses of a piece: 0 on the board. Higher ones are drawn later. */
  readonly level?: number;
  /**
   * By cell along it, left to right or top to bottom in the picture: how far below its underside the next thing lies, in
   * thicknesses. 0 where it rests; its shadow falls further off over air. Absent: it rests everywhere.
   */
  readonly air?: readonly number[];
  /** A number or glyph on its top. */
  readonly marking?: string;
  readonly look?: Look;
  /** What is known to be inside it, outermost first: seen through a window in its top. */
  readonly inside?: readonly Tone[];
  /** Where it comes from when it first appears; for solids whose ids do not last. */
  readonly from?: Point;
  /** A solid that moves along a track goes through every point between its old and its new step. */
  readonly rail?: { readonly points: readonly Point[]; readonly step: number };
}

/** How far up the picture a thickness of height moves a beam, in cells: it is seen a little from the front. */
const LIFT = 0.075;

/** Where something of the ground is in the picture when it lies so many thicknesses up. */
export const lifted = <P extends Point>(point: P, thicknesses: number): P => ({
  ...point,
  y: point.y - LIFT * thicknesses,
});

/** Something drawn flat on the board, below or above the solids. */
export interface Mark extends Box {
  readonly id: string;
  readonly kind: 'cell' | 'dot' | 'line' | 'outline' | 'ring' | 'corners' | 'hoop';
  /** `move`: where one can go; `count`: what counts; `last`: what was played last; `warn`: what is in the way; `hole`: an empty place; or a player's. */
  readonly role: 'move' | 'count' | 'last' | 'warn' | 'hole' | 'seat0' | 'seat1' | 'dark' | 'light';
  /** Drawn over the solids instead of under them. */
  readonly over?: boolean;
}

export interface Label extends Point {
  readonly text: string;
  readonly role: 'near' | 'far' | 'faint' | 'strong' | 'inlaid';
  /** Of an `inlaid` label, which lies above all solids: what it is let into. */
  readonly on?: Tone;
  /** Height of the letters, in cells. */
  readonly size?: number;
}

/** A place that can be pointed at and pressed, by mouse, touch or keyboard. */
export interface Target extends Box {
  readonly id: string;
  /** What it is and what is on it, in words: what a screen reader says. */
  readonly name: string;
  /** Whether a press does something now. */
  readonly enabled: boolean;
  /** Whether it is chosen already. */
  readonly chosen?: boolean;
  /** Whether what is there can be dragged: a finger on it moves it and not the page. */
  readonly grip?: boolean;
}

/** A question asked beside the place it is about: several things can be done there. Answered like a button of the tray. */
export interface Chooser {
  /** The target it is about. */
  readonly target: string;
  readonly title: string;
  readonly items: readonly ChooserItem[];
}

export interface ChooserItem {
  readonly id: string;
  readonly label: string;
  /** The key that does the same, shown on the button. */
  readonly key: string;
}

/** The grid of cells that lies under everything. */
export interface Grid extends Point {
  readonly columns: number;
  readonly rows: number;
  /** A floor without lines. */
  readonly plain?: boolean;
}

/** What a board is made of: each game has one wood. */
export type Wood = 'oak' | 'cherry' | 'walnut' | 'teak';

export interface Scene {
  /** Absent: oak. */
  readonly wood?: Wood;
  readonly width: number;
  readonly height: number;
  readonly grid: Grid;
  readonly labels: readonly Label[];
  readonly marks: readonly Mark[];
  readonly solids: readonly Solid[];
  readonly targets: readonly Target[];
  readonly chooser?: Chooser;
}

/**
 * The target nearest to `from` in a direction of the arrow keys; `null` where there is none. Straight ahead counts
 * for more than aside.
 */
export function neighbourTarget(targets: readonly Target[], from: Target, key: string): Target | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  let best: Target | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const target of targets) {
    const ahead = (target.x - from.x) * direction.x + (target.y - from.y) * direction.y;
    if (target === from || ahead < 0.3) continue;
    const aside = Math.abs((target.x - from.x) * direction.y) + Math.abs((target.y - from.y) * direction.x);
    const distance = ahead + 3 * aside;
    if (distance < least) {
      least = distance;
      best = target;
    }
  }
  return best;
}

/** The target nearest to a place, of those that can be pressed if there are any; `null` on a scene without targets. */
export function nearestTarget(targets: readonly Target[], { x, y }: Point): Target | null {
  const enabled = targets.filter((target) => target.enabled);
  const distance = (target: Target): number => Math.hypot(target.x - x, target.y - y);
  return [...(enabled.length > 0 ? enabled : targets)].sort((a, b) => distance(a) - distance(b))[0] ?? null;
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};
