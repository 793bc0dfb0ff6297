import { completeOptions, failure, type Game, type Options, type Result, success } from '@tablier/core';
import { findGame } from '@tablier/games';
import { completeClockTerms } from '@tablier/match';
import {
  isZone,
  MAX_ENTRANTS,
  MAX_ROBIN_ENTRANTS,
  MAX_TOURNAMENT_NAME,
  parseLine,
  tournamentTerms,
  type TournamentStart,
  type TournamentTerms,
  offsetOf,
} from '@tablier/protocol';
import type { StoredTournament } from '@tablier/store';
import { hasDefaults } from '../tables/state/table-terms.ts';

const DAY = 86_400_000;

/** The default break between two rounds of games with running clocks. Seconds. */
const BREAK_SECONDS = 30;
/** A start may be announced this long before. Milliseconds. */
const LONGEST_NOTICE = 366 * 86_400_000;

/** Checked terms with all defaults filled in. Stored as JSON. */
export interface StoredTerms extends Omit<TournamentTerms, 'breakSeconds' | 'options'> {
  readonly options: Options;
  readonly breakSeconds: number;
}

/** `detail` names the field. */
type TermsError = { readonly name: 'bad-tournament'; readonly detail: string };

const bad = (detail: string) => failure<TermsError>({ name: 'bad-tournament', detail });

export function checkTournament(terms: TournamentTerms, now: number): Result<StoredTerms, TermsError> {
  const name = parseLine(terms.name, MAX_TOURNAMENT_NAME);
  if (name === null) return bad('name');
  const game = findGame(terms.game);
  if (game === undefined) return bad('game');
  if (!game.players.includes(terms.seats)) return bad('seats');
  const options = completeOptions(game.options, terms.options);
  if (!options.ok) return bad('options');
  // A person would have to make the deal of every game.
  if (game.deals.byPerson(options.value)) return bad('options');
  const clock = completeClockTerms(terms.clock);
  if (!clock.ok || clock.value.system === 'none') return bad('clock');
  const misfit = misfitOf(terms, now) ?? (terms.rated ? ratedMisfit(terms, options.value, game) : null);
  if (misfit !== null) return bad(misfit);
  const breakSeconds = terms.breakSeconds ?? (clock.value.system === 'days' ? 0 : BREAK_SECONDS);
  return success({ ...terms, name, options: options.value, clock: clock.value, breakSeconds });
}

function misfitOf(
  { kind, rounds, minutes, startsAt, timeZone, clock, club, repeatDays }: TournamentTerms,
  now: number,
): string | null {
  if ((kind === 'swiss') !== (rounds !== undefined)) return 'rounds';
  if ((kind === 'arena') !== (minutes !== undefined)) return 'minutes';
  if (kind === 'arena' && clock.system === 'days') return 'clock';
  if (repeatDays !== undefined && (club === undefined || startsAt === undefined || clock.system === 'days'))
    return 'repeatDays';
  return startMisfit(startsAt ?? null, timeZone, now);
}

/** The same day of a later week, at the same hour of the clock on the wall. The first one that is still to come; `null` for no repetition. */
export function nextStart({ startsAt, timeZone = 'UTC', repeatDays }: StoredTerms, now: number): number | null {
  if (startsAt === undefined || repeatDays === undefined || !isZone(timeZone)) return null;
  const period = repeatDays * DAY;
  const first = Math.max(1, Math.floor((now - startsAt) / period));
  const starts = [first, first + 1, first + 2].map((count) => {
    const at = startsAt + count * period;
    return at + offsetOf(startsAt, timeZone) - offsetOf(at, timeZone);
  });
  return starts.find((at) => at > now) ?? null;
}

function startMisfit(startsAt: number | null, timeZone: string | undefined, now: number) {
  if (startsAt !== null && (startsAt < now || startsAt > now + LONGEST_NOTICE)) return 'startsAt';
  return timeZone === undefined || isZone(timeZone) ? null : 'timeZone';
}

export function restarted(
  tournament: Pick<StoredTournament, 'terms'>,
  { startsAt, timeZone }: TournamentStart,
  now: number,
): Result<StoredTerms, TermsError> {
  const misfit = startMisfit(startsAt, timeZone, now);
  if (misfit !== null) return bad(misfit);
  const { startsAt: _at, timeZone: _zone, ...rest } = termsOf(tournament);
  return success({ ...rest, ...(startsAt !== null && { startsAt }), ...(timeZone !== undefined && { timeZone }) });
}

const ratedMisfit = ({ visibility }: TournamentTerms, options: Options, game: Game): string | null =>
  visibility === 'open' && hasDefaults(options, game) ? null : 'rated';

/** Whether stored terms can be read: a row of a later version, or a damaged one, must not hide the others of a list. */
export const hasTerms = ({ terms }: Pick<StoredTournament, 'terms'>): boolean =>
  tournamentTerms.safeParse(terms).success;

export function termsOf({ terms }: Pick<StoredTournament, 'terms'>): StoredTerms {
  const read = tournamentTerms.parse(terms);
  return { ...read, breakSeconds: read.breakSeconds ?? BREAK_SECONDS };
}

export const mostEntrants = ({ kind }: Pick<TournamentTerms, 'kind'>): number =>
  kind === 'round-robin' ? MAX_ROBIN_ENTRANTS : MAX_ENTRANTS;
