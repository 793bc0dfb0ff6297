import type { Game, Move, Position, View } from '@tablier/core';
import { type BoardModule, type BoardState, stillState, type TrayItem } from '../../src/board/board-module.ts';

/** What a board shows to `viewer` (if none is given, the seat to move), with the legal moves if they are to move. */
export function boardState<V extends View, H>(
  game: Game,
  board: BoardModule<V, H>,
  position: Position,
  { viewer = position.turn, ...given }: Partial<BoardState<V, H>> = {},
): BoardState<V, H> {
  // The view of a game is the view that its own board draws.
  const view = game.view(position, viewer) as V;
  const choices = viewer === position.turn ? game.choices(view) : [];
  return { ...stillState(game, board, view), choices, viewer, ...given };
}

export const trayItems = <V extends View, H>(board: BoardModule<V, H>, state: BoardState<V, H>): TrayItem[] =>
  board.tray(state).flatMap(({ items }) => items);

export const notesOf = <V extends View, H>(board: BoardModule<V, H>, state: BoardState<V, H>): string[] =>
  board.notes(state).map(({ text }) => text);

/** Every value of `held` that input leads to from `state`, and every move that it makes: what a user can do without waiting. */
export function explore<V extends View, H>(
  board: BoardModule<V, H>,
  state: BoardState<V, H>,
): { readonly states: readonly BoardState<V, H>[]; readonly moves: ReadonlySet<Move> } {
  const found = new Map([[JSON.stringify(state.held), state]]);
  const moves = new Set<Move>();
  for (const current of found.values()) {
    const scene = board.scene(current);
    const steps = [
      ...scene.targets.flatMap(({ id }) => {
        const held = board.takeUp?.(current, id) ?? null;
        return held === null ? [] : [{ held }];
      }),
      ...scene.targets.map(({ id }) => board.press({ ...current, pointed: id }, id)),
      ...(scene.chooser?.items ?? []).map(({ id }) => board.pick(current, id)),
      ...trayItems(board, current).flatMap(({ id, enabled }) => (enabled ? [board.pick(current, id)] : [])),
      ...(board.turn === undefined ? [] : [{ held: board.turn(current) }]),
    ];
    for (const step of steps) {
      if ('move' in step && step.move !== undefined) moves.add(step.move);
      const key = JSON.stringify(step.held);
      if (!found.has(key)) found.set(key, { ...current, held: step.held });
    }
  }
  return { states: [...found.values()], moves };
}
