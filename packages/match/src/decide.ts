import { failure, type Game, isLegal, type Move, NOBODY, type Result, type Seat, success } from '@tablier/core';
import {
  type ClockState,
  expectedSeconds,
  isAwaited,
  isFlagged,
  isRunning,
  isTooLate,
  wholeLag,
} from './clock/clock.ts';
import type { Command, HostCommand, MatchError, MatchEvent, MatchState, TakeBackPolicy } from './state.ts';
import type { ClockTerms } from './clock/terms.ts';

/** Decides a command. A move that only hidden information makes illegal is a peek. After a clock has run out any command is `timed-out`. */
export function decide(state: MatchState, command: Command | HostCommand): Decision {
  if (!('seat' in command)) return decideHost(state, command);
  const { seat } = command;
  if (!Number.isInteger(seat) || seat < 0 || seat >= state.setup.players) return refuse('no-such-seat', String(seat));
  return state.clock === null || state.end !== null
    ? stamped(decidePlayer(state, command), command)
    : decideOnTime(state, command, state.clock);
}

function decideOnTime(state: MatchState, command: Command, clock: ClockState): Decision {
  const { at } = command;
  if (!isMoment(at)) return refuse('bad-time', String(at));
  if (isFlagged(clock, at)) return timedOut(clock, at);
  const decided = stamped(decidePlayer(state, command), command);
  return decided.ok && endsTooLate(clock, decided.value) ? timedOut(clock, at) : decided;
}

/** The event contains the time and the lag of the command. */
function stamped(decided: Decision, command: Command): Decision {
  if (!decided.ok || command.at === undefined) return decided;
  const { value } = decided;
  const lag = command.kind === 'move' ? wholeLag(command.lag) : 0;
  return success({ ...value, ...(value.kind === 'moved' && lag > 0 && { lag }), at: command.at });
}

function decidePlayer(state: MatchState, command: Command): Decision {
  const { seat } = command;
  if (command.kind === 'take-back') return decideTakeBack(state, seat, command.to);
  if (state.end !== null) return refuse('match-over');
  if ('plies' in command && command.plies !== undefined && command.plies !== state.moves.length)
    return refuse('position-changed');
  switch (command.kind) {
    case 'move':
      return refusalInTurn(state, seat) ?? decideMove(state, seat, command.move);
    case 'peek':
      return refusalInTurn(state, seat) ?? decidePeek(state, seat, command.peek);
    case 'resign':
      return success({ kind: 'resigned', seat });
    case 'offer-draw':
      return decideDrawOffer(state, seat);
    case 'answer-draw':
      return decideDrawAnswer(state, seat, command.accept ? 'draw-agreed' : 'draw-declined');
    case 'answer-take-back':
      return decideTakeBackAnswer(state, seat, command.accept ? 'agree' : 'decline');
    case 'abort':
      return state.moves.length < FIRST_MOVES ? success({ kind: 'aborted', seat }) : refuse('too-late-to-abort');
    case 'claim':
      return decideClaim(state, command);
    case 'begin-vacation':
    case 'end-vacation':
      return decideVacation(state.clock, command);
  }
}

const refusalInTurn = ({ position, clock }: MatchState, seat: Seat): Decision | null =>
  position.turn === seat ? refusalToMove(clock) : refuse('not-your-turn');

function decideMove(state: MatchState, seat: Seat, text: string): Decision {
  const { game, position } = state;
  const move = game.parseMove(text);
  if (move === null) return refuse('unreadable-move', text);
  if (isLegal(game, position, move)) return success({ kind: 'moved', seat, move: text });
  const peek = isChoice(state, seat, move) ? (game.peeks?.ofTry(position, move) ?? null) : null;
  return peek === null ? refuse('illegal-move', text) : peekEvent(state, seat, peek);
}

const isChoice = ({ game, position }: MatchState, seat: Seat, move: Move): boolean =>
  game.choices(game.view(position, seat)).includes(move);

function decidePeek(state: MatchState, seat: Seat, peek: string): Decision {
  const { game, position } = state;
  const allowed = game.peeks?.list(position).includes(peek) ?? false;
  return allowed ? peekEvent(state, seat, peek) : refuse('illegal-peek', peek);
}

const peekEvent = ({ game, position }: MatchState, seat: Seat, peek: string): Decision =>
  success({ kind: 'peeked', seat, peek, seen: game.peeks?.look(position, peek) });

function decideDrawOffer(state: MatchState, seat: Seat): Decision {
  if (!state.game.canDraw) return refuse('no-draws');
  if (state.drawAgreed.includes(seat) || state.declined.draw.includes(seat)) return refuse('already-offered');
  return success({ kind: state.drawAgreed.length === 0 ? 'draw-offered' : 'draw-agreed', seat });
}

