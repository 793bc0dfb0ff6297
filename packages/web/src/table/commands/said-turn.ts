import { type Game, type Move, movesIn, type Seat, type View } from '@tablier/core';
import type { BoardModule, Played } from '../../board/board-module.ts';
import { fill } from '../../lib/language.ts';
import type { People } from '../../lib/people.ts';
import * as m from '../../paraglide/messages.js';
import type { CommandWords } from './words.ts';

/** Says a turn as a sentence. `who`: the player, as at the beginning of a sentence; `null` for the user, who is addressed. */
export type SayTurn = (turn: Played, who: string | null) => string;

export const turnSayer =
  (words: CommandWords): SayTurn =>
  ({ key, inputs }, who) =>
    who === null ? fill(words[`you_${key}`], inputs) : fill(words[key], { ...inputs, who });

/** A turn, or a part of one, and what is seen after it. */
export interface MadeTurn {
  readonly seat: Seat;
  readonly moves: readonly Move[];
  readonly view: View;
}

export const madeTurn = (
  game: Game,
  turn: { readonly seat: Seat; readonly texts: readonly string[] } | undefined,
  view: View,
): MadeTurn | null => (turn === undefined ? null : { seat: turn.seat, moves: movesIn(game, turn.texts), view });

interface Told {
  readonly game: Game;
  readonly board: BoardModule;
  readonly people: People;
  /** Absent: not loaded yet, and the notation has to do. */
  readonly say?: SayTurn | undefined;
}

/** A turn in words; `null` where there are none for it. */
export function toldTurn({ board, people, say }: Told, { seat, moves, view }: MadeTurn): string | null {
  const told = board.played?.(moves, view) ?? null;
  return told === null ? null : (say?.(told, people.who(seat) === 'you' ? null : people.title(seat)) ?? null);
}

/** A turn in words, or in notation. A sign that only ends the turn is not announced as a move. */
export function saidTurn(told: Told, turn: MadeTurn): string {
  const texts = turn.moves.map((move) => told.game.formatMove(move));
  const moves = texts.filter((text) => /\w/.test(text)).join(' ') || texts.join(' ');
  return toldTurn(told, turn) ?? m.status_played({ seat: told.people.title(turn.seat), moves });
}
