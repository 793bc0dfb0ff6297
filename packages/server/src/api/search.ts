import { archiveFiles, searchAnswer } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { searchPage } from '../archive/search-api.ts';
import { filterOf } from '../archive/search-query.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { type AnyOperation, operation } from './operation.ts';
import { gamesQuery } from './schemas.ts';
import type { MonthFiles } from '../archive/month-files.ts';
import { archiveFilesOf } from '../archive/months-api.ts';

interface SearchDeps {
  readonly store: Pick<Store, 'finished' | 'ratings'>;
  /** By address: the same as for the page. */
  readonly lookups: RateLimiter;
}

/** The search of the page, with the same rules. */
export const searchOperations = ({ store, lookups }: SearchDeps): readonly AnyOperation[] => [
  operation({
    id: 'searchGames',
    method: 'GET',
    path: '/search',
    tag: 'games',
    summary: 'Finished games by player, opponent, game, pace, result, date and first moves, newest first',
    description:
      'All conditions must hold. Get the record of a game by `GET /records/{id}`. A page may be shorter than requested, or empty, and still have a `next`.',
    access: 'anyone',
    query: gamesQuery,
    answer: searchAnswer,
    run: async ({ query: { limit, before, ...conditions }, caller, request, refuse }) => {
      const retryMs = lookups.take(request.ip);
      if (retryMs > 0) return refuse({ name: 'too-many', retryMs });
      if (conditions.mine !== undefined && caller === null) return refuse({ name: 'no-token' });
      const filter = await filterOf(conditions, { store, caller: caller?.person.id ?? null });
      if (!filter.ok) return refuse({ name: 'bad-request', detail: filter.error });
      return searchPage(filter.value, { before, limit }, store);
    },
  }),
];

interface ArchiveDeps {
  readonly monthFiles: MonthFiles;
}

/** The monthly files of public games. */
export const archiveOperations = ({ monthFiles }: ArchiveDeps): readonly AnyOperation[] => [
  operation({
    id: 'listArchives',
    method: 'GET',
    path: '/archives',
    tag: 'games',
    summary: 'The monthly files of public finished games, newest month first',
    description: 'Each file is downloaded at its `path` on this server, without a token.',
    access: 'anyone',
    answer: archiveFiles,
    run: async () => archiveFilesOf(monthFiles),
  }),
];
