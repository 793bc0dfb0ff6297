import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AccountRepository } from '@tablier/store';
import type { Chance } from '../lib/chance.ts';
import { refuse } from '../http/errors.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { credentialsOf } from './account.ts';
import type { Challenges, ChallengeScope } from './challenges.ts';
import type { Devices } from './devices.ts';
import type { Expected } from './passkeys.ts';
import type { Passwords } from './passwords.ts';
import type { People } from './people.ts';
import type { Asking } from './authenticate.ts';
import type { Traces } from './traces.ts';
import type { Tries } from './sign-in-attempts.ts';
import { type Site, siteOf } from './site.ts';

/** What the HTTP API of accounts uses. */
export interface AccountServices {
  readonly people: People;
  readonly repository: AccountRepository;
  readonly passwords: Passwords;
  readonly devices: Devices;
  readonly tries: Tries;
  readonly challenges: Challenges;
  readonly chance: Chance;
  readonly now: () => number;
  readonly guests: RateLimiter;
  /** Tries to sign in, by address. */
  readonly signIns: RateLimiter;
  /** Tries to sign in, by account for all browsers that are not known, by browser for one that is, and by session for confirmations. */
  readonly accounts: RateLimiter;
  /** Changes of an account, and confirmations that one is its owner, by person. */
  readonly changes: RateLimiter;
  /** Other names, by person. */
  readonly renames: RateLimiter;
  readonly traces: Traces;
  /** Moves the games of a guest to an account and ends the guest. `false` where the database does not answer. */
  readonly mergeGuest: (guest: string, account: string) => Promise<boolean>;
  /** Called with a session that was closed, so that its connections end. */
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
  { challenges }: AccountServices,
  scope: Omit<ChallengeScope, 'host'>,
): Expected | null {
  const site: Site | null = siteOf(request.headers);
  if (site !== null) return { site, challenges, scope: { ...scope, host: site.host } };
  refuse(reply, 422, { name: 'no-passkeys-here' });
  return null;
}
