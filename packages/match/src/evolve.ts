import { isLegal, NOBODY } from '@tablier/core';
import {
  type ClockState,
  pauseClock,
  restartClock,
  resumeClock,
  rewindClock,
  seatReturned,
  setAway,
  startClock,
  stopClock,
  turnEnded,
} from './clock/clock.ts';
import { type SeatTime } from './clock/terms.ts';
import { BrokenLogError, endBy, endByRules, type MatchEvent, type MatchState, NOTHING_DECLINED } from './state.ts';

export function evolve(state: MatchState, event: MatchEvent): MatchState {
  const after = applied(state, event);
  return { ...after, clock: clockAfter(state, after, event), version: state.version + 1 };
}

/** The match after a stored event. Moves are checked: a log may be damaged or written by other rules. Throws `BrokenLogError`. */
export function replayEvent(state: MatchState, event: MatchEvent): MatchState {
  if (event.kind === 'moved') checkMove(state, event);
  return evolve(state, event);
}

function checkMove(
  { game, position, end }: MatchState,
  { seat, move: text }: MatchEvent & { readonly kind: 'moved' },
): void {
  const move = game.parseMove(text);
  if (move === null) throw new BrokenLogError(`${text} is not a move of the game`);
  if (end !== null || position.turn !== seat) throw new BrokenLogError(`seat ${seat} is not to move`);
  if (!isLegal(game, position, move)) throw new BrokenLogError(`the move ${text} is illegal`);
}

export function evolveAll(state: MatchState, events: Iterable<MatchEvent>): MatchState {
  return [...events].reduce(evolve, state);
}

function applied(state: MatchState, event: MatchEvent): MatchState {
  switch (event.kind) {
    case 'moved':
      return afterMove(state, event.move);
    case 'peeked': {
      const { seat, peek, seen } = event;
      return { ...state, peeks: [...state.peeks, { seat, peek, seen, after: state.moves.length }] };
    }
    case 'resigned':
      return { ...state, end: endBy(state, 'resign', [event.seat]) };
    case 'draw-offered':
    case 'draw-agreed':
      return afterDrawAgreement(state, event.seat);
    case 'draw-declined':
      return {
        ...state,
        drawAgreed: [],
        declined: { ...state.declined, draw: [...state.declined.draw, ...state.drawAgreed] },
      };
    case 'take-back-asked':
      return { ...state, takeBack: { seat: event.seat, to: event.to, agreed: [event.seat] } };
    case 'take-back-agreed':
      return afterTakeBackAgreement(state, event.seat);
    case 'take-back-declined':
      return afterTakeBackRefusal(state);
    case 'taken-back':
      return afterTakeBack(state, event.to);
    case 'aborted':
      return { ...state, end: endBy(state, 'abort', []) };
    case 'claimed': {
      const { seat, absent, as } = event;
      const end = as === 'draw' ? endBy(state, 'agreement', []) : endBy(state, 'resign', [absent]);
      return { ...state, claimed: { seat, absent, as }, end };
    }
    case 'timed-out':
      return { ...state, end: endBy(state, 'time', [event.seat]) };
    case 'started':
    case 'paused':
    case 'resumed':
    case 'restarted':
    case 'returned':
    case 'vacation-began':
    case 'vacation-ended':
      return state;
  }
}

function afterMove(state: MatchState, text: string): MatchState {
  const { game } = state;
  const move = game.parseMove(text);
  if (move === null) throw new BrokenLogError(`${text} is not a move of the game`);
  const { turn: seat, turnIndex } = state.position;
  const revealed = game.secrets.reveals(state.position, move);
  const position = state.position.clone();
  position.play(move);
  const passed = [...position.passed];
  const shown = { ply: state.moves.length + 1, seat, turnIndex, text: game.formatMove(move), passed };
  return {
    ...state,
    position,
    moves: [...state.moves, { seat, move, turnIndex, revealed, times: timesOf(state), shown }],
    drawAgreed: state.drawAgreed.filter((agreed) => agreed === seat),
    takeBack: null,
    declined: NOTHING_DECLINED,
    end: position.turn === NOBODY ? endByRules(position) : null,
  };
}

function afterDrawAgreement(state: MatchState, seat: number): MatchState {
  const drawAgreed = [...state.drawAgreed, seat];
  const all = drawAgreed.length === state.setup.players;
  return { ...state, drawAgreed, end: all ? endBy(state, 'agreement', []) : null };
}

function afterTakeBackRefusal(state: MatchState): MatchState {
  const { takeBack, declined } = state;
  const requesters = takeBack === null ? [] : [takeBack.seat];
  return { ...state, takeBack: null, declined: { ...declined, takeBack: [...declined.takeBack, ...requesters] } };
}

function afterTakeBackAgreement(state: MatchState, seat: number): MatchState {
  const { takeBack } = state;
  if (takeBack === null) throw new BrokenLogError('no take-back was requested');
  return { ...state, takeBack: { ...takeBack, agreed: [...takeBack.agreed, seat] } };
}

function afterTakeBack(state: MatchState, to: number): MatchState {
  const moves = state.moves.slice(0, to);
  const position = state.game.start(state.setup);
  for (const { move } of moves) position.play(move);
  return { ...state, position, moves, drawAgreed: [], takeBack: null, end: null };
}

export function clockAfter(before: MatchState, after: MatchState, event: MatchEvent): ClockState | null {
  const { clock, position, moves } = before;
  if (clock === null) return null;
  const { at: now } = event;
  if (now === undefined) throw new BrokenLogError(`${event.kind} without a time`);
  if (after.end !== null && event.kind !== 'moved') return stopClock(clock, now);
  const next = after.position.turn;
  const isSameTurn = after.position.turnIndex === position.turnIndex && next === position.turn;
  switch (event.kind) {
    case 'moved':
      return isSameTurn
        ? seatReturned(clock, now)
        : turnEnded(seatReturned(clock, now), { now, next, lag: event.lag ?? 0 });
    case 'taken-back':
      return isSameTurn ? clock : rewindClock(clock, moves[event.to]?.times ?? [], { now, next });
    case 'started':
      return startClock(clock, position.turn, now);
    case 'paused':
      return pauseClock(clock, now);
    case 'resumed':
      return resumeClock(clock, now);
    case 'restarted':
      return restartClock(clock, { ...event, upAt: now });
    case 'returned':
      return seatReturned(clock, now);
    case 'vacation-began':
    case 'vacation-ended':
      return setAway(clock, event.seat, { now, away: event.kind === 'vacation-began' });
    default:
      return clock;
  }
}

/** Charged when a turn ends, so at any step of a turn this is the time it began with. */
export const timesOf = ({ clock }: MatchState): readonly SeatTime[] | null =>
  clock === null ? null : clock.seats.map(({ left, periods }) => ({ left, periods }));
