import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SearchAnswer } from '@tablier/protocol';
import type { FinishedPlace, Store } from '@tablier/store';
import { Slices } from '../lib/time-slices.ts';
import { isUnavailable } from '../lib/unavailable.ts';
import { foundGamesOf } from './found-games.ts';
import { formatPlace, parsePlace, type SearchFilter } from './search-query.ts';

/** The most records in one file, and the most pages that are searched for them. */
const MAX_RECORDS = 1000;
const MAX_PAGES = 40;
const PAGE = 100;

const NOTHING = { games: [], next: null };

/** A page of the games that a filter finds. */
export async function searchPage(
  filter: SearchFilter | null,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
  store: Pick<Store, 'finished'>,
): Promise<SearchAnswer> {
  const place = before === undefined ? {} : { before: parsePlace(before) };
  const found = filter === null ? NOTHING : await store.finished.search({ ...filter, ...place, limit });
  return { games: foundGamesOf(found.games), next: found.next === null ? null : formatPlace(found.next) };
}

/**
 * The records of the games that a search finds, one per line, each once; a damaged one is left out. Yields to other work after each page,
 * even if it has none.
 */
export async function* linesOf(
  filter: SearchFilter,
  store: Pick<Store, 'finished' | 'find'>,
  onUnreadable: (error: unknown) => void = () => undefined,
): AsyncGenerator<string> {
  const unlessOutage = (error: unknown): undefined => {
    if (isUnavailable(error)) throw error;
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
      if (game !== undefined) yield `${JSON.stringify(game.record)}\n`;
      if (sent.add(record).size === MAX_RECORDS) return;
    }
    before = next;
    await nextTurn();
  }
}
