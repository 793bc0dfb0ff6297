import { type Game, type Move, movesIn, type Position, type View } from '@tablier/core';
import { type BoardModule, type BoardState, stillState } from '../../board/board-module.ts';
import { afterInput, inputPath, placesOf } from '../../board/input-path.ts';
import { stepPosition } from '../../board/lesson.ts';
import {
  type Box,
  boxOfCells,
  type Chip,
  type Crop,
  framed,
  type Mark,
  markOver,
  type Point,
  type Scene,
} from '../../board/scene/scene.ts';
import type { Figure, Guide } from './guide.ts';

/** The rim of the board in a figure, in cells. */
const RIM = 0.45;

const movesOf = (text = ''): string[] => text.split(' ').filter((move) => move !== '');

/** The position of a figure, and the moves that led to it. Throws if a move is illegal, which the tests check. */
export function figurePosition(
  game: Game,
  guide: Guide,
  figure: Figure,
): { readonly position: Position; readonly moves: readonly string[] } {
  const { from = 'start', moves: more } = figure;
  const given = guide.positions[from];
  if (given === undefined) throw new Error(`${game.id} has no position ${from}`);
  const { moves: first, ...beginning } = given;
  const moves = [...movesOf(first), ...movesOf(more)];
  const { position } = stepPosition(game, { ...beginning, id: from, moves });
  return { position, moves };
}

/** The board of a figure, in a plain rim. */
export function figureScene(game: Game, board: BoardModule, guide: Guide, figure: Figure): Scene {
  const { position, moves } = figurePosition(game, guide, figure);
  const { shows, legal = false, last = 0, toggled = [] } = figure;
  const asks = legal || shows !== undefined;
  const view = game.view(position, asks ? position.turn : 'spectator');
  const state: BoardState<View, unknown> = {
    ...stillState(game, board, view),
    viewer: 'open',
    choices: asks ? game.choices(view) : [],
    lastMoves: movesIn(game, moves.slice(moves.length - last)),
    toggled: new Set(toggled),
  };
  const move = shows === undefined ? null : game.parseMove(shows);
  const scene = board.scene(move === null ? state : beforeMove(board, state, move).state);
  const { grid } = scene;
  const bare = framed({ ...scene, marks: [...scene.marks, ...marksOf(figure, grid)] }, RIM);
  const chips = chipsOf(figure, scene).map((chip) => ({ ...chip, x: chip.x + RIM - grid.x, y: chip.y + RIM - grid.y }));
  return { ...bare, chips };
}

/** The part of the scene of a figure that is shown, in cells from its upper left. A side at the edge of the board has its rim. */
export function windowOf({ crop }: Figure, { width, height, grid }: Scene): Crop {
  if (crop === undefined) return { x: 0, y: 0, width, height };
  const { x, y, width: across, depth } = boxOf(crop, grid);
  const clear = (end: number, edge: number): number => (Math.abs(end - edge) < 0.01 ? RIM : 0);
  const left = x - across / 2 - clear(x - across / 2, grid.x);
  const right = x + across / 2 + clear(x + across / 2, grid.x + grid.columns);
  const top = y - depth / 2 - clear(y - depth / 2, grid.y);
  const bottom = y + depth / 2 + clear(y + depth / 2, grid.y + grid.rows);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** What a player sees before they make a move, and the targets and buttons that lead to it. */
export interface MovePath {
  readonly state: BoardState<View, unknown>;
  readonly places: readonly string[];
}

/** The state before the last input of a move. `move` must be one of the choices. */
export function beforeMove(board: BoardModule, state: BoardState<View, unknown>, move: Move): MovePath {
  const path = inputPath(board, state, move) ?? [];
  const held = path
    .slice(0, -1)
    .reduce((now, input): BoardState<View, unknown> => ({ ...now, held: afterInput(board, now, input).held }), state);
  const last = path.at(-1);
  return { state: last?.kind === 'press' ? { ...held, pointed: last.target } : held, places: placesOf(path) };
}

const marksOf = ({ lit = [], barred = [] }: Figure, grid: Scene['grid']): Mark[] => [
  ...lit.map((span) => markOver(`count${span}`, 'outline', 'count', boxOf(span, grid))),
  ...barred.map((span) => markOver(`warn${span}`, 'outline', 'warn', boxOf(span, grid))),
];

const chipsOf = ({ chips = {} }: Figure, { chips: own = [], grid }: Scene): Chip[] => [
  ...own,
  ...Object.entries(chips).map(([cell, text]) => ({ ...centreOf(cell, grid), id: `chip${cell}`, text })),
];

/** The rectangle of a cell or a span of cells. */
function boxOf(span: string, grid: Scene['grid']): Box {
  const [from = '', to = from] = span.split('-');
  return boxOfCells(centreOf(from, grid), centreOf(to, grid));
}

/** The centre of a cell: `c3` is a column and a row, `23` a row and a column counted from 0; rows count from below. */
function centreOf(cell: string, { x, y, rows }: Scene['grid']): Point {
  const digits = /^(\d)(\d)$/.exec(cell);
  const column = digits === null ? cell.charCodeAt(0) - 97 : Number(digits[2]);
  const row = digits === null ? Number(cell.slice(1)) - 1 : Number(digits[1]);
  return { x: x + column + 0.5, y: y + rows - row - 0.5 };
}
