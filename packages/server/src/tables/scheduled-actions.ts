import { makeRecord, NOBODY, type Seat, type Setup, shuffle, shuffleText } from '@tablier/core';
import {
  type Absence,
  decide,
  flagAt,
  isAwaited,
  type MatchEvent,
  type MatchState,
  type Patience,
} from '@tablier/match';
import { RETURN_GRACE } from '@tablier/protocol';
import { type Chance, sha256 } from '../lib/chance.ts';
import type { Span } from '../cluster/outages.ts';
import { isExpired, MOST_EVENTS } from './expiry.ts';
import { hasHardlyBegun, isFull, peopleSeats, phaseOf, type TableEvent, type TableState } from './table-state.ts';
import { dealFor } from './table-terms.ts';

/** How long the first clock waits for everybody to be there. Milliseconds. */
export const START_PATIENCE = 60_000;

export interface Around {
  readonly now: number;
  readonly chance: Chance;
  /** By seat: whether a line is open. */
  readonly here: readonly boolean[];
  /** A time in which the table was not served and that the running clock has not been spared. */
  readonly owed: Span | null;
  /** By seat: since when whoever sits there has been away. */
  readonly absences: readonly (Absence | null)[];
  readonly patience: Patience;
}

/**
 * What follows from a table's state and nobody has to ask for, one event at a time; `null` for nothing. What was left undone by a
 * crash is done when the table is next looked at.
 */
export function scheduledEventOf(state: TableState, around: Around): TableEvent | null {
  if (phaseOf(state) === 'waiting') return isFull(state) ? beginning(state, around.chance) : null;
  if (state.match === null || state.match.end !== null) return null;
  return (
    lengthDuty(state.match, around.now) ??
    outageCredit(state, around) ??
    returnDuty(state.match, around) ??
    lostGameDuty(state, state.match, around) ??
    clockDuty(state, state.match, around) ??
    botDuty(state, state.match, around.now)
  );
}

/** Ends a match whose log has become too long. */
const lengthDuty = (match: MatchState, now: number): TableEvent | null =>
  match.version < MOST_EVENTS ? null : expiryEvent(match, now);

function expiryEvent(match: MatchState, at: number): TableEvent | null {
  const decided = decide(match, { kind: 'expire', at });
  return decided.ok ? decided.value : null;
}

/** How a table ends at which nothing has happened for long; `null` where it does not. */
export function expiryOf(state: TableState, now: number): TableEvent | null {
  if (!isExpired(state, now)) return null;
  return state.match === null ? { kind: 'closed' } : expiryEvent(state.match, now);
}

function beginning({ head, game, chairs }: TableState, chance: Chance): TableEvent {
  const { deal, byChance } = dealFor({ head, game }, chance.rng);
  const seats = head.terms.seating === 'drawn' ? shuffle([...chairs], chance.rng) : chairs;
  return { kind: 'began', seats, deal, nonce: byChance ? chance.secret() : null };
}

/**
 * Nobody is charged for a time in which the table was not served, nor for what he takes to find back after it; a clock that had fallen
 * before then stays so.
 */
export function outageCredit(state: TableState, around: Pick<Around, 'owed' | 'here' | 'absences'>): MatchEvent | null {
  const { owed } = around;
  if (state.match === null || owed === null) return null;
  const seats = cutOff(state, around, owed);
  const awaited = seats.length === 0 ? {} : { awaited: { seats, until: owed.until + RETURN_GRACE } };
  const decided = decide(state.match, { kind: 'restart', aliveAt: owed.from, at: owed.until, ...awaited });
  return decided.ok ? decided.value : null;
}

/** The seats of those who are not there, and were as far as is known when the table was served last, or were awaited. */
function cutOff(state: TableState, { here, absences }: Pick<Around, 'here' | 'absences'>, { from }: Span): Seat[] {
  const awaited = state.match?.clock?.awaited ?? null;
  const waits = (seat: Seat): boolean => awaited !== null && from < awaited.until && awaited.seats.includes(seat);
  const wasThere = (seat: Seat): boolean => (absences[seat]?.since ?? from) >= from;
  return peopleSeats(state).filter((seat) => here[seat] !== true && (wasThere(seat) || waits(seat)));
}

