import { makeRecord, NOBODY, type Seat, type Setup, shuffle, shuffleText } from '@tablier/core';
import {
  type Absence,
  decide,
  flagAt,
  isAwaited,
  type MatchEvent,
  type MatchState,
  type AbsencePolicy,
} from '@tablier/match';
import { RETURN_GRACE } from '@tablier/protocol';
import { known } from '../../lib/caches.ts';
import { type Chance, sha256 } from '../../lib/context.ts';
import type { Span } from '../../cluster/node.ts';
import { isExpired, MAX_EVENTS, dealFor } from '../state/table-terms.ts';
import {
  hasHardlyBegun,
  isFull,
  peopleSeats,
  phaseOf,
  type TableEvent,
  type TableState,
} from '../state/table-state.ts';

/** How long the first clock waits for all players to be present. Milliseconds. */
export const START_WAIT = 60_000;

export interface ActionContext {
  readonly now: number;
  readonly chance: Chance;
  readonly here: readonly boolean[];
  readonly owed: Span | null;
  readonly absences: readonly (Absence | null)[];
  readonly absencePolicy: AbsencePolicy;
}

/** The next event without a command. What a crash prevented is done when the table is next loaded. */
export function scheduledEventOf(state: TableState, context: ActionContext): TableEvent | null {
  if (phaseOf(state) === 'waiting') return isFull(state) ? beginEvent(state, context.chance) : null;
  if (state.match === null || state.match.end !== null) return null;
  return (
    endAtMaxLength(state.match, context.now) ??
    outageCredit(state, context) ??
    returnEvent(state.match, context) ??
    breakOffEvent(state, state.match, context) ??
    clockEvent(state, state.match, context) ??
    botAnswer(state, state.match, context.now)
  );
}

const endAtMaxLength = (match: MatchState, now: number): TableEvent | null =>
  match.version < MAX_EVENTS ? null : eventOf(match, { kind: 'expire', at: now });

/** What follows from a command of the server; `null` if the match refuses it. */
function eventOf(match: MatchState, command: Parameters<typeof decide>[1]): MatchEvent | null {
  const decided = decide(match, command);
  return decided.ok ? decided.value : null;
}

export function expiryOf(state: TableState, now: number): TableEvent | null {
  if (!isExpired(state, now)) return null;
  return state.match === null ? { kind: 'closed' } : eventOf(state.match, { kind: 'expire', at: now });
}

function beginEvent({ head, game, chairs }: TableState, chance: Chance): TableEvent {
  const { deal, byChance } = dealFor({ head, game }, chance.rng);
  const seats = head.terms.seating === 'drawn' ? shuffle([...chairs], chance.rng) : chairs;
  return { kind: 'began', seats, deal, nonce: byChance ? chance.secret() : null };
}

/** Credits an outage, and the time to reconnect after it. A clock that had run out before stays so. */
export function outageCredit(
  state: TableState,
  context: Pick<ActionContext, 'owed' | 'here' | 'absences'>,
): MatchEvent | null {
  const { owed } = context;
  if (state.match === null || owed === null) return null;
  const seats = cutOff(state, context, owed);
  const awaited = seats.length === 0 ? {} : { awaited: { seats, until: owed.until + RETURN_GRACE } };
  return eventOf(state.match, { kind: 'restart', aliveAt: owed.from, at: owed.until, ...awaited });
}

/** Absent players who were present when the table was last served, or were still awaited. */
function cutOff(
  state: TableState,
  { here, absences }: Pick<ActionContext, 'here' | 'absences'>,
  { from }: Span,
): Seat[] {
  const awaited = state.match?.clock?.awaited ?? null;
  const waits = (seat: Seat): boolean => awaited !== null && from < awaited.until && awaited.seats.includes(seat);
  const wasThere = (seat: Seat): boolean => (absences[seat]?.since ?? from) >= from;
  return peopleSeats(state).filter((seat) => here[seat] !== true && (wasThere(seat) || waits(seat)));
}

