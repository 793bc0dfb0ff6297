import { failure, type Result, success } from '@tablier/core';
import { findGame } from '@tablier/games';
import { MAX_OPENING, type SearchQuery } from '@tablier/protocol';
import type { FinishedFilter, FinishedPlace, Store } from '@tablier/store';
import { parseUsername } from '../accounts/usernames.ts';

const DAY = 86_400_000;

/** What a search finds, without the place of a page. */
export type SearchFilter = Omit<FinishedFilter, 'limit' | 'before'>;

interface SearchDeps {
  readonly store: Pick<Store, 'ratings'>;
  /** The account of the caller; `null` if they have none. */
  readonly caller: string | null;
}

/**
 * The filter for a query. The error is the name of the wrong parameter. `null`: nothing can be found, because a game or a person does not
 * exist or does not show their games; the answer is the same in all these cases.
 */
export async function filterOf(
  query: SearchQuery,
  { store, caller }: SearchDeps,
): Promise<Result<SearchFilter | null, string>> {
  const { game, pace, result, from, until } = query;
  const [since, before] = [momentOf(from), momentOf(until)];
  if (Number.isNaN(since)) return failure('from');
  if (Number.isNaN(before)) return failure('until');
  const opening = query.opening?.trim().split(/\s+/);
  if (opening !== undefined && (game === undefined || !isOpening(opening))) return failure('opening');
  if (query.mine !== undefined && query.player !== undefined) return failure('player');
  const isOfOne = query.mine !== undefined || query.player !== undefined;
  if (query.opponent !== undefined && !isOfOne) return failure('opponent');
  if (game !== undefined && findGame(game) === undefined) return success(null);
  const player = query.player === undefined ? caller : await shownAccount(query.player, store);
  const opponent = query.opponent === undefined ? undefined : await shownAccount(query.opponent, store);
  if ((isOfOne && player === null) || opponent === null) return success(null);
  return success({
    ...(isOfOne && player !== null && { player: { account: player, isOwn: query.mine !== undefined } }),
    ...(game !== undefined && { game }),
    ...(pace !== undefined && { pace }),
    ...(opponent !== undefined && { opponent }),
    ...(result !== undefined && { result }),
    ...(since !== undefined && { from: since }),
    ...(before !== undefined && { until: before + DAY }),
    ...(opening !== undefined && { opening }),
  });
}

/** Whether these can be moves. PostgreSQL refuses texts with a zero byte. */
const isOpening = (moves: readonly string[]): boolean =>
  moves.length <= MAX_OPENING && moves.every((move) => /^[\x21-\x7e]+$/.test(move));

/** The account with a username that shows its games. */
async function shownAccount(name: string, store: Pick<Store, 'ratings'>): Promise<string | null> {
  const username = parseUsername(name);
  const found = username === null ? null : await store.ratings.byUsername(username);
  return found?.shows.games === true ? found.account : null;
}

/** The beginning of a day; `NaN` for one that does not exist. */
const momentOf = (day: string | undefined): number | undefined => {
  if (day === undefined) return undefined;
  const at = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== day ? Number.NaN : at;
};

export const formatPlace = ({ endedAt, seq }: FinishedPlace): string => `${endedAt}.${seq}`;

export function parsePlace(text: string): FinishedPlace {
  const [endedAt = 0, seq = 0] = text.split('.').map(Number);
  return { endedAt, seq };
}
