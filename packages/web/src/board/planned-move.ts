import type { Game, Move, View } from '@tablier/core';
import type { BoardModule } from './board-module.ts';
import type { Box, Look, Mark, Point, Solid } from './scene/scene.ts';

/** What a move that is not made yet would do, and how a board shows it. */

interface Rules {
  readonly game: Game;
  readonly board: BoardModule;
}

/** What a seat sees after a move at its turn; `null` where hidden things decide it, which differ in two samples. */
export function viewAfter({ game, board }: Rules, view: View, move: Move): View | null {
  if (board.after !== undefined) return board.after(view, move);
  const [one, other] = [0, 1].map((from) => {
    const position = game.secrets.sample(view, { below: (limit) => from * (limit - 1) });
    position.play(move);
    return game.view(position, view.turn);
  });
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other) ? one : null;
}

export const isElsewhere = (solid: Solid, other: Solid | undefined): boolean =>
  other === undefined || other.x !== solid.x || other.y !== solid.y;

export const ghostId = (id: string): string => `ghost-${id}`;

/** Pictures of what is added or moved between two moments, where it comes to. */
export function ghostsOf(before: readonly Solid[], after: readonly Solid[], look: Look): readonly Solid[] {
  const stood = new Map(before.map((solid) => [solid.id, solid]));
  return after
    .filter((solid) => isElsewhere(solid, stood.get(solid.id)))
    .map((solid): Solid => ({ ...solid, id: ghostId(solid.id), look }));
}

/** Half the width of the shaft and of the head of an arrow, and the length of the head, in cells. */
const [SHAFT, WIDE, HEAD] = [0.09, 0.26, 0.42];

/** An arrow between the middles of two places. */
export function arrowMark(id: string, from: Box, to: Point): Mark {
  const { x, y, width, depth } = from;
  const length = Math.hypot(to.x - x, to.y - y);
  const [cos, sin] = [(to.x - x) / (length || 1), (to.y - y) / (length || 1)];
  /** A point at a distance along the arrow, and to its side. */
  const at = (along: number, aside: number): string =>
    `${(x + along * cos - aside * sin).toFixed(3)} ${(y + along * sin + aside * cos).toFixed(3)}`;
  const neck = Math.max(0, length - HEAD);
  const half = [at(0, -SHAFT), at(neck, -SHAFT), at(neck, -WIDE), at(length, 0)];
  const path = `M${[...half, at(neck, WIDE), at(neck, SHAFT), at(0, SHAFT)].join('L')}Z`;
  return { id: `arrow${id}`, kind: 'arrow', role: 'guide', over: true, path, x, y, width, depth };
}
