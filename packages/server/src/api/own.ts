import { ownTables, ownTablesQuery } from '@tablier/protocol';
import type { AccountRepository, Store } from '@tablier/store';
import * as z from 'zod/mini';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { personRatings } from '../ratings/profiles.ts';
import { listOwnTables } from '../tables/own-tables.ts';
import type { Rooms } from '../tables/rooms.ts';
import { type AnyOperation, operation } from './operation.ts';
import { me, pageQuery } from './schemas.ts';

interface OwnDeps {
  readonly accounts: Pick<AccountRepository, 'find'>;
  readonly store: Store;
  readonly rooms: Rooms;
  readonly now: () => number;
  /** Lists of own tables, by person: each is read from logs. */
  readonly lookups: RateLimiter;
}

const query = z.object({ ...ownTablesQuery.shape, limit: pageQuery.shape.limit });

/** The account of the token. */
export const ownOperations = ({ accounts, store, rooms, now, lookups }: OwnDeps): readonly AnyOperation[] => [
  operation({
    id: 'getMe',
    method: 'GET',
    path: '/me',
    tag: 'own',
    summary: 'The account of the token, its ratings, and what the token allows',
    access: 'read',
    answer: me,
    run: async ({ caller, refuse }) => {
      const account = caller === null ? null : await accounts.find(caller.person.id);
      if (caller === null || account === null) return refuse({ name: 'bad-token' });
      const ratings = personRatings(await store.ratings.of(account.id), now());
      return { name: account.name, username: account.username, scopes: [...caller.scopes], ratings };
    },
  }),
  operation({
    id: 'listOwnTables',
    method: 'GET',
    path: '/me/tables',
    tag: 'own',
    summary: 'Own tables, newest first; `phase=unfinished` for those that run or wait',
    access: 'read',
    query,
    answer: ownTables,
    run: async ({ caller, query: wanted, refuse }) => {
      if (caller === null) return refuse({ name: 'no-token' });
      const retryMs = lookups.take(caller.person.id);
      if (retryMs > 0) return refuse({ name: 'too-many', retryMs });
      return listOwnTables({ rooms, store }, caller.person.id, wanted);
    },
  }),
];
