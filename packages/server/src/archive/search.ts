import {
  ENDINGS,
  failure,
  type Game,
  type Openings,
  OpeningTally,
  type Result,
  type StoredRecord,
  success,
} from '@tablier/core';
import {
  ENOUGH_VOTES,
  type FoundGame,
  type GameStatistics,
  MAX_OPENING,
  type SearchAnswer,
  type SearchQuery,
} from '@tablier/protocol';
import {
  type FinishedFilter,
  type FinishedPlace,
  type FoundGame as StoredGame,
  type Store,
  StoreUnavailable,
} from '@tablier/store';
import { isPace, publicUsername } from '../ratings/profiles.ts';
import { findGame } from '@tablier/games';
import { parseUsername } from '../accounts/passwords.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Slices } from '../lib/tasks.ts';
import { FreshCache } from '../lib/caches.ts';

/** The most records in one file, and the most pages that are searched for them. */
const MAX_RECORDS = 1000;
const MAX_PAGES = 40;
const PAGE = 100;

const NOTHING = { games: [], next: null };

export async function searchPage(
  filter: SearchFilter | null,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
  store: Pick<Store, 'finished'>,
): Promise<SearchAnswer> {
  const place = before === undefined ? {} : { before: parsePlace(before) };
  const found = filter === null ? NOTHING : await store.finished.search({ ...filter, ...place, limit });
  return { games: foundGamesOf(found.games), next: found.next === null ? null : formatPlace(found.next) };
}

/** The records that a search finds, each once, without damaged ones. Yields to other work after each page, even an empty one. */
async function* recordsOf(
  filter: SearchFilter,
  store: Pick<Store, 'finished' | 'find'>,
  onUnreadable: (error: unknown) => void = () => undefined,
): AsyncGenerator<StoredRecord> {
  const unlessOutage = (error: unknown): undefined => {
    if (error instanceof StoreUnavailable) throw error;
    onUnreadable(error);
  };
  const sent = new Set<string>();
  const slices = new Slices();
  let before: FinishedPlace | null | undefined;
  for (let page = 0; page < MAX_PAGES && before !== null; page++) {
    const { games, next } = await store.finished.search({ ...filter, limit: PAGE, ...(before && { before }) });
    for (const { record } of games) {
      await slices.pause();
      if (sent.has(record)) continue;
      const game = await store.find(record).catch(unlessOutage);
      if (game !== undefined) yield game.record;
      if (sent.add(record).size === MAX_RECORDS) return;
    }
    before = next;
    await nextTurn();
  }
}

/** The same, one per line. */
export async function* linesOf(...search: Parameters<typeof recordsOf>): AsyncGenerator<string> {
  for await (const record of recordsOf(...search)) yield `${JSON.stringify(record)}\n`;
}

interface StatisticsDeps {
  readonly store: Pick<Store, 'finished' | 'gauges' | 'running'>;
  readonly now: () => number;
}

/** The statistics of a game are read again after this time. Seconds. */
export const STATISTICS_FRESH = 10;
const MAX_GAMES = 100;
const RESULTS = 8;

export function createStatistics({ store, now }: StatisticsDeps): (game: string) => Promise<GameStatistics> {
  const cache = new FreshCache<GameStatistics>({ freshMs: STATISTICS_FRESH * 1000, most: MAX_GAMES, now });
  return (game) => cache.get(game, () => statisticsOf(game, store));
}

async function statisticsOf(game: string, store: StatisticsDeps['store']): Promise<GameStatistics> {
  const [tally, running, { games }, { votes, means }] = await Promise.all([
    store.finished.tally(game),
    store.running(),
    store.finished.search({ game, limit: RESULTS }),
    store.gauges.tally(game),
  ]);
  const gauges = votes < ENOUGH_VOTES ? null : means;
  return { ...tally, playing: running.get(game) ?? 0, gauges, results: foundGamesOf(games) };
}

/** The first turns of a game are counted again after this time. Seconds. */
export const OPENINGS_FRESH = 600;
const COUNTED = 500;

/** The first turns of the newest public games. They are counted once for all who ask. */
export function createOpenings({ store, now }: { readonly store: Pick<Store, 'finished' | 'find'>; now(): number }) {
  const cache = new FreshCache<Openings>({ freshMs: OPENINGS_FRESH * 1000, most: MAX_GAMES, now });
  return (game: Game): Promise<Openings> => cache.get(game.id, () => openingsOf(game, store));
}

async function openingsOf(game: Game, store: Pick<Store, 'finished' | 'find'>): Promise<Openings> {
  const tally = new OpeningTally(game);
  let left = COUNTED;
  for await (const record of recordsOf({ game: game.id }, store)) {
    tally.add(record);
    if (--left === 0) break;
  }
  return tally.result();
}

/** Games of the store as everyone may see them. A game of an unknown pace or ending, which no version of this server writes, is left out. */
export const foundGamesOf = (games: readonly StoredGame[]): FoundGame[] =>
  games.flatMap(({ seq: _, record: id, endedAt: at, endedBy, pace, seats, ...game }) => {
    const ended = ENDINGS.find((ending) => ending === endedBy);
    if (!isPace(pace) || ended === undefined) return [];
    const shown = seats.map(({ username, ...seat }) => ({
      ...seat,
      username: publicUsername(username),
    }));
    return [{ ...game, id, at, pace, ended, seats: shown }];
  });

const DAY = 86_400_000;

export type SearchFilter = Omit<FinishedFilter, 'limit' | 'before'>;

/**
 * The filter for a query. The error is the name of the wrong parameter. `null`: nothing can be found, because a game or a person does not
 * exist or does not show their games; the answer is the same in all these cases.
 */
export async function filterOf(
  query: SearchQuery,
  { store, caller }: { readonly store: Pick<Store, 'ratings'>; readonly caller: string | null },
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
