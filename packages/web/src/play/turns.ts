import type { Seat } from '@tablier/core';
import type { MatchState, ShownMove } from '@tablier/match';

/** A turn of the move list: its steps in notation. */
export interface ShownTurn {
  /** Counted from 1, also where earlier turns are not shown. */
  readonly number: number;
  readonly seat: Seat;
  readonly texts: readonly string[];
  /** The ply of its last step. */
  readonly ply: number;
  /** The seats that had to pass after it. */
  readonly passed: readonly Seat[];
}

/** Moves grouped by turn. `passedAfter(ply)` names the seats that had to pass after that many moves. */
export function groupTurns(moves: readonly ShownMove[], passedAfter: (ply: number) => readonly Seat[]): ShownTurn[] {
  const turns: ShownTurn[] = [];
  for (const { ply, seat, turnIndex, text } of moves) {
    const last = turns.at(-1);
    const continues = last !== undefined && last.number === turnIndex + 1 && last.seat === seat;
    const texts = continues ? [...last.texts, text] : [text];
    turns.splice(continues ? -1 : turns.length, 1, {
      number: turnIndex + 1,
      seat,
      texts,
      ply,
      passed: passedAfter(ply),
    });
  }
  return turns;
}

/** For every number of moves made, the seats that had to pass after them: everybody sees that. */
export function passesOf({ game, setup, moves }: MatchState): (readonly Seat[])[] {
  const position = game.start(setup);
  const passes = [game.view(position, 'spectator').passed];
  for (const { move } of moves) {
    position.play(move);
    passes.push(game.view(position, 'spectator').passed);
  }
  return passes;
}