function decideDrawAnswer(state: MatchState, seat: Seat, kind: 'draw-agreed' | 'draw-declined'): Decision {
  if (state.drawAgreed.length === 0 || state.drawAgreed.includes(seat)) return refuse('no-offer');
  return success({ kind, seat });
}

function decideClaim(state: MatchState, { seat, as, from, at }: Command & { readonly kind: 'claim' }): Decision {
  const { game, setup, position, moves } = state;
  if (!isMoment(at)) return refuse('bad-time', String(at));
  if (as === 'draw' && !game.canDraw) return refuse('no-draws');
  const absent = claimTarget(game, { players: setup.players, turn: position.turn, plies: moves.length }, seat);
  if (absent === NOBODY) return refuse('no-claim');
  const untimely = refusalToMove(state.clock);
  if (untimely !== null) return untimely;
  if (from === null) return refuse('not-absent');
  return at < from ? refuse('too-early-to-claim') : success({ kind: 'claimed', seat, absent, as });
}

function decideTakeBack(state: MatchState, seat: Seat, to: number): Decision {
  const { moves } = state;
  const policy = takeBackPolicy(state);
  if (!Number.isInteger(to) || to < 0 || to >= moves.length) return refuse('no-take-back', String(to));
  if (state.end !== null && (state.end.by !== 'rules' || policy !== 'free')) return refuse('match-over');
  if (hasRevealedSince(state, to)) return refuse('already-revealed');
  if (policy === 'free' || isOwnUnfinishedTurn(state, seat, to)) return success({ kind: 'taken-back', seat, to });
  if (policy === 'never') return refuse('no-take-back');
  if (state.takeBack !== null || state.declined.takeBack.includes(seat)) return refuse('already-offered');
  return success({ kind: 'take-back-asked', seat, to });
}

const takeBackPolicy = ({ terms, clock }: MatchState): TakeBackPolicy =>
  clock !== null && terms.takeBack === 'free' ? 'asked' : terms.takeBack;

/** Whether a move since `to` revealed hidden information to anyone. */
function hasRevealedSince({ moves, peeks }: MatchState, to: number): boolean {
  return moves.slice(to).some(({ revealed }) => revealed) || peeks.some(({ after }) => after > to);
}

function isOwnUnfinishedTurn({ moves, position }: MatchState, seat: Seat, to: number): boolean {
  return (
    position.turn === seat &&
    moves.slice(to).every((made) => made.seat === seat && made.turnIndex === position.turnIndex)
  );
}

function decideTakeBackAnswer(state: MatchState, seat: Seat, answer: 'agree' | 'decline'): Decision {
  const request = state.takeBack;
  if (request === null || request.agreed.includes(seat)) return refuse('no-offer');
  if (answer === 'decline') return success({ kind: 'take-back-declined', seat });
  const agrees = request.agreed.length + 1 === state.setup.players;
  return success(agrees ? { kind: 'taken-back', seat, to: request.to } : { kind: 'take-back-agreed', seat });
}

/** How a person left: `left` closed the page or navigated away, `broken` lost the connection. */
export const DEPARTURES = ['left', 'broken'] as const;
export type Departure = (typeof DEPARTURES)[number];

/** A person who is absent. */
export interface Absence {
  /** Milliseconds of the injected time. */
  readonly since: number;
  readonly how: Departure;
}

/** How long absence is tolerated, in milliseconds; `null` for without limit, because only the clock decides. */
export interface AbsencePolicy {
  /** After this time the others may claim that the player to move has left. */
  claim(terms: ClockTerms, how: Departure): number | null;
  /** After this time a match whose first turns are overdue is aborted. */
  lostGame(terms: ClockTerms): number | null;
}

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const LEAST = 15 * SECOND;
const MOST = 300 * SECOND;
/** A broken connection comes back more often than a person who left on purpose. */
const BROKEN = 3;
const LEAST_LOST = 90 * SECOND;

/** For a deliberate departure: a twentieth of the expected time of one player, from 15 seconds to 5 minutes. */
const waitByClock = (terms: Exclude<ClockTerms, { readonly system: 'none' | 'days' }>): number =>
  Math.min(MOST, Math.max(LEAST, (expectedSeconds(terms) * SECOND) / 20));

/** The default: longer for slower clocks, and longer for a broken connection than for a deliberate departure. */
export const DEFAULT_ABSENCE_POLICY: AbsencePolicy = {
  claim(terms, how) {
    if (terms.system === 'days') return null;
    const left = terms.system === 'none' ? HOUR : waitByClock(terms);
    return how === 'left' ? left : BROKEN * left;
  },
  lostGame(terms) {
    if (terms.system === 'days') return null;
    return terms.system === 'none' ? 24 * HOUR : Math.max(LEAST_LOST, 4 * waitByClock(terms));
  },
};

