import type { Move } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import { closeUp, framed } from '../../board/scene/scene.ts';
import type { OnlineSession } from '../online/online-session.svelte.ts';
import { groupTurns } from '../../table/match-ui/turns.ts';

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
export function lastMovesOf({ game, match }: OnlineSession): readonly Move[] {
  const texts = groupTurns(match.moves).at(-1)?.texts ?? [];
  return texts.map((text) => game.parseMove(text)).filter((move) => move !== null);
}
