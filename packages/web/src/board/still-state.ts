import type { Game, View } from '@tablier/core';
import { People } from '../lib/people.ts';
import type { BoardModule, BoardState } from './board-module.ts';

/** The state of a board without input, as a spectator sees it from seat 0: nothing is held, pointed at or to choose. */
export const stillState = <V extends View, H>(game: Game, board: BoardModule<V, H>, view: V): BoardState<V, H> => ({
  view,
  choices: [],
  viewer: 'spectator',
  shared: false,
  bottom: 0,
  held: board.nothing,
  pointed: null,
  people: new People(game),
  touch: false,
  tried: false,
  lastMoves: [],
  peeks: [],
  toggled: new Set(),
  undoable: false,
});