function returnEvent(match: MatchState, { here, now }: ActionContext): MatchEvent | null {
  if (match.clock === null || !isAwaited(match.clock, now) || here[match.clock.seat] !== true) return null;
  return eventOf(match, { kind: 'return', at: now });
}

function breakOffEvent(state: TableState, match: MatchState, context: ActionContext): TableEvent | null {
  const lost = lostAt(state, context);
  if (lost === null || context.now < lost) return null;
  const absent = peopleSeats(state).filter((seat) => context.absences[seat] !== null);
  return eventOf(match, { kind: 'break-off', at: context.now, absent });
}

/** When a match in its first turns is broken off because the player to move is absent; `null` for never. */
export function lostAt(
  state: TableState,
  { absences, absencePolicy }: Pick<ActionContext, 'absences' | 'absencePolicy'>,
): number | null {
  const absence = absences[state.match?.position.turn ?? NOBODY] ?? null;
  const patient = absencePolicy.lostGame(state.head.terms.clock);
  if (absence === null || patient === null || !hasHardlyBegun(state)) return null;
  return Math.max(absence.since, state.turnedAt) + patient;
}

function clockEvent(state: TableState, match: MatchState, { now, here }: ActionContext): TableEvent | null {
  if (match.clock === null) return null;
  const waits = match.clock.seat === NOBODY;
  if (!waits && (flagAt(match.clock) ?? Infinity) > now) return null;
  const ready = peopleSeats(state).every((seat) => here[seat]) || isWaitOver(state, match, { now, here });
  return waits && !ready ? null : eventOf(match, { kind: waits ? 'start' : 'flag', at: now });
}

function isWaitOver(state: TableState, match: MatchState, { now, here }: Pick<ActionContext, 'now' | 'here'>): boolean {
  const { turn } = match.position;
  const isThere = state.chairs[turn]?.kind !== 'person' || here[turn] === true;
  return now >= startBy(state) && (isThere || state.head.terms.clock.system === 'days');
}

/** When the first clock stops waiting for absent players. With days per turn it does not wait at all. */
const startBy = ({ head, turnedAt }: TableState): number =>
  head.terms.clock.system === 'days' ? turnedAt : turnedAt + START_WAIT;

export function clockMoment(state: TableState, now: number): number | null {
  const clock = state.match?.clock ?? null;
  if (clock === null) return null;
  if (clock.seat !== NOBODY) return flagAt(clock);
  // After that, the clock waits for a player, not for a moment.
  return startBy(state) > now ? startBy(state) : null;
}

/** Bots agree to take back and do not agree to draws. */
function botAnswer({ chairs }: TableState, match: MatchState, at: number): TableEvent | null {
  for (const [seat, { kind }] of chairs.entries()) {
    if (kind !== 'bot') continue;
    const takesBack = match.takeBack !== null && !match.takeBack.agreed.includes(seat);
    const draws = match.drawAgreed.length > 0 && !match.drawAgreed.includes(seat);
    if (!takesBack && !draws) continue;
    const answer = takesBack ? 'answer-take-back' : 'answer-draw';
    const event = eventOf(match, { kind: answer, seat, accept: takesBack, at });
    if (event !== null) return event;
  }
  return null;
}

export function botToMove({ chairs, match }: TableState): number {
  if (match === null || match.end !== null) return -1;
  const { turn } = match.position;
  const untimed = match.clock === null || match.clock.seat !== NOBODY;
  return untimed && chairs[turn]?.kind === 'bot' ? turn : -1;
}

/** A match keeps its setup, and every view shows the hash, so it is computed once. */
const HASHES = new WeakMap<Setup, string>();

/** The hash of the random deal; `null` if nothing was dealt at random. */
export function shuffleHash({ match, nonce, game }: TableState): string | null {
  if (match === null || nonce === null) return null;
  const { setup } = match;
  return known(HASHES, setup, () => sha256(shuffleText(makeRecord(game, setup, []), nonce)));
}
