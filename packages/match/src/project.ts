import { type GameRecord, NOBODY, type RecordEnd, type Seat, type View, type Viewer } from '@tablier/core';
import { type ClockFace, passesFrom } from './clock/clock.ts';
import {
  type MadeClaim,
  type MadePeek,
  type MatchState,
  recordOf,
  type ShownMove,
  type TakeBackPolicy,
} from './state.ts';

/** Everything that one viewer may know of a match, built field by field as plain data. */
export interface MatchView {
  readonly game: string;
  readonly version: number;
  readonly view: View;
  readonly moves: readonly ShownMove[];
  readonly plies: number;
  /** The answers to the peeks since the last move, which all players saw. */
  readonly peeks: readonly MadePeek[];
  readonly drawAgreed: readonly Seat[];
  readonly takeBackAsked: { readonly seat: Seat; readonly to: number; readonly agreed: readonly Seat[] } | null;
  /** The earliest position to go back to, as a number of moves; `plies` if nothing can be taken back. */
  readonly takeBackFrom: number;
  /** The claim that ended the match, if one did. */
  readonly claimed: MadeClaim | null;
  readonly end: RecordEnd | null;
  /** The clocks, for `readClock`, without the lag of any connection. `null` if there are none. */
  readonly clock: ClockFace | null;
  /** The whole record with its deal, once the match is over. */
  readonly record: GameRecord | null;
}

export function project(state: MatchState, viewer: Viewer): MatchView {
  const { game, position, moves, peeks, takeBack, end } = state;
  const revealed = end !== null || position.turn === NOBODY;
  const last = Math.max(0, moves.length - 1);
  const shownFrom = revealed || game.secrets.movesShown(state.setup.options) === 'all' ? 0 : last;
  return {
    game: game.id,
    version: state.version,
    view: game.view(position, revealed ? 'open' : viewer),
    moves: moves.slice(shownFrom).map(({ shown }) => shown),
    plies: moves.length,
    peeks: peeks.filter(({ after }) => after === moves.length),
    drawAgreed: state.drawAgreed,
    takeBackAsked: takeBack === null ? null : { seat: takeBack.seat, to: takeBack.to, agreed: takeBack.agreed },
    takeBackFrom: earliestTakeBack(state),
    claimed: state.claimed,
    end,
    clock: state.clock === null ? null : faceOf(state.clock),
    record: revealed ? recordOf(state) : null,
  };
}

export interface PastView {
  readonly plies: number;
  readonly view: View;
  /** `null` if the points could tell something hidden. */
  readonly scores: readonly number[] | null;
}

/** Positions that are projected at once. */
const PAST_AT_ONCE = 16;

/** What `viewer` saw before the last of the first `until` moves (absent: all). `null` if remembering is part of the game. */
export function projectPast(state: MatchState, viewer: Viewer, until?: number): readonly PastView[] | null {
  const { game, setup } = state;
  const { hides, movesShown } = game.secrets;
  if (movesShown(setup.options) !== 'all') return null;
  const moves = state.moves.slice(0, until);
  const position = game.start(setup);
  const past: PastView[] = [];
  for (const [plies, { move }] of moves.entries()) {
    if (plies >= moves.length - PAST_AT_ONCE) {
      past.push({
        plies,
        view: game.view(position, viewer),
        scores: hides(setup.options) ? null : position.outcome().scores,
      });
    }
    position.play(move);
  }
  return past;
}

function earliestTakeBack(state: MatchState): number {
  const { moves, peeks } = state;
  const lastRevealing = moves.findLastIndex(({ revealed }) => revealed) + 1;
  return peeks.reduce((to, { after }) => Math.max(to, after), lastRevealing);
}

export function faceOf(clock: ClockFace): ClockFace {
  const { terms, seats, seat, spent, paused } = clock;
  const faces = seats.map(({ left, periods, vacation, away }) => ({ left, periods, vacation, away }));
  return { terms, seats: faces, seat, spent, since: passesFrom(clock), paused };
}

/** The part of a match view that says how far a player may go back. `moves` are the known moves, including the last one. */
export type TakeBackView = Pick<MatchView, 'moves' | 'view' | 'takeBackFrom' | 'end' | 'clock'>;

export interface LastTurn {
  /** How many moves are left without it and everything after it. */
  readonly to: number;
  /** Whether it must stay, because something hidden was revealed since. */
  readonly revealed: boolean;
}

/** The last turn of any of `seats`; `null` if the policy allows no take-back now. `free` continues a match that the rules ended. */
export function lastTurnOf(match: TakeBackView, seats: readonly Seat[], policy: TakeBackPolicy): LastTurn | null {
  const { moves, end, takeBackFrom } = match;
  if (policy === 'never' || (end !== null && (end.by !== 'rules' || !isFree(match, policy)))) return null;
  const last = moves.findLast(({ seat }) => seats.includes(seat));
  if (last === undefined) return null;
  const first = moves.find(({ seat, turnIndex }) => seat === last.seat && turnIndex === last.turnIndex) ?? last;
  return { to: first.ply - 1, revealed: first.ply - 1 < takeBackFrom };
}

/** How many moves are left if one of `seats` undoes the last step; `null` if that needs consent or is impossible. */
export function undoTo(match: TakeBackView, seats: readonly Seat[], policy: TakeBackPolicy): number | null {
  const { moves, view, end, takeBackFrom } = match;
  const last = moves.at(-1);
  if (last === undefined || end !== null || !seats.includes(last.seat) || last.ply - 1 < takeBackFrom) return null;
  const isUnfinished = view.turn === last.seat && view.turnIndex === last.turnIndex;
  return isUnfinished || isFree(match, policy) ? last.ply - 1 : null;
}

/** With a clock, `free` means `asked`: see `TakeBackPolicy`. */
const isFree = ({ clock }: TakeBackView, policy: TakeBackPolicy): boolean => policy === 'free' && clock === null;
