import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { Notices } from '../src/notices.ts';
import type { StorePlace } from '../src/index.ts';
import { type Database, type Kind, withDatabase } from './places.ts';

/**
 * The plans of all queries that `read` makes, in the words of the database. PostgreSQL uses a sequential scan or a sort only where no index
 * serves.
 */
export const plansOf = (
  kind: Kind,
  place: StorePlace,
  read: (database: Database) => Promise<unknown>,
): Promise<readonly string[]> =>
  withDatabase(place, async (database) => {
    const nodes: RootOperationNode[] = [];
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: ({ result: rows }) => Promise.resolve(rows),
    };
    await read(database.withPlugin(recorder));
    return database.connection().execute(async (db) => {
      if (kind === 'postgres') {
        await sql`set enable_seqscan = off`.execute(db);
        await sql`set enable_sort = off`.execute(db);
      }
      const plans: string[] = [];
      for (const node of nodes) {
        const query = db.getExecutor().compileQuery(node, { queryId: 'plan' });
        const explain = kind === 'postgres' ? 'explain' : 'explain query plan';
        const { rows: lines } = await db.executeQuery<Record<string, unknown>>(
          CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]),
        );
        plans.push(lines.map((line) => String(line['QUERY PLAN'] ?? line['detail'])).join('\n'));
      }
      return plans;
    });
  });

/** A database that notes how many rows each of its queries has returned. */
export function counting(database: Database): { readonly counted: Database; readonly counts: number[] } {
  const counts: number[] = [];
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      counts.push(result.rows.length);
      return Promise.resolve(result);
    },
  };
  return { counted: database.withPlugin(counter), counts };
}

/** What a repository needs to read, and not to write. */
export const readOnly = (database: Database) => ({
  database,
  executor: { execute: () => Promise.reject(new Error('a read must not write')) },
  now: () => 0,
  clock: () => sql<number>`0`,
  notices: new Notices(),
});
