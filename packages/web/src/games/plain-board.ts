import type { Game, Move, View } from '@tablier/core';
import { type CellPiece, type Cells, cellsOf, formatGridCell, type GamePackage } from '@tablier/games/added';
import type { BoardModule, BoardState, Step, TrayItem } from '../board/board-module.ts';
import {
  cellsOn,
  type Label,
  type Point,
  rimLabels,
  type Scene,
  type Solid,
  type Target,
  type Tone,
} from '../board/scene/scene.ts';
import { m } from '../paraglide/messages.js';
import { RIM } from './catalogue.ts';

/** The cells that were pressed, in the order in which the notation of a move names them. */
type Pressed = readonly number[];
type State = BoardState<View, Pressed>;

const NOTHING: Pressed = [];
const TONES: readonly Tone[] = ['seat0', 'seat1', 'seat2', 'seat3'];
/** The size of the plate of a game without cells, which is read: that of its box. */
const PLATE = { columns: 4, rows: 4 };

/** The board of a game that has no code for the page. Cells that the notation of a move names are pressed; other moves are buttons. */
export function plainBoard(game: GamePackage): BoardModule<View, Pressed> {
  const cells = (view: View): Cells => cellsOf(game, view);
  return {
    nothing: NOTHING,
    touchPointsFirst: false,
    scene: (state) => sceneOf(game, state, cells(state.view)),
    tray: (state) => {
      const items = buttons(game, state, cells(state.view));
      return items.length === 0 ? [] : [{ id: 'moves', title: m.moves_title(), items }];
    },
    notes: ({ view }) => {
      const { text = '', pieces } = cells(view);
      const lines = pieces.length === 0 ? [] : text.split('\n').filter(Boolean);
      return lines.map((line) => ({ text: line, kind: 'hint' }) as const);
    },
    noteLines: 3,
    press: (state, target) => pressed(game, state, cells(state.view), Number(target)),
    pick: ({ choices }, item) => {
      const move = game.parseMove(item);
      return { held: NOTHING, ...(move !== null && choices.includes(move) && { move }) };
    },
  };
}

/** The cells that the notation of a move names, in order: of `a1-b2` two. */
function namedCells(game: Game, move: Move, { columns, pieces }: Cells): Pressed {
  return [...game.formatMove(move).matchAll(/([a-z])(\d{1,2})(?!\d)/g)].flatMap(([, letter = '', row]) => {
    const column = letter.charCodeAt(0) - 97;
    const cell = (Number(row) - 1) * columns + column;
    return column < columns && cell >= 0 && cell < pieces.length ? [cell] : [];
  });
}

const beginsWith = (whole: Pressed, start: Pressed): boolean => start.every((cell, at) => whole[at] === cell);

interface Candidate {
  readonly move: Move;
  readonly cells: Pressed;
}

const candidates = (game: Game, { choices }: State, board: Cells, start: Pressed): readonly Candidate[] =>
  choices
    .map((move) => ({ move, cells: namedCells(game, move, board) }))
    .filter(({ cells }) => cells.length > 0 && beginsWith(cells, start));

function pressed(game: Game, state: State, board: Cells, cell: number): Step<Pressed> {
  const next = [...state.held, cell];
  const [only, ...others] = candidates(game, state, board, next);
  if (only !== undefined && others.length === 0 && only.cells.length === next.length)
    return { held: NOTHING, move: only.move };
  if (only !== undefined) return { held: next };
  // Another piece instead of the one that was pressed before.
  return { held: state.held.length > 0 && candidates(game, state, board, [cell]).length > 0 ? [cell] : NOTHING };
}

/** The moves that name no cell, and those between which the pressed cells leave a choice. */
function buttons(game: Game, state: State, board: Cells): readonly TrayItem[] {
  return state.choices
    .filter((move) => {
      const cells = namedCells(game, move, board);
      return cells.length === 0 || (cells.length === state.held.length && beginsWith(cells, state.held));
    })
    .map((move) => game.formatMove(move))
    .map((text) => ({ id: text, name: text, label: text, enabled: true }));
}

function sceneOf(game: Game, state: State, board: Cells): Scene {
  const { columns, pieces, text = '' } = board;
  const isPlate = pieces.length === 0;
  const size = isPlate ? PLATE : { columns, rows: Math.ceil(pieces.length / columns) };
  const grid = { x: RIM, y: RIM, ...size, plain: isPlate };
  const on = cellsOn(grid);
  return {
    width: size.columns + 2 * RIM,
    height: size.rows + 2 * RIM,
    grid,
    labels: isPlate ? plateLabels(text) : rimLabels(grid, (cell) => on.cellCentre(cell, state.bottom)),
    marks: [],
    solids: pieces.flatMap((piece, cell) =>
      piece === null ? [] : [solidOf(piece, cell, on.cellCentre(cell, state.bottom))],
    ),
    targets: isPlate ? [] : targetsOf(game, state, board, on),
  };
}

/** The lines of the text, in the middle of the plate. */
function plateLabels(text: string): Label[] {
  const lines = text.split('\n');
  const longest = Math.max(...lines.map(({ length }) => length));
  const size = Math.min(0.8, (PLATE.rows - 0.4) / lines.length, (2 * PLATE.columns) / longest);
  const top = RIM + PLATE.rows / 2 - ((lines.length - 1) * size) / 2;
  return lines.map((line, at) => ({
    x: RIM + PLATE.columns / 2,
    y: top + at * size,
    text: line,
    // The pictures of a game show no others.
    role: 'inlaid',
    on: 'neutral',
    size: 0.8 * size,
  }));
}

const solidOf = ({ seat, text }: CellPiece, cell: number, { x, y }: Point): Solid => ({
  id: `piece${cell}-${seat ?? ''}${text ?? ''}`,
  shape: 'counter',
  tone: seat === undefined ? 'neutral' : (TONES[seat] ?? 'neutral'),
  ...{ x, y, width: 0.8, depth: 0.8 },
  ...(text !== undefined && { marking: text }),
});

function targetsOf(game: Game, state: State, board: Cells, on: ReturnType<typeof cellsOn>): Target[] {
  const next = new Set(candidates(game, state, board, state.held).map(({ cells }) => cells[state.held.length]));
  return on.cellsInOrder(state.bottom).map((cell) => ({
    ...on.cellBox(cell, state.bottom),
    id: String(cell),
    name: [formatGridCell(cell, board.columns), pieceName(board.pieces[cell] ?? null, state)]
      .filter(Boolean)
      .join(', '),
    enabled: next.has(cell),
    chosen: state.held.includes(cell),
  }));
}

const pieceName = (piece: CellPiece | null, { people }: State): string =>
  piece === null ? '' : [piece.text, piece.seat === undefined ? '' : people.name(piece.seat)].filter(Boolean).join(' ');
