import type { Game, Seat, View } from '@tablier/core';
import type { MatchView } from '@tablier/match';
import type { BoardModule } from '../board/board-module.ts';
import type { Mark, Scene, Solid } from '../scene/scene.ts';
import { positionOf } from '../match-ui/position-of.ts';

/** The board of a game with the first answer of a prepared line as a ghost; `null` if there is nothing to show. */
export function ghostBoard(
  game: Game,
  board: BoardModule,
  { match, you, line }: { readonly match: MatchView; readonly you: Seat; readonly line: readonly string[] },
): BoardModule | null {
  const views = viewsAround(game, match, { you, line });
  if (views === null) return null;
  return {
    ...board,
    scene(state) {
      const scene = board.scene(state);
      const still = { ...state, choices: [], held: board.nothing, pointed: null, lastMoves: [] };
      const [before, after] = views.map((view) => board.scene({ ...still, view }));
      return before === undefined || after === undefined ? scene : withGhosts(scene, before, after);
    },
  };
}

/** What the user would see before and after their first answer. */
function viewsAround(
  game: Game,
  match: MatchView,
  { you, line }: { readonly you: Seat; readonly line: readonly string[] },
): readonly View[] | null {
  const position = positionOf(game, match);
  if (position === null) return null;
  let before: View | null = null;
  for (const text of line) {
    const isOwn = position.turn === you;
    if (!isOwn && before !== null) break;
    if (isOwn) before ??= game.view(position, you);
    const move = game.parseMove(text);
    if (move === null) return null;
    position.play(move);
  }
  return before === null ? null : [before, game.view(position, you)];
}

/** Pieces that the answer adds or moves are ghosts; those that it removes have an outline. */
function withGhosts(scene: Scene, before: Scene, after: Scene): Scene {
  const stood = new Map(before.solids.map((solid) => [solid.id, solid]));
  const stands = new Set(after.solids.map(({ id }) => id));
  const ghosts = after.solids
    .filter((solid) => isElsewhere(solid, stood.get(solid.id)))
    .map((solid): Solid => ({ ...solid, id: `prepared-${solid.id}`, look: 'ghost' }));
  const outlines = before.solids
    .filter(({ id }) => !stands.has(id))
    .map(({ id, x, y, width, depth }): Mark => ({
      id: `prepared-${id}`,
      kind: 'outline',
      role: 'guide',
      over: true,
      x,
      y,
      width,
      depth,
    }));
  return { ...scene, solids: [...scene.solids, ...ghosts], marks: [...scene.marks, ...outlines] };
}

const isElsewhere = (solid: Solid, earlier: Solid | undefined): boolean =>
  earlier === undefined || earlier.x !== solid.x || earlier.y !== solid.y;
