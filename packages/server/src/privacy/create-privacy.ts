import type { Accounts } from '../accounts/create-accounts.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ServerContext } from '../lib/context.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Rooms } from '../tables/rooms.ts';
import { CLEAN_UP, cleanUp } from './cleanup.ts';
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
  readonly jobs: JobQueue;
  /** How often guests are cleaned up. Milliseconds. */
  readonly cleanupInterval: number;
}

/** Finishes pending deletions of an earlier process, and declares the periodic clean-up. */
export async function openPrivacy(context: ServerContext, deps: PrivacyDeps): Promise<Privacy> {
  const { store, now, log, limiter, background } = context;
  const { accounts, rooms, jobs, cleanupInterval } = deps;
  const { personalDataIndex } = accounts;
  const personalData = new PersonalData(store, rooms, now);
  const deletion = new Deletion({ store, personalDataIndex, personalData, log, now });
  await deletion.resume();
  const unfollow = await store.accounts.follow((person) => background(deletion.noticed(person)));
  jobs.repeat(CLEAN_UP, cleanupInterval, (_, signal) => cleanUp({ store, deletion, rooms, now }, signal));
  const close = async (): Promise<void> => {
    unfollow();
    await deletion.close();
  };
  return { personalData, deletion, exports: limiter('exports'), close };
}
