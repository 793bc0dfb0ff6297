import type { Accounts } from '../accounts/account-services.ts';
import { defineJob, type JobQueue } from '../jobs/job-queue.ts';
import type { ServerContext } from '../lib/context.ts';
import type { Rooms } from '../tables/rooms.ts';
import { Deletion } from './deletion.ts';
import { PersonalData } from './personal-data.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eachOf } from '../lib/time-slices.ts';
import { eraseClosedTables } from '../tables/table-upkeep.ts';
import * as z from 'zod';

export type Privacy = Awaited<ReturnType<typeof openPrivacy>>;

interface PrivacyDeps {
  readonly accounts: Accounts;
  readonly rooms: Rooms;
  readonly jobs: JobQueue;
  /** How often guests are cleaned up. Milliseconds. */
  readonly cleanupInterval: number;
}

export async function openPrivacy(context: ServerContext, deps: PrivacyDeps) {
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

interface CleanupDeps extends Pick<ServerContext, 'store' | 'now'> {
  readonly deletion: Deletion;
  readonly rooms: Pick<Rooms, 'has'>;
}

const DAY = 86_400_000;
/** A guest without a table is deleted after this time of absence. Milliseconds. */
const GUEST_LIFE = 30 * DAY;
/** Records of sent notifications and unconfirmed addresses are deleted after this time. Milliseconds. */
const SENT_LIFE = 30 * DAY;
const PAGE = 200;

/** The daily clean-up. Interrupted, it continues with its next run. */
export const CLEAN_UP = defineJob({
  kind: 'clean-up',
  payload: z.null(),
  parallel: 1,
  retries: 3,
  retrySeconds: 60,
  longestSeconds: 3600,
});

/** Removes idle guests, closed tables, and what has expired, in pages with other work between them. */
export async function cleanUp({ store, deletion, rooms, now }: CleanupDeps, signal: AbortSignal): Promise<void> {
  const { accounts, notifications } = store;
  await accounts.forgetChallenges(now());
  await notifications.tidy(now() - SENT_LIFE);
  await store.passwordResets.tidy(now());
  await store.mutes.tidy(now());
  // First, because a guest may be idle once their last table is removed.
  const isLoaded = (table: string): boolean => rooms.has(table);
  await eraseClosedTables({ store, now: now(), isLoaded, isStopped: () => signal.aborted });
  const seenBefore = now() - GUEST_LIFE;
  let page: readonly string[] = [];
  do {
    page = await accounts.idleGuests({ seenBefore, after: page.at(-1) ?? '', limit: PAGE });
    await eachOf(page, async (guest) => {
      if (!signal.aborted) await deletion.delete(guest);
    });
    if (signal.aborted) return;
    await nextTurn();
  } while (page.length === PAGE);
}
