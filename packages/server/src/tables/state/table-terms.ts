import { type ClockTerms, type MatchState, completeClockTerms } from '@tablier/match';
import type { StreamStatus, RatedResult, RatedSeat, RatingKind } from '@tablier/store';
import { phaseOf, type TableHead, type TableState, type Chair, DELETED, seatedAs } from './table-state.ts';
import {
  completeOptions,
  type Game,
  strengthOf,
  aliasOf,
  failure,
  type Level,
  type LevelAlias,
  makeSetup,
  placedAt,
  type Result,
  type Rng,
  success,
} from '@tablier/core';
import { ratingPaceOf, type CommandError, type Pace, PACES, PAIR, type TableTerms } from '@tablier/protocol';
import { levelRating } from '../../ratings/profiles.ts';
import { findGame } from '@tablier/games';
import { isDeeperThan } from '../../http/request.ts';
import type { Person } from '../../accounts/people.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A table without a match closes after this time without an event. Milliseconds. */
export const WAITING_EXPIRY = 7 * DAY;
/** A match without a running clock ends after this time without an event. Milliseconds. */
export const MATCH_EXPIRY = 30 * DAY;
/** The same for a match of one person against bots. Milliseconds. */
export const BOT_MATCH_EXPIRY = 3 * DAY;
/** A table closed before a match is erased with its chat after this time. Milliseconds. */
export const CLOSED_LIFE = 30 * DAY;
/** How long an offer of a rematch stands in a game with a running clock: as long as people wait. Milliseconds. */
const QUICK_REMATCH = 10 * 60_000;
/** A match with this many events ends. Real games stay far below. */
export const MAX_EVENTS = 10_000;

/** How long an offer of a rematch stands: as long as a turn of days, or as an invitation. Milliseconds. */
export function rematchTerm(clock: ClockTerms): number {
  if (clock.system === 'none') return WAITING_EXPIRY;
  return clock.system === 'days' ? clock.days * DAY : QUICK_REMATCH;
}

/** The expiry time of a table, from its head alone, without reading its log. Milliseconds. */
export function expiryByHead(status: StreamStatus, { chairs }: Pick<TableHead, 'chairs'>): number {
  if (status === 'open') return WAITING_EXPIRY;
  return chairs.filter(({ kind }) => kind !== 'bot').length > 1 ? MATCH_EXPIRY : BOT_MATCH_EXPIRY;
}

/** The shortest expiry time of any table. Milliseconds. */
export const EARLIEST_EXPIRY: number = Math.min(WAITING_EXPIRY, MATCH_EXPIRY, BOT_MATCH_EXPIRY);

/** Whether a table has been idle long enough to end. While a clock runs, only the clock ends a match. */
export function isExpired(state: TableState, now: number): boolean {
  const idle = now - state.touchedAt;
  const phase = phaseOf(state);
  if (phase === 'waiting') return state.head.pace === undefined && idle >= WAITING_EXPIRY;
  if (phase !== 'playing' || state.match === null) return false;
  const { clock } = state.match;
  const isClockRunning = clock !== null && clock.seat >= 0 && !clock.paused;
  return !isClockRunning && idle >= expiryByHead('running', state);
}

/** Whether a table can be opened as rated: see docs/ratings.md. */
export function canBeRated({ terms, chairs, host }: TableHead, game: Game): boolean {
  const isStandard = terms.visibility !== 'link' && terms.seating === 'drawn' && terms.deal === undefined;
  const isOpen = chairs.every((chair) => chair.kind !== 'open' || chair.link !== true);
  const opener = chairs.find((chair) => chair.kind === 'person' && chair.person === host);
  const isPersons = opener === undefined || isForPeople(opener);
  const isFair = isPersons ? chairs.every(({ kind }) => kind !== 'bot') : isOnLadder(opener);
  return isStandard && isOpen && isFair && hasDefaults(terms.options, game);
}

export function hasDefaults(options: TableHead['terms']['options'], game: Game): boolean {
  const defaults = completeOptions(game.options, {});
  return defaults.ok && Object.entries(defaults.value).every(([name, value]) => options[name] === value);
}

