import {
  canonicalJson,
  type Game,
  type GameRecord,
  type Move,
  NOBODY,
  type Position,
  type Seat,
  type Setup,
  type View,
  type Viewer,
} from '@tablier/core';
import type { RecordedPeek, ShownMove } from '@tablier/match';
import type { SeenPeek } from '../board/board-module.ts';
import { groupTurns, type ShownTurn } from '../match-ui/turns.ts';

/** A position of a game that is over, as somebody saw it or as everybody may see it now. */
export interface Moment {
  readonly view: View;
  readonly scores: readonly number[];
  /** The steps of the turn that led here. */
  readonly lastMoves: readonly Move[];
  /** What was looked at here, before the next move: everybody was told. */
  readonly peeks: readonly SeenPeek[];
}

/** What is read of a record: its moves, and its peeks where there are any. */
type RetracedRecord = Pick<GameRecord, 'moves'>;

/** A game from its first position to its last. */
export interface Retraced {
  readonly start: Moment;
  /** By number of moves made; the first is `start`. */
  readonly moments: readonly Moment[];
  readonly turns: readonly ShownTurn[];
}

/** Plays a checked record once more and keeps what it showed `viewer` after every move. */
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
  let steps: { readonly seat: Seat; readonly turnIndex: number; readonly moves: readonly Move[] } | null = null;
  for (const [index, text] of moves.entries()) {
    const move = game.parseMove(text);
    if (move === null || position.turn === NOBODY) break;
    const { turn: seat, turnIndex } = position;
    const continues: boolean = steps !== null && steps.seat === seat && steps.turnIndex === turnIndex;
    steps = { seat, turnIndex, moves: continues && steps !== null ? [...steps.moves, move] : [move] };
    position.play(move);
    const moment = look(index + 1, steps.moves);
    shown.push({ ply: index + 1, seat, turnIndex, text, passed: moment.view.passed });
    moments.push(moment);
  }
  return { start, moments, turns: groupTurns(shown) };
}

/** The peeks of a record. They are no part of what was checked: whatever is not one is passed over. */
function peeksOf(record: RetracedRecord): readonly RecordedPeek[] {
  const peeks: unknown = Object.entries(record).find(([name]) => name === 'peeks')?.[1];
  return Array.isArray(peeks) ? peeks.filter(isPeek) : [];
}

const isPeek = (item: unknown): item is RecordedPeek =>
  typeof item === 'object' &&
  item !== null &&
  'after' in item &&
  'seat' in item &&
  'peek' in item &&
  typeof item.after === 'number' &&
  typeof item.seat === 'number' &&
  typeof item.peek === 'string';

/** What was seen after so many moves. Only whoever is to move peeks, and only where the rules let him. */
function seenAt(game: Game, position: Position, peeks: readonly RecordedPeek[], plies: number): SeenPeek[] {
  const { peeks: rules } = game;
  const here = peeks.filter(({ after, seat }) => after === plies && seat === position.turn);
  if (here.length === 0 || rules === undefined) return [];
  const allowed = rules.list(position);
  return here
    .filter(({ peek }) => allowed.includes(peek))
    .map(({ seat, peek }) => ({ seat, peek, seen: rules.look(position, peek) }));
}

/** Whether anybody saw less than everything: then it matters by whose eyes one looks back. */
export function hadSecrets(open: Retraced, watched: Retraced): boolean {
  const text = ({ view }: Moment): string => canonicalJson(view);
  return open.moments.some((moment, ply) => text(moment) !== text(watched.moments[ply] ?? watched.start));
}
