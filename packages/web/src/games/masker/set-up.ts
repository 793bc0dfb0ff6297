import { defaultOptions, SeededRng } from '@tablier/core';
import { game } from '@tablier/games/masker/game';
import { stillState } from '../../board/board-module.ts';
import { framed, type Scene } from '../../board/scene/scene.ts';
import type { SetUpParts } from '../boards.ts';
import { board } from './board.ts';
import { smallCross } from './crosses.ts';

const RIM = 0.3;

function startPicture(kind: string): Scene {
  const options = { ...defaultOptions(game.options), ...game.presets[kind === 'tower' ? 'tower' : 'flat'] };
  const deal = game.deals.draw(options, 2, new SeededRng(1));
  const view = game.view(game.start({ options, players: 2, deal }), 'spectator');
  const scene = framed(board.scene(stillState(game, board, view)), RIM);
  return { ...scene, marks: [] };
}

function touchPicture(atCorners: boolean): Scene {
  const colours = ['R', 'Y', 'G', 'B', 'N', 'P', 'W', 'R', 'Y'];
  const solids = colours.map((letter, index) => {
    const isTouching = index % 2 === 1 || atCorners;
    const look = letter === 'N' ? {} : { look: isTouching ? ('lit' as const) : ('faint' as const) };
    const place = { x: RIM + (index % 3) + 0.5, y: RIM + Math.floor(index / 3) + 0.5 };
    return { ...smallCross(letter), ...place, ...look, id: `touch${index}` };
  });
  return {
    wood: 'walnut',
    width: 3 + 2 * RIM,
    height: 3 + 2 * RIM,
    grid: { x: RIM, y: RIM, columns: 3, rows: 3, plain: true },
    labels: [],
    marks: [],
    solids,
    targets: [],
  };
}

export const setUp: SetUpParts = {
  main: ['board'],
  picture(option, value) {
    if (option === 'board') return startPicture(String(value));
    return option === 'touch' ? touchPicture(value === 'corner') : null;
  },
};