/** Moves after which a match counts: until then it is aborted, not claimed. */
export const FIRST_MOVES = 2;

/** What a claim depends on besides the absence. A match and its view both have it. */
export interface ClaimMoment {
  readonly players: number;
  readonly turn: Seat;
  readonly plies: number;
}

/** The seat whose absence `seat` could claim: the seat to move, unless both would lose together. `NOBODY` before two moves. */
export function claimTarget(game: Pick<Game, 'partners'>, moment: ClaimMoment, seat: Seat): Seat {
  const { players, turn, plies } = moment;
  if (turn === NOBODY || turn === seat || plies < FIRST_MOVES) return NOBODY;
  return game.partners(players, turn).includes(seat) ? NOBODY : turn;
}

export type Decision = Result<MatchEvent, MatchError>;

export const refuse = (name: MatchError['name'], detail?: string): Decision =>
  failure(detail === undefined ? { name } : { name, detail });

const isMoment = (at: number | undefined): at is number => Number.isSafeInteger(at);

const timedOut = ({ seat }: ClockState, at: number): Decision => success({ kind: 'timed-out', seat, at });

/** Whether the time was over when the seat to move did this, and its lag does not excuse it. */
function endsTooLate(clock: ClockState, event: MatchEvent): boolean {
  const { kind, at = clock.since } = event;
  if (kind === 'moved') return isTooLate(clock, at, event.lag ?? 0);
  return kind === 'vacation-began' && event.seat === clock.seat && isTooLate(clock, at, 0);
}

/** Why no seat can move now, independent of the turn. */
function refusalToMove(clock: ClockState | null): Decision | null {
  if (clock === null || isRunning(clock)) return null;
  return refuse(clock.paused ? 'paused' : 'not-started');
}

function decideVacation(
  clock: ClockState | null,
  { kind, seat }: Command & { readonly kind: 'begin-vacation' | 'end-vacation' },
): Decision {
  const own = clock?.seats[seat];
  if (clock === null || own === undefined) return refuse('no-clock');
  if (clock.paused) return refuse('paused');
  const begins = kind === 'begin-vacation';
  if (own.away === begins || (begins && own.vacation === 0)) return refuse('no-vacation');
  return success({ kind: begins ? 'vacation-began' : 'vacation-ended', seat });
}

/** No one loses: neither a player who never came, not even on time in their first turn, nor anyone when a match expires. */
function decideEnd(
  { end, moves }: MatchState,
  { kind, at, absent }: HostCommand & { readonly absent?: readonly Seat[] },
): Decision {
  if (end !== null) return refuse('match-over');
  if (!isMoment(at)) return refuse('bad-time', String(at));
  if (kind === 'break-off' && moves.length >= FIRST_MOVES) return refuse('too-late-to-abort');
  return success({ kind: 'aborted', seat: NOBODY, at, ...(absent !== undefined && { absent }) });
}

function decideRestart(
  clock: ClockState,
  { aliveAt, at, awaited }: HostCommand & { readonly kind: 'restart' },
): Decision {
  if (awaited !== undefined && !(isMoment(awaited.until) && awaited.until >= at))
    return refuse('bad-time', String(awaited.until));
  if (!isRunning(clock)) return refuse('not-running');
  return success({ kind: 'restarted', aliveAt, at, ...(awaited && { awaited }) });
}

function decideHost(state: MatchState, command: HostCommand): Decision {
  const { clock, end } = state;
  if (command.kind === 'break-off' || command.kind === 'expire') return decideEnd(state, command);
  if (clock === null) return refuse('no-clock');
  if (end !== null) return refuse('match-over');
  const { kind, at } = command;
  const servedUntil = kind === 'restart' ? command.aliveAt : at;
  if (!isMoment(at) || !isMoment(servedUntil) || servedUntil > at) return refuse('bad-time', String(at));
  if (isFlagged(clock, servedUntil)) return timedOut(clock, at);
  switch (kind) {
    case 'start':
      return clock.seat === NOBODY ? success({ kind: 'started', at }) : refuse('already-started');
    case 'flag':
      return refuse('not-fallen');
    case 'pause':
      return refusalToMove(clock) ?? success({ kind: 'paused', at });
    case 'resume':
      return clock.paused ? success({ kind: 'resumed', at }) : refuse('not-paused');
    case 'restart':
      return decideRestart(clock, command);
    case 'return':
      return isAwaited(clock, at) ? success({ kind: 'returned', at }) : refuse('not-absent');
  }
}