/** Guests, bots, programs, and people of whom it is unknown whether they are guests are not rated. */
const isForPeople = (chair: Chair): boolean =>
  chair.kind === 'person' ? chair.guest === false && chair.program !== true : chair.kind !== 'bot';

/** Programs with accounts of their own are rated among themselves and the levels of the bots. */
const isOnLadder = (chair: Chair): boolean => chair.kind !== 'person' || chair.ladder === true;

/** Whether a table is one of a program that is rated on the ladder of programs. */
export const isOfLadder = ({ head, chairs }: Pick<TableState, 'head' | 'chairs'>): boolean =>
  chairs.some((chair) => chair.kind === 'person' && chair.person === head.host && isOnLadder(chair));

export const isRated = ({ head, chairs }: TableState): boolean =>
  head.terms.rated === true && (chairs.every(isForPeople) || chairs.every(isOnLadder));

export const ratingKindOf = ({ terms }: Pick<TableHead, 'terms'>): RatingKind => ({
  game: terms.game,
  pace: ratingPaceOf(terms.clock),
});

/** A match that does not end by the rules is rated only after so many moves of each player: giving up at once gives no points away. */
const MIN_MOVES_EACH = 5;
/** The most matches of two people that are rated within a day. */
const MAX_PER_DAY = 5;

export function isTooShort(match: MatchState | null): boolean {
  if (match === null || match.end === null) return false;
  if (match.end.by === 'rules' || match.end.by === 'abort') return false;
  return match.moves.length < match.setup.players * MIN_MOVES_EACH;
}

/** `null` if it is not rated: aborted, too short, or with a deleted player. `record`: its id in the archive. */
export function ratedResultOf(state: TableState, record: string): RatedResult | null {
  const { id, head, match, chairs, turnedAt } = state;
  if (match === null || match.end === null || !isRated(state)) return null;
  const { end, setup } = match;
  if (end.by === 'abort' || isTooShort(match)) return null;
  const seats = chairs.flatMap((chair, seat): RatedSeat[] => {
    const side = Math.min(...match.game.partners(setup.players, seat));
    const own = { side, place: end.places[seat] ?? setup.players };
    if (chair.kind === 'bot') {
      const level = strengthOf(chair);
      return [{ ...own, account: null, level, fixed: levelRating(match.game.id, level) }];
    }
    return chair.kind !== 'person' || chair.person === DELETED ? [] : [{ ...own, account: chair.person }];
  });
  if (seats.length < setup.players) return null;
  const limits = chairs.every(isForPeople) ? { mostPerDay: MAX_PER_DAY } : {};
  return { ...ratingKindOf(head), match: id, at: turnedAt, record, ...limits, seats };
}

const MAX_DEPTH = 16;

export type WantedGuest = Extract<
  TableTerms['chairs'][number],
  { readonly invite: unknown } | { readonly username: unknown }
>;

export type Guests = (chair: WantedGuest) => Person | null;

export function checkTerms(terms: TableTerms, host: Person, guests: Guests): Result<TableHead, CommandError<'open'>> {
  const { chairs, deal, ...rest } = terms;
  const game = findGame(terms.game);
  if (game === undefined) return failure({ name: 'unknown-game', detail: terms.game });
  if (chairs.filter((chair) => chair === 'me').length !== (terms.sofa === true ? 0 : 1) || !isSofaOrNone(terms))
    return failure({ name: 'bad-seats' });
  if (!game.players.includes(chairs.length)) return failure({ name: 'bad-players', detail: String(chairs.length) });
  const options = completeOptions(game.options, terms.options);
  if (!options.ok) return options;
  const clock = completeClockTerms(terms.clock);
  if (!clock.ok) return clock;
  const checked = { ...rest, options: options.value, clock: clock.value };
  const occupants = chairs.map((chair) => occupantOf(chair, host, guests));
  const seated = occupants.filter((occupant) => occupant !== null);
  if (seated.length < occupants.length) return failure({ name: 'not-invited' });
  if (hasTwice(seated)) return failure({ name: 'already-seated' });
  const head: TableHead = {
    kind: 'table',
    rules: game.rulesVersion,
    terms: checked,
    host: host.id,
    chairs: seated,
    rematchOf: null,
  };
  if (terms.rated === true && !canBeRated(head, game)) return failure({ name: 'cannot-be-rated' });
  const takesDeal = game.deals.byPerson(options.value);
  if (deal === undefined) return takesDeal ? failure({ name: 'bad-deal', detail: 'missing' }) : success(head);
  if (isDeeperThan(deal, MAX_DEPTH)) return failure({ name: 'bad-deal', detail: 'nested too deeply' });
  if (game.secrets.hides(options.value)) return failure({ name: 'deal-not-allowed' });
  const parsed = game.deals.parse(options.value, chairs.length, deal);
  if (!parsed.ok) return failure({ name: 'bad-deal', detail: parsed.error });
  // A match on the server begins where the rules begin: its ratings and openings count.
  if (!takesDeal || placedAt(parsed.value) !== null) return failure({ name: 'deal-not-allowed' });
  return success({ ...head, terms: { ...checked, deal: parsed.value } });
}

