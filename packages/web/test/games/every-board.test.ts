import '../english.ts';
import { defaultOptions, type Game, type Move, type Position, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadedBoard, loadModule } from '../../src/games/boards.ts';
import { boardState, explore, trayItems } from './board-tools.ts';

/** Positions of a random game: every `step`th one and all of the last six. */
function positionsOf(game: Game, step: number): Position[] {
  const rng = new SeededRng(`boards of ${game.id}`);
  const options = defaultOptions(game.options);
  const players = game.players[0] ?? 2;
  const position = game.start({ options, players, deal: game.deals.draw(options, players, rng) });
  const all: Position[] = [];
  // Random games of Arcanor are long.
  while (position.turn >= 0 && all.length < 150) {
    all.push(position.clone());
    position.play(position.randomMove(rng));
  }
  return all.filter((_, ply) => ply % step === 0 || ply >= all.length - 6);
}

const texts = (game: Game, moves: Iterable<Move>): string[] =>
  [...moves].map((move) => game.formatMove(move)).toSorted();

describe.each(games)('the board of $id', (game) => {
  const positions = positionsOf(game, 24);
  const boardOf = () => loadedBoard(game.id);
  const explored = new Map<Position, ReturnType<typeof explore>>();
  /** What presses lead to for the player to move. It takes most of the time of these tests, so it is found once. */
  const exploreTurn = (position: Position): ReturnType<typeof explore> => {
    const known = explored.get(position);
    if (known !== undefined) return known;
    const found = explore(boardOf(), boardState(game, boardOf(), position));
    explored.set(position, found);
    return found;
  };

  beforeAll(() => loadModule(game.id));

  it('makes every legal move by presses, and no other', () => {
    for (const position of positions) {
      const state = boardState(game, boardOf(), position);
      expect(texts(game, exploreTurn(position).moves)).toEqual(texts(game, state.choices));
    }
  });

  it('accepts nothing from a user who is not to move', () => {
    for (const position of positions) {
      for (const viewer of [1 - Math.min(1, position.turn), 'spectator'] as const) {
        expect(explore(boardOf(), boardState(game, boardOf(), position, { viewer })).moves).toEqual(new Set());
      }
    }
  });

  it('enables a target exactly if a press on it has an effect', () => {
    const board = boardOf();
    for (const position of positions) {
      for (const state of exploreTurn(position).states) {
        const { targets, chooser } = board.scene(state);
        for (const { id, enabled } of targets) {
          // A press there asks the open question again.
          if (id === chooser?.target) continue;
          const taken = board.takeUp?.(state, id) ?? null;
          const { move, held } =
            taken === null ? board.press({ ...state, pointed: id }, id) : { held: taken, move: undefined };
          if (move !== undefined) expect(enabled, `${id} makes a move`).toBe(true);
          else if (enabled) expect(held, `${id} is enabled`).not.toEqual(state.held);
        }
      }
    }
  });

  it('takes up only what the next press on the same target plays', () => {
    const board = boardOf();
    for (const position of positions) {
      for (const state of exploreTurn(position).states) {
        for (const { id } of board.scene(state).targets) {
          const held = board.takeUp?.(state, id) ?? null;
          if (held === null) continue;
          expect(state.choices, id).toContain(board.press({ ...state, held, pointed: id }, id).move);
        }
      }
    }
  });

  it('says why at a target that the held piece cannot go to', () => {
    const board = boardOf();
    for (const position of positions) {
      for (const state of exploreTurn(position).states) {
        if (!(board.carries?.(state.held) ?? state.held !== board.nothing)) continue;
        const { targets } = board.scene(state);
        // While an earlier round of Nasca is on the screen, nothing can be placed.
        if (!targets.some(({ enabled }) => enabled)) continue;
        for (const { id, enabled, chosen } of targets) {
          if (enabled || chosen === true) continue;
          expect(
            board.notes({ ...state, pointed: id }).map(({ kind }) => kind),
            id,
          ).toContain('reason');
        }
      }
    }
  });

  it('has unique ids, a name for every target, and one key for each button', () => {
    const board = boardOf();
    const unique = (items: readonly unknown[]) => expect(new Set(items).size).toBe(items.length);
    for (const position of positions) {
      for (const state of exploreTurn(position).states) {
        const { targets, solids, marks } = board.scene(state);
        for (const items of [targets, solids, marks]) unique(items.map(({ id }) => id));
        unique(targets.map(({ name }) => name));
        unique(trayItems(board, state).flatMap(({ key, enabled }) => (enabled && key !== undefined ? [key] : [])));
      }
    }
  });

  it('shows the same targets from both sides of the table', () => {
    const board = boardOf();
    for (const position of positions) {
      const ids = (bottom: number) =>
        board.scene(boardState(game, board, position, { bottom })).targets.map(({ id }) => id);
      expect(ids(1).toSorted()).toEqual(ids(0).toSorted());
    }
  });
});
