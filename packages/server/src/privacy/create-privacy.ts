import type { Accounts } from '../accounts/create-accounts.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { ServerContext } from '../lib/context.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Rooms } from '../tables/rooms.ts';
import { Cleanup } from './cleanup.ts';
import { Deletion } from './deletion.ts';
import { PersonalData } from './personal-data.ts';

export interface Privacy {
  readonly personalData: PersonalData;
  readonly deletion: Deletion;
  readonly exports: RateLimiter;
  close(): Promise<void>;
}

interface PrivacyDeps {
  readonly accounts: Accounts;
  readonly rooms: Rooms;
  readonly node: ServerNode;
  /** How often guests are cleaned up. Milliseconds. */
  readonly cleanupInterval: number;
}

/** Finishes pending deletions of an earlier process, and starts the periodic clean-up. */
export async function openPrivacy(context: ServerContext, deps: PrivacyDeps): Promise<Privacy> {
  const { store, now, log, limiter, background } = context;
  const { accounts, rooms, node, cleanupInterval } = deps;
  const { personalDataIndex } = accounts;
  const personalData = new PersonalData(store, rooms, now);
  const deletion = new Deletion({ store, personalDataIndex, personalData, log });
  await deletion.resume();
  const unfollow = await store.accounts.follow((person) => background(deletion.noticed(person)));
  const tidy = new Cleanup({ store, deletion, node, rooms, log, now }, cleanupInterval);
  const close = async (): Promise<void> => {
    unfollow();
    await tidy.close();
    await deletion.close();
  };
  return { personalData, deletion, exports: limiter('exports'), close };
}
