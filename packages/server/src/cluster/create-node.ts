import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '@tablier/store';
import type { ServerContext } from '../lib/context.ts';
import type { RunningNode } from './node.ts';
import { ClusterNode } from './cluster-node.ts';
import { StandaloneNode } from './standalone-node.ts';

/** This process as a node: standalone on SQLite, one of several on PostgreSQL. */
export function createNode({ store, folder, now, log, chance, metrics }: ServerContext): RunningNode {
  const node =
    store.nodes === null
      ? new StandaloneNode({ folder, store, now, log })
      : new ClusterNode({ id: chance.id(), port: store.nodes, store, now, log });
  metrics.gauge('tablier_database_serving', '1 while the database takes writes.', () =>
    Number(node.health().isServing),
  );
  metrics.gauge(
    'tablier_broker_connected',
    '1 while the broker passes notices between nodes, 0 while PostgreSQL does instead.',
    () => {
      const state = store.nodes?.brokerState ?? 'none';
      return state === 'none' ? null : Number(state === 'connected');
    },
  );
  metrics.gauge('tablier_wal_bytes', 'Size of the write-ahead log of SQLite.', () => walBytes(folder));
  return node;
}

function walBytes(folder: string): number | null {
  return statSync(join(folder, `${DATABASE_FILE}-wal`), { throwIfNoEntry: false })?.size ?? null;
}
