import { completeOptions, type Game, strengthOf } from '@tablier/core';
import { ratingPaceOf } from '@tablier/protocol';
import type { MatchState } from '@tablier/match';
import type { RatedResult, RatedSeat, RatingKind } from '@tablier/store';
import { levelRating } from '../../ratings/level-ratings.ts';
import { type Chair, DELETED, type TableHead, type TableState } from './table-state.ts';

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
