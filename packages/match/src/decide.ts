import { isLegal, type Move, NOBODY, type Seat, success } from '@tablier/core';
import {
  claimTarget,
  decideHost,
  decideVacation,
  type Decision,
  endsTooLate,
  FIRST_MOVES,
  isMoment,
  refusalToMove,
  refuse,
  timedOut,
} from './decide-clock.ts';
import { type ClockState, isFlagged, wholeLag } from './clock/clock.ts';
import type { Command, HostCommand } from './messages.ts';
import type { MatchState, TakeBackPolicy } from './state.ts';

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
      return decideMove(state, seat, command.move);
    case 'peek':
      return decidePeek(state, seat, command.peek);
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

function decideMove(state: MatchState, seat: Seat, text: string): Decision {
  const { game, position } = state;
  if (position.turn !== seat) return refuse('not-your-turn');
  const untimely = refusalToMove(state.clock);
  if (untimely !== null) return untimely;
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
  if (position.turn !== seat) return refuse('not-your-turn');
  const untimely = refusalToMove(state.clock);
  if (untimely !== null) return untimely;
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
export function hasRevealedSince({ moves, peeks }: MatchState, to: number): boolean {
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
