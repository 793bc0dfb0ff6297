import {
  canonicalJson,
  type Game,
  type GameRecord,
  type Move,
  NOBODY,
  peeksOf,
  type Position,
  type RecordedPeek,
  type RecordEnd,
  type Setup,
  type View,
  type Viewer,
} from '@tablier/core';
import type { ShownMove } from '@tablier/match';
import type { BoardModule, Gain, SeenPeek } from '../../board/board-module.ts';
import { groupTurns, type ShownTurn } from '../../table/match-ui/turns.ts';
import type { SeenPosition } from '../moments/scenes.ts';

/** A position of a finished game, as one viewer saw it or with everything visible. */
export interface Moment extends SeenPosition {
  readonly scores: readonly number[];
}

/** The parts of a record that are read: its moves, and its peeks if there are any. */
type RetracedRecord = Pick<GameRecord, 'moves'>;

export interface Retraced {
  readonly start: Moment;
  /** By number of moves; the first is `start`. */
  readonly moments: readonly Moment[];
  readonly turns: readonly ShownTurn[];
}

/** Replays a checked record and collects what `viewer` saw after every move. */
export function retrace(game: Game, setup: Setup, record: RetracedRecord, viewer: Viewer = 'open'): Retraced {
  const { moves } = record;
  const peeks = peeksOf(record);
  const position = game.start(setup);
  const shown: ShownMove[] = [];
  const look = (plies: number, lastMoves: readonly Move[]): Moment => ({
    view: game.view(position, viewer),
    scores: position.outcome().scores,
    lastMoves,
    peeks: seenAt(game, position, peeks, plies),
  });
  const start = look(0, []);
  const moments = [start];
  let made: readonly Move[] = [];
  for (const [index, text] of moves.entries()) {
    const move = game.parseMove(text);
    if (move === null || position.turn === NOBODY) break;
    const { turn: seat, turnIndex } = position;
    const before = shown.at(-1);
    made = before?.seat === seat && before.turnIndex === turnIndex ? [...made, move] : [move];
    position.play(move);
    const moment = look(index + 1, made);
    shown.push({ ply: index + 1, seat, turnIndex, text, passed: moment.view.passed });
    moments.push(moment);
  }
  return { start, moments, turns: groupTurns(shown) };
}

/** The same game as each viewer saw it, replayed once for each. */
export function retraces(game: Game, setup: Setup, record: RetracedRecord): (viewer: Viewer) => Retraced {
  const seen = new Map<Viewer, Retraced>();
  return (viewer) => {
    const past = seen.get(viewer) ?? retrace(game, setup, record, viewer);
    seen.set(viewer, past);
    return past;
  };
}

/** The answers to the peeks after a number of plies. Only the player to move may peek, and only where the rules allow it. */
function seenAt(game: Game, position: Position, peeks: readonly RecordedPeek[], plies: number): SeenPeek[] {
  const { peeks: rules } = game;
  const here = peeks.filter(({ after, seat }) => after === plies && seat === position.turn);
  if (here.length === 0 || rules === undefined) return [];
  const allowed = rules.list(position);
  return here
    .filter(({ peek }) => allowed.includes(peek))
    .map(({ seat, peek }) => ({ seat, peek, seen: rules.look(position, peek) }));
}

/** Whether a viewer saw less than everything, so that the choice of the viewer matters. */
export function hadSecrets(open: Retraced, watched: Retraced): boolean {
  const text = ({ view }: Moment): string => canonicalJson(view);
  return open.moments.some((moment, ply) => text(moment) !== text(watched.moments[ply] ?? watched.start));
}

/**
 * The points that each seat made, gain by gain, in the order of the moves. A move that loses points reduces the earlier gains, which then
 * no longer say how they arose.
 */
export function gainsOf(
  moments: readonly Moment[],
  { howScored }: Pick<BoardModule, 'howScored'>,
): readonly (readonly Gain[])[] {
  const seats = moments[0]?.scores ?? [];
  return seats.map((_, seat) => {
    const gains: Gain[] = [];
    let total = 0;
    for (const [ply, { scores, view, lastMoves }] of moments.entries()) {
      const score = scores[seat] ?? 0;
      // A turn of several moves is explained from the position before it.
      const before = moments[ply - lastMoves.length]?.view ?? view;
      if (score > total)
        gains.push(gainOf(score - total, howScored?.({ before, moves: lastMoves, after: view }, seat) ?? null));
      for (let lost = total - score; lost > 0;) {
        const last = gains.pop()?.points ?? lost;
        if (last > lost) gains.push({ points: last - lost });
        lost -= last;
      }
      total = score;
    }
    return gains;
  });
}

const gainOf = (points: number, how: string | null): Gain => (how === null ? { points } : { points, how });

/** The gains of each seat that make up its points at the end. Points that can be lost again, such as enclosed ground, are divided there. */
export function gainsAtEnd(
  moments: readonly Moment[],
  board: BoardModule,
  last: View,
  end: RecordEnd | null,
): readonly (readonly Gain[])[] {
  if (board.keepsPoints === true) return gainsOf(moments, board);
  if (board.parts !== undefined) return board.parts(last);
  return board.cards === undefined ? (end?.scores ?? []).map((points) => (points > 0 ? [{ points }] : [])) : [];
}
