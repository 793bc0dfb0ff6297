import { type Move, NOBODY, type View } from '@tablier/core';
import type { NewGameOptions } from './options.ts';
import { MOST_TAKEN, type NewGamePosition, type NewGameState, PLAYERS } from './position.ts';

/** What everybody sees on the table: plain data, and all that a board gets. */
export interface NewGameView extends View {
  readonly options: NewGameOptions;
  readonly stones: number;
}

/** Nothing is hidden here. A game with secrets takes the viewer too, and builds for each from nothing what that one sees. */
export function viewOf(position: NewGamePosition): NewGameView {
  return {
    options: position.options,
    players: PLAYERS,
    turn: position.turn,
    turnIndex: position.turnIndex,
    passed: [],
    outcome: position.turn === NOBODY ? position.outcome() : null,
    stones: position.stones,
  };
}

/** The moves that may be tried, from the view alone: what the board offers. */
export const choicesOf = (view: NewGameView): Move[] =>
  Array.from({ length: Math.min(view.stones, MOST_TAKEN) }, (_, move) => move);

/** What a perfect memory knows: here the whole position. Bots are given this and nothing else. */
export interface NewGameKnowledge extends NewGameState {
  readonly options: NewGameOptions;
}

export const knowledgeOf = ({ options, stones, turn, turnIndex }: NewGamePosition): NewGameKnowledge => ({
  options,
  stones,
  turn,
  turnIndex,
});
