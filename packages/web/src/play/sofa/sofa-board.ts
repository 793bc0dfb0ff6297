import { type Move, movesIn } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import { framed, type Scene } from '../../board/scene/scene.ts';
import type { OnlineSession } from '../online/online-session.svelte.ts';
import { groupTurns } from '../../table/match-ui/turns.ts';

/** The rim of a close-up, and the field that it leaves around what is in it, in cells. */
const CLOSE_RIM = 0.2;

/** The smallest span of a field from `from` on that has all of these with a margin. */
function spanOf(edges: readonly number[], from: number, length: number): readonly [number, number] {
  const first = Math.max(from, Math.min(...edges) - CLOSE_RIM);
  return [first, Math.min(from + length, Math.max(...edges) + CLOSE_RIM) - first];
}

/** The part of a scene where something can be done, with its surroundings; the whole scene if that is nowhere. */
function closeUp(scene: Scene): Scene {
  const near = scene.targets.filter(({ enabled }) => enabled);
  if (near.length === 0) return scene;
  const { grid } = scene;
  const across = near.flatMap(({ x, width }) => [x - width / 2, x + width / 2]);
  const along = near.flatMap(({ y, depth }) => [y - depth / 2, y + depth / 2]);
  const [x, columns] = spanOf(across, grid.x, grid.columns);
  const [y, rows] = spanOf(along, grid.y, grid.rows);
  return framed({ ...scene, grid: { ...grid, x, y, columns, rows } }, CLOSE_RIM, near);
}

/** The board as a phone shows it: what the shared screen shows anyway is left out where there is a close-up. */
export const handBoard = (board: BoardModule): BoardModule =>
  board.closesUp === true
    ? {
        ...board,
        scene: (state) => closeUp(board.scene(state)),
        tray: (state) => board.tray(state).filter(({ items }) => items.some(({ piece }) => piece === undefined)),
      }
    : board;

/** The width of the rim without coordinates, in cells. */
const RIM = 0.4;

/** The board as the screen shows it: as large as it can be where only what is on it matters. */
export const screenBoard = (board: BoardModule): BoardModule => {
  const sceneOf: BoardModule['scene'] = (state) => {
    const scene = board.scene(state);
    return framed(scene, RIM, scene.targets);
  };
  return board.closesUp === true ? { ...board, scene: sceneOf } : board;
};

/** The moves of the last turn, to mark them on the board. */
export const lastMovesOf = ({ game, match }: OnlineSession): readonly Move[] =>
  movesIn(game, groupTurns(match.moves).at(-1)?.texts ?? []);
