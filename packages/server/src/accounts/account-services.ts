import type { FastifyRequest } from 'fastify';
import { credentialsOf, People, createPersonalDataIndex } from './people.ts';
import { type ChallengeScope, createChallenges, createDevices, ServerKey } from './signatures.ts';
import { type Expected, siteOf } from './passkeys.ts';
import { createSignInAttempts, Passwords } from './passwords.ts';
import type { Caller } from './authenticate.ts';
import { createReservedUsernames } from './usernames.ts';
import { createAuthorizations, Tokens } from './tokens.ts';
import type { ServerContext } from '../lib/context.ts';

export type Accounts = ReturnType<typeof createAccounts>;

export interface AccountServices extends Accounts {
  /** Moves the games of a guest to an account and deletes the guest. `false` if the database does not answer. */
  readonly mergeGuest: (guest: string, account: string) => Promise<void>;
  /** Called with a closed session, so that its connections end. */
  readonly onRevoked: (session: string) => void;
}

/** For this time after a confirmation a user may change credentials. Milliseconds. */
const CONFIRMATION_LIFETIME = 5 * 60_000;

/** Whether the user must confirm their identity first. A stranger at an open browser must not be able to take over the account. */
export function mustConfirm({ account, session }: Caller, now: number): boolean {
  const confirmedAt = account.sessions.find(({ id }) => id === session)?.confirmedAt ?? 0;
  return credentialsOf(account) > 0 && now - confirmedAt > CONFIRMATION_LIFETIME;
}

export function expectedFrom(
  { headers }: FastifyRequest,
  { challenges }: AccountServices,
  scope: Omit<ChallengeScope, 'host'>,
  refuse: (error: { readonly name: 'no-passkeys-here' }) => never,
): Expected {
  const site = siteOf(headers) ?? refuse({ name: 'no-passkeys-here' });
  return { site, challenges, scope: { ...scope, host: site.host } };
}

export interface AccountSettings {
  readonly passwords?: Passwords;
}

export function createAccounts(context: ServerContext, { passwords }: AccountSettings) {
  const { store, chance, now, log, limiter } = context;
  const tokens = new Tokens({ tokens: store.tokens, chance, now, log });
  return {
    tokens,
    authorizations: createAuthorizations({ store, tokens, chance, now }),
    repository: store.accounts,
    moderators: store.moderators,
    people: new People({ repository: store.accounts, chance, now, log }),
    personalDataIndex: createPersonalDataIndex(store.accounts),
    passwords: passwords ?? new Passwords(),
    reservedUsernames: createReservedUsernames(store),
    devices: createDevices(new ServerKey(store, chance, 'devices'), chance),
    attempts: createSignInAttempts(now),
    challenges: createChallenges(new ServerKey(store, chance, 'challenges'), now),
    chance,
    now,
    guests: limiter('guests'),
    signIns: limiter('signIns'),
    /** Attempts with a password: by account for all unknown browsers together, by browser for a known one, by session for confirmations. */
    accounts: limiter('accounts'),
    changes: limiter('changes'),
    renames: limiter('renames'),
  };
}
