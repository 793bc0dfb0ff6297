import type { ServerContext } from '../lib/context.ts';
import type { PendingDeletion } from '@tablier/store';
import { seekLogOf, seekTables } from '../matchmaking/seeks.ts';
import { eachOf } from '../lib/tasks.ts';
import { PersonalData } from './personal-data.ts';
import type { PersonalDataIndex } from '../accounts/people.ts';
import type { Accounts } from '../accounts/account-services.ts';
import { type JobQueue, definePeriodicJob } from '../jobs/job-queue.ts';
import type { Rooms } from '../tables/rooms.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { eraseClosedTables } from '../tables/table-upkeep.ts';

interface DeletionDeps extends Pick<ServerContext, 'store' | 'log' | 'now'> {
  readonly personalDataIndex: PersonalDataIndex;
  readonly personalData: PersonalData;
}

/** A deletion that failed is retried after this time. Milliseconds. */
const RETRY = 30_000;
/** The account is erased after this time, when every node knows that its sessions are closed. Milliseconds. */
const GRACE = 10_000;

/** One transaction begins a deletion and closes every session; the rest is resumed after a crash. A merge gives tables and chat to an account. */
export class Deletion {
  readonly #deps: DeletionDeps;
  readonly #later = new Map<string, NodeJS.Timeout>();

  constructor(deps: DeletionDeps) {
    this.#deps = deps;
  }

  /** With `givesTo` a guest's games go to that account. */
  async delete(person: string, givesTo?: string): Promise<void> {
    // The deletion has begun already.
    if (this.#later.has(person)) return;
    const decided = await this.#deps.store.accounts.beginDeletion(person, givesTo);
    if (decided.ok) await this.#finish(person, GRACE);
  }

  /** An account has changed. If another process has begun to delete it, this one finishes the deletion. */
  async noticed(person: string): Promise<void> {
    if (this.#later.has(person) || (await this.#deps.store.accounts.pendingDeletion(person)) === null) return;
    if (!this.#later.has(person)) this.#wait(person, GRACE);
  }

  async resume(): Promise<void> {
    for (const { account } of await this.#deps.store.accounts.pendingDeletions()) await this.#finish(account, 0);
  }

  async close(): Promise<void> {
    const waiting = [...this.#later.keys()];
    for (const timer of this.#later.values()) clearTimeout(timer);
    this.#later.clear();
    for (const person of waiting) await this.#removeAndErase(person);
  }

  async #finish(person: string, grace: number): Promise<void> {
    if (grace === 0 && (await this.#removeAndErase(person))) return;
    const isRemoved = grace > 0 && (await this.#tended(() => this.#remove(person)));
    this.#wait(person, isRemoved ? grace : RETRY);
  }

  /** The account goes last: without it, no one would find what else is left of the person. */
  #removeAndErase(person: string): Promise<boolean> {
    return this.#tended(async () => {
      await this.#remove(person);
      await this.#deps.store.accounts.erase(person);
    });
  }

  #wait(person: string, ms: number): void {
    clearTimeout(this.#later.get(person));
    const timer = setTimeout(() => {
      this.#later.delete(person);
      void this.#finish(person, 0);
    }, ms);
    this.#later.set(person, timer.unref());
  }

  /** Returns false and logs the error if `work` fails, for example because the database does not answer. */
  async #tended(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#deps.log.error({ err: error }, 'deletion of an account failed; it will be retried');
      return false;
    }
  }

  async #remove(id: string): Promise<void> {
    const { store, personalData, now } = this.#deps;
    const pending = await store.accounts.pendingDeletion(id);
    if (pending === null) return;
    if (pending.givesTo !== null) await this.#give(pending, pending.givesTo);
    const tables = await personalData.tables(id);
    await eachOf(tables, (table) => personalData.leave(table, { id, name: pending.name }));
    const named = [...tables, ...(await store.accounts.streamsOf(id)), ...(await seekTables(store, id))];
    await eachOf(new Set(named), (table) => personalData.remove(table, id));
    await store.erase(seekLogOf(id));
    await store.clubs.forget(id);
    await store.tournaments.forget(id, now());
  }

  /** Transfers tables and chat. What cannot be transferred, because the account is at the same table or is being deleted, is removed. */
  async #give({ account: id, name }: PendingDeletion, to: string): Promise<void> {
    const { store, personalDataIndex, personalData } = this.#deps;
    const tables = [...(await personalData.tables(id)), ...(await store.accounts.streamsOf(id))];
    await eachOf(new Set(tables), async (table) => {
      // Recorded first: the account then owns chat messages at a table where it may have no seat.
      if ((await personalDataIndex.note(to, table)) === 'noted') await personalData.give(table, { id, name }, to);
    });
    await store.relations.give(id, to);
    await store.finished.give(id, to);
  }
}

export type Privacy = Awaited<ReturnType<typeof openPrivacy>>;

export async function openPrivacy(
  context: ServerContext,
  { accounts, rooms, jobs }: { readonly accounts: Accounts; readonly rooms: Rooms; readonly jobs: JobQueue },
) {
  const { store, now, log, limiter, background, paces } = context;
  const { personalDataIndex } = accounts;
  const personalData = new PersonalData(store, rooms, now);
  const deletion = new Deletion({ store, personalDataIndex, personalData, log, now });
  await deletion.resume();
  const unfollow = await store.accounts.follow((person) => background(deletion.noticed(person)));
  jobs.repeat(CLEAN_UP, paces.tidy, (_, signal) => cleanUp({ store, deletion, rooms, now }, signal));
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
export const CLEAN_UP = definePeriodicJob('clean-up', { retries: 3, retrySeconds: 60, longestSeconds: 3600 });

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
