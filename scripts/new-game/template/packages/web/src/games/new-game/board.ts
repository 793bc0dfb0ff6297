import { MAX_TAKEN, type NewGameView, takenBy } from '@tablier/games/new-game';
import type { BoardModule } from '../../board/board-module.ts';
import { m } from '../../paraglide/messages.js';

/** The place of a stone, counted from 0. */
const placeOf = (stone: number) => ({ x: stone + 1, y: 1, width: 1, depth: 1 });

/** The board of New Game: a row of stones. A press on the third from the end takes three. The state is `null`: a move is one press. */
export const board: BoardModule<NewGameView, null> = {
  nothing: null,
  touchPointsFirst: true,
  scene: ({ view, choices }) => ({
    width: 10,
    height: 2,
    grid: { x: 0.5, y: 0.5, columns: 9, rows: 1 },
    labels: [],
    marks: [],
    solids: Array.from({ length: view.stones }, (_, stone) => ({
      ...placeOf(stone),
      id: `stone${stone}`,
      shape: 'counter',
      tone: 'neutral',
    })),
    targets: Array.from({ length: Math.min(view.stones, MAX_TAKEN) }, (_, move) => ({
      ...placeOf(view.stones - takenBy(move)),
      id: String(move),
      name: m.new_game_take({ count: takenBy(move) }),
      enabled: choices.includes(move),
    })),
  }),
  tray: () => [],
  notes: ({ view }) => [{ text: m.new_game_left({ count: view.stones }), kind: 'hint' }],
  // Only legal choices are played: the rules decide, not the board.
  press: ({ choices }, target) => ({ held: null, ...(choices.includes(Number(target)) && { move: Number(target) }) }),
  pick: () => ({ held: null }),
  announceEffects: (_before, after) => [m.new_game_left({ count: after.stones })],
};
