import * as z from 'zod/mini';
import { lookOf } from '@tablier/core';
import { defineStream, type NewEvent, type Store, type StoredEvent, StoreUnavailable } from '@tablier/store';

const LOG = { id: 'server-usernames', kind: 'usernames' };
/** The most changes in the log. Each server reads the whole log when a username is claimed. */
const MOST = 20_000;

const username = z.object({ username: z.string() });
/** Declares no personal data: an operator reserves a name so that no person has it. */
const USERNAMES_STREAM = defineStream('usernames', {
  head: z.object({ kind: z.literal('usernames') }),
  events: { reserved: username, released: username },
  personal: {},
});

/** Names by which a person would pass for those who run the server. Display names may not look like them either. */
const ROLES = ['admin', 'administrator', 'moderator', 'operator', 'support', 'system', 'tablier'];
const WORDS = ['abuse', 'api', 'help', 'info', 'me', 'null', 'official', 'postmaster', 'root', 'security', 'staff'];

/** The look of a name without blanks and punctuation, such as `mod erator` and `_admin_` have. */
const reservedLook = (name: string): string => lookOf(name).replaceAll(/[\s\p{P}]/gu, '');

/** Usernames that no one may claim, by default and by the operator. An account that has one keeps it. */
export function createReservedUsernames(store: ServerLogStore) {
  const reserved = new Map([...ROLES, ...WORDS].map((name) => [name, reservedLook(name)]));
  const log = serverLog(store, LOG, (event) => {
    const { kind, username: name } = USERNAMES_STREAM.readEvent(event);
    if (kind === 'reserved') reserved.set(name, reservedLook(name));
    else reserved.delete(name);
  });
  return {
    /** Whether a normalised username may not be claimed. Reads what was added to the log. */
    async has(name: string): Promise<boolean> {
      await log.readOn();
      return [...reserved.values()].includes(reservedLook(name));
    },
    /** Whether a display name would pass for one of those who run the server. */
    async isRole(name: string): Promise<boolean> {
      await log.readOn();
      const look = reservedLook(name);
      return ROLES.some((role) => reserved.get(role) === look);
    },
    async list(): Promise<readonly string[]> {
      await log.readOn();
      return [...reserved.keys()];
    },
    /** Durable. `full`: the log has too many changes. */
    async set(name: string, change: 'reserved' | 'released', at: number): Promise<'changed' | 'unchanged' | 'full'> {
      for (;;) {
        await log.readOn();
        if (reserved.has(name) === (change === 'reserved')) return 'unchanged';
        if (log.seq() >= MOST) return 'full';
        if (await log.append({ at, kind: change, data: { username: name } })) return 'changed';
      }
    },
  };
}
export type ReservedUsernames = ReturnType<typeof createReservedUsernames>;

const PAGE = 500;

export type ServerLogStore = Pick<Store, 'read' | 'append' | 'createStream'>;

/** A log of the whole server. The operator's commands write it from other processes, and every server reads on in it. */
export function serverLog(
  store: ServerLogStore,
  { id, kind }: { readonly id: string; readonly kind: string },
  take: (event: StoredEvent) => void,
) {
  let seq = 0;
  return {
    seq: (): number => seq,
    async readOn(): Promise<void> {
      for (let isAtEnd = false; !isAtEnd;) {
        const events = await store.read(id, seq + 1, PAGE);
        for (const event of events) {
          // Another caller has read on meanwhile: an old event must not undo a later one.
          if (event.seq <= seq) continue;
          seq = event.seq;
          take(event);
        }
        isAtEnd = events.length < PAGE;
      }
    },
    /** Durable if `true`; otherwise the log must be read on first. */
    async append(event: NewEvent): Promise<boolean> {
      const kept = await store.append(id, seq, [event]);
      if (kept.name === 'unavailable') throw new StoreUnavailable(kept.detail);
      if (kept.name === 'unknown-stream') await store.createStream(id, { kind });
      return kept.name === 'appended';
    },
  };
}
