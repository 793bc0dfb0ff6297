import type { Accounts } from '../accounts/create-accounts.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { ServerContext } from '../lib/context.ts';
import type { Limiter } from '../lib/rate-limits.ts';
import type { Rooms } from '../tables/tables.ts';
import { Tidy } from './cleanup.ts';
import { Deletion } from './deletion.ts';
import { Footprints } from './personal-data.ts';

export interface Privacy {
  readonly footprints: Footprints;
  readonly deletion: Deletion;
  readonly exports: Limiter;
  close(): Promise<void>;
}

export interface PrivacyParts {
  readonly accounts: Accounts;
  readonly rooms: Rooms;
  readonly node: ServerNode;
  /** How often guests and claims are cleaned up. Milliseconds. */
  readonly cleanupInterval: number;
}

/** Finishes the deletions that an earlier process left, and starts the daily clean-up. */
export async function openPrivacy(context: ServerContext, parts: PrivacyParts): Promise<Privacy> {
  const { store, now, log, limiter } = context;
  const { accounts, rooms, node, cleanupInterval } = parts;
  const { people, traces, logins } = accounts;
  const footprints = new Footprints(store, rooms, now);
  const deletion = new Deletion({ store, people, traces, logins, footprints, log });
  await deletion.resume();
  const tidy = new Tidy({ store, people, logins, deletion, node, log, now }, cleanupInterval);
  const close = async (): Promise<void> => {
    await tidy.close();
    await deletion.close();
  };
  return { footprints, deletion, exports: limiter('exports'), close };
}
