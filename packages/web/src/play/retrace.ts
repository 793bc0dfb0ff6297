import {
  canonicalJson,
  type Game,
  type Move,
  NOBODY,
  type Seat,
  type Setup,
  type View,
  type Viewer,
} from '@tablier/core';
import type { ShownMove } from '@tablier/match';
import { groupTurns, type ShownTurn } from './turns.ts';

/** A position of a game that is over, as somebody saw it or as everybody may see it now. */
export interface Moment {
  readonly view: View;
  readonly scores: readonly number[];
  /** The steps of the turn that led here. */
  readonly lastMoves: readonly Move[];
}

/** A game from its first position to its last. */
export interface Retraced {
  readonly start: Moment;
  /** By number of moves made; the first is `start`. */
  readonly moments: readonly Moment[];
  readonly turns: readonly ShownTurn[];
}

/** Plays a checked record once more and keeps what it showed `viewer` after every move. */
export function retrace(game: Game, setup: Setup, moves: readonly string[], viewer: Viewer = 'open'): Retraced {
  const position = game.start(setup);
  const look = (lastMoves: readonly Move[]): Moment => ({
    view: game.view(position, viewer),
    scores: position.outcome().scores,
    lastMoves,
  });
  const start = look([]);
  const moments = [start];
  const shown: ShownMove[] = [];
  let steps: { readonly seat: Seat; readonly turnIndex: number; readonly moves: readonly Move[] } | null = null;
  for (const [index, text] of moves.entries()) {
    const move = game.parseMove(text);
    if (move === null || position.turn === NOBODY) break;
    const { turn: seat, turnIndex } = position;
    const continues: boolean = steps !== null && steps.seat === seat && steps.turnIndex === turnIndex;
    steps = { seat, turnIndex, moves: continues && steps !== null ? [...steps.moves, move] : [move] };
    position.play(move);
    const moment = look(steps.moves);
    shown.push({ ply: index + 1, seat, turnIndex, text, passed: moment.view.passed });
    moments.push(moment);
  }
  return { start, moments, turns: groupTurns(shown) };
}

/** Whether anybody saw less than everything: then it matters by whose eyes one looks back. */
export function hadSecrets(open: Retraced, watched: Retraced): boolean {
  const text = ({ view }: Moment): string => canonicalJson(view);
  return open.moments.some((moment, ply) => text(moment) !== text(watched.moments[ply] ?? watched.start));
}
