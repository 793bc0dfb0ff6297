import type { Move } from '@tablier/core';
import { MOST_TAKEN, type NewGameView, takenBy } from '@tablier/games/new-game';
import type { BoardModule, BoardNote, Step, Table } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';
import type { Point, Scene, Solid, Target } from '../../scene/scene.ts';

/** Nothing is ever half chosen here. A game whose moves take two presses keeps the first in this type. */
type Held = null;
type NewGameTable = Table<NewGameView, Held>;

const COLUMNS = 7;
const MARGIN = 0.5;

/** The board of New Game: a heap in rows, the stones that can be taken at its end. */
export const newGameBoard: BoardModule<NewGameView, Held> = {
  nothing: null,
  touchPointsFirst: true,
  scene,
  tray: () => [],
  notes,
  press: (table, target) => stepFor(table, moveOfTarget(target)),
  pick: () => ({ held: null }),
  announce,
};

/** Where a stone lies, counted from 0. */
const placeOf = (stone: number): Point => ({
  x: MARGIN + (stone % COLUMNS) + 0.5,
  y: MARGIN + Math.trunc(stone / COLUMNS) + 0.5,
});

function scene(table: NewGameTable): Scene {
  const { view } = table;
  const rows = Math.ceil(view.options.heap / COLUMNS);
  return {
    width: COLUMNS + 2 * MARGIN,
    height: rows + 2 * MARGIN,
    grid: { x: MARGIN, y: MARGIN, columns: COLUMNS, rows },
    labels: [],
    marks: [],
    solids: Array.from({ length: view.stones }, (_, stone) => solidOf(table, stone)),
    targets: targets(table),
  };
}

/** A stone; those that the pointed move would take are lit. */
function solidOf({ view, pointed }: NewGameTable, stone: number): Solid {
  const solid: Solid = {
    ...placeOf(stone),
    width: 1,
    depth: 1,
    id: `stone${stone}`,
    shape: 'counter',
    tone: 'neutral',
  };
  const taken = pointed === null ? 0 : takenBy(moveOfTarget(pointed));
  return stone >= view.stones - taken ? { ...solid, look: 'lit' } : solid;
}

const targetId = (move: Move): string => `take${takenBy(move)}`;
const moveOfTarget = (target: string): Move => Number(target.slice('take'.length)) - 1;

/** The last stones of the heap: a press on the third from the end takes three. Who is not to move sees them too, disabled. */
function targets({ view, choices }: NewGameTable): Target[] {
  return Array.from({ length: Math.min(view.stones, MOST_TAKEN) }, (_, move) => ({
    ...placeOf(view.stones - takenBy(move)),
    width: 1,
    depth: 1,
    id: targetId(move),
    name: m.new_game_take({ count: takenBy(move) }),
    enabled: choices.includes(move),
  }));
}

/** A press plays only what is among the choices: the rules judge, not the board. */
const stepFor = ({ choices }: NewGameTable, move: Move): Step<Held> =>
  choices.includes(move) ? { held: null, move } : { held: null };

function notes({ choices, pointed }: NewGameTable): BoardNote[] {
  if (choices.length === 0) return [];
  if (pointed === null) return [{ text: m.new_game_hint(), kind: 'hint' }];
  return [{ text: m.new_game_take({ count: takenBy(moveOfTarget(pointed)) }), kind: 'preview' }];
}

/** For those who do not see the picture: what went, and what is left. */
function announce(before: NewGameView, after: NewGameView): string[] {
  const count = before.stones - after.stones;
  return count > 0 ? [m.new_game_taken({ count }), m.new_game_left({ count: after.stones })] : [];
}