/** Who was cut off looks at the table again: his clock runs on. */
function returnDuty(match: MatchState, { here, now }: Around): MatchEvent | null {
  if (match.clock === null || !isAwaited(match.clock, now) || here[match.clock.seat] !== true) return null;
  const decided = decide(match, { kind: 'return', at: now });
  return decided.ok ? decided.value : null;
}

/** Breaks off a match whose first turns are waited for in vain. */
function lostGameDuty(state: TableState, match: MatchState, around: Around): TableEvent | null {
  const lost = lostAt(state, around);
  if (lost === null || around.now < lost) return null;
  const decided = decide(match, { kind: 'break-off', at: around.now });
  return decided.ok ? decided.value : null;
}

/** When a match that has hardly begun is broken off, as who is to move is not there; `null` for never. */
export function lostAt(
  state: TableState,
  { absences, patience }: Pick<Around, 'absences' | 'patience'>,
): number | null {
  const absence = absences[state.match?.position.turn ?? NOBODY] ?? null;
  const patient = patience.lostGame(state.head.terms.clock);
  if (absence === null || patient === null || !hasHardlyBegun(state)) return null;
  return Math.max(absence.since, state.turnedAt) + patient;
}

/**
 * Starts the first clock when everybody is there, or has been waited for long enough and who moves first is there; lets it
 * fall.
 */
function clockDuty(state: TableState, match: MatchState, { now, here }: Around): TableEvent | null {
  if (match.clock === null) return null;
  const waits = match.clock.seat === NOBODY;
  const ready = peopleSeats(state).every((seat) => here[seat]) || isWaitedFor(state, match, { now, here });
  if (waits && !ready) return null;
  const decided = decide(match, { kind: waits ? 'start' : 'flag', at: now });
  return decided.ok ? decided.value : null;
}

function isWaitedFor(state: TableState, match: MatchState, { now, here }: Pick<Around, 'now' | 'here'>): boolean {
  const { turn } = match.position;
  const isThere = state.chairs[turn]?.kind !== 'person' || here[turn] === true;
  return now >= startBy(state) && (isThere || state.head.terms.clock.system === 'days');
}

/** From when on the first clock waits for nobody else; where a turn takes days, it waits for nobody at all. */
const startBy = ({ head, turnedAt }: TableState): number =>
  head.terms.clock.system === 'days' ? turnedAt : turnedAt + START_PATIENCE;

/** When a clock is to be looked at next; `null` where it need not be. */
export function clockMoment(state: TableState, now: number): number | null {
  const clock = state.match?.clock ?? null;
  if (clock === null) return null;
  if (clock.seat !== NOBODY) return flagAt(clock);
  // Later than that it waits for somebody to come, not for a moment.
  return startBy(state) > now ? startBy(state) : null;
}

/** Bots agree to take back and do not agree to draws. */
function botDuty({ chairs }: TableState, match: MatchState, at: number): TableEvent | null {
  for (const [seat, { kind }] of chairs.entries()) {
    if (kind !== 'bot') continue;
    const takesBack = match.takeBack !== null && !match.takeBack.agreed.includes(seat);
    const draws = match.drawAgreed.length > 0 && !match.drawAgreed.includes(seat);
    if (!takesBack && !draws) continue;
    const answer = takesBack ? 'answer-take-back' : 'answer-draw';
    const decided = decide(match, { kind: answer, seat, accept: takesBack, at });
    if (decided.ok) return decided.value;
  }
  return null;
}

/** The bot that is to move; -1 for none. */
export function botToMove({ chairs, match }: TableState): number {
  if (match === null || match.end !== null) return -1;
  const { turn } = match.position;
  const untimed = match.clock === null || match.clock.seat !== NOBODY;
  return untimed && chairs[turn]?.kind === 'bot' ? turn : -1;
}

/** A match keeps its setup from beginning to end, and every view shows the hash. */
const HASHES = new WeakMap<Setup, string>();

/** The hash of what chance dealt; `null` where it dealt nothing. */
export function shuffleHash({ match, nonce, game }: TableState): string | null {
  if (match === null || nonce === null) return null;
  const { setup } = match;
  const hash = HASHES.get(setup) ?? sha256(shuffleText(makeRecord(game, setup, []), nonce));
  HASHES.set(setup, hash);
  return hash;
}
