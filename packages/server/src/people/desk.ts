import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '@tablier/store';
import type { Chance } from '../chance.ts';
import { refuse } from '../errors.ts';
import type { Limiter } from '../limits.ts';
import type { Footprints } from '../tables/footprints.ts';
import type { Rooms } from '../tables/rooms.ts';
import { credentialsOf } from './account.ts';
import type { Challenges, ChallengeScope } from './challenges.ts';
import type { Deletion } from './deletion.ts';
import type { Devices } from './devices.ts';
import type { Expected } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { People } from './people.ts';
import type { Asking } from './request.ts';
import type { Traces } from './traces.ts';
import type { Tries } from './tries.ts';
import { type Site, siteOf } from './site.ts';

/** All that the HTTP interface to people works with. */
export interface Desk {
  readonly accounts: Accounts;
  readonly people: People;
  readonly rooms: Rooms;
  readonly passwords: Passwords;
  readonly devices: Devices;
  readonly tries: Tries;
  readonly challenges: Challenges;
  readonly chance: Chance;
  readonly now: () => number;
  readonly requests: Limiter;
  readonly records: Limiter;
  readonly guests: Limiter;
  readonly lookups: Limiter;
  /** Tries to sign in, by address. */
  readonly signIns: Limiter;
  /** Tries to sign in, by account for all browsers that are not known, by browser for one that is, and by session for confirmations. */
  readonly attempts: Limiter;
  /** Changes of an account, and confirmations that one is its owner, by person. */
  readonly changes: Limiter;
  /** Other names, by person. */
  readonly renames: Limiter;
  /** Exports of one person. */
  readonly exports: Limiter;
  readonly footprints: Footprints;
  readonly traces: Traces;
  readonly deletion: Deletion;
  /** Is told when a session was closed: its lines end. */
  readonly onRevoked: (session: string) => void;
}

/** So long after somebody has shown who he is he may change how he is known. Milliseconds. */
const FRESH = 5 * 60_000;

/** Whether somebody has to show first that he is the owner: whoever finds an open browser must not take the account with him. */
export function mustConfirm({ account, session }: Asking, now: number): boolean {
  const confirmedAt = account.sessions.find(({ id }) => id === session)?.confirmedAt ?? 0;
  return credentialsOf(account) > 0 && now - confirmedAt > FRESH;
}

/** Where an answer to a challenge has to come from; `null` where browsers know no passkeys, which has been said then. */
export function expectedFrom(
  request: FastifyRequest,
  reply: FastifyReply,
  { challenges }: Desk,
  scope: Omit<ChallengeScope, 'host'>,
): Expected | null {
  const site: Site | null = siteOf(request.headers);
  if (site !== null) return { site, challenges, scope: { ...scope, host: site.host } };
  refuse(reply, 422, { name: 'no-passkeys-here' });
  return null;
}