/** A table with a shared screen is for those who see it: it is not listed, and a chair is the seat that its code names. */
function isSofaOrNone({ sofa, visibility, seating, chairs, rated }: TableTerms): boolean {
  if (sofa !== true) return true;
  const isForAll = chairs.every((chair) => chair === 'link' || (typeof chair !== 'string' && 'bot' in chair));
  return visibility === 'link' && seating === 'chosen' && rated !== true && isForAll && chairs.includes('link');
}

function occupantOf(chair: TableTerms['chairs'][number], host: Person, guests: Guests): Chair | null {
  if (chair === 'me') return seatedAs(host);
  if (chair === 'open') return { kind: 'open' };
  if (chair === 'link') return { kind: 'open', link: true };
  if ('bot' in chair) return botChair(chair.bot, chair.strength);
  const guest = guests(chair);
  return guest && { kind: 'invited', person: guest.id, name: guest.name };
}

/** A level is stored with the nearest earlier name, for clients and servers that know only those. */
const botChair = (level: LevelAlias, strength: Level | undefined): Chair =>
  strength === undefined ? { kind: 'bot', level } : { kind: 'bot', level: aliasOf(strength), strength };

function hasTwice(occupants: readonly Chair[]): boolean {
  const people = occupants.flatMap((occupant) => ('person' in occupant ? [occupant.person] : []));
  return new Set(people).size < people.length;
}

/** A table on which `host` waits for an opponent with the same wish. */
export function seekTerms(wanted: SeekTerms, host: Person): Result<TableHead, CommandError<'seek'>> {
  if (host.program === true) return failure({ name: 'no-programs' });
  const terms: TableTerms = {
    game: wanted.game,
    options: {},
    clock: PACES[wanted.pace],
    takeBack: 'asked',
    visibility: 'open',
    seating: 'drawn',
    ...(host.guest === false && { rated: true }),
    chairs: ['me', ...Array.from({ length: PAIR - 1 }, () => 'open' as const)],
  };
  const head = checkTerms(terms, host, () => null);
  // The terms are our own: only the game can be wrong.
  if (!head.ok) return failure(head.error as CommandError<'seek'>);
  return success({ ...head.value, terms: { ...head.value.terms, visibility: 'pairing' }, pace: wanted.pace });
}

export interface SeekTerms {
  readonly game: string;
  readonly pace: Pace;
}

export function dealFor(
  { head: { terms, chairs }, game }: Pick<TableState, 'head' | 'game'>,
  rng: Rng,
): { readonly deal: unknown; readonly byChance: boolean } {
  if (terms.deal !== undefined) return { deal: terms.deal, byChance: false };
  const deal = game.deals.draw(terms.options, chairs.length, rng);
  const setup = makeSetup(game, { options: terms.options, players: chairs.length, deal });
  if (!setup.ok) throw new Error(`${terms.game} dealt what it does not accept: ${setup.error.detail}`);
  return { deal: setup.value.deal, byChance: deal !== null };
}
