import type { ServerContext } from '../lib/context.ts';
import type { AccountServices } from './account-services.ts';
import { Challenges } from './challenges.ts';
import { Devices } from './devices.ts';
import { Passwords } from './passwords.ts';
import { People } from './people.ts';
import { Tokens } from './tokens.ts';
import { ReservedUsernames } from './reserved-usernames.ts';
import { SignInAttempts } from './sign-in-attempts.ts';
import { PersonalDataIndex } from './personal-data-index.ts';

/** The services of accounts, without those that higher layers add (`mergeGuest`, `onRevoked`). */
export type Accounts = Omit<AccountServices, 'mergeGuest' | 'onRevoked'>;

export interface AccountSettings {
  /** Hashes and compares passwords. */
  readonly passwords?: Passwords;
}

export function createAccounts(context: ServerContext, { passwords }: AccountSettings): Accounts {
  const { store, chance, now, log, limiter } = context;
  return {
    tokens: new Tokens({ tokens: store.tokens, chance, now, log }),
    repository: store.accounts,
    moderators: store.moderators,
    people: new People({ repository: store.accounts, chance, now, log }),
    personalDataIndex: new PersonalDataIndex(store.accounts),
    passwords: passwords ?? new Passwords(),
    reservedUsernames: new ReservedUsernames(store),
    devices: new Devices(store, chance),
    attempts: new SignInAttempts(now),
    challenges: new Challenges(store, chance, now),
    chance,
    now,
    guests: limiter('guests'),
    signIns: limiter('signIns'),
    accounts: limiter('accounts'),
    changes: limiter('changes'),
    renames: limiter('renames'),
    settingsWrites: limiter('settings'),
  };
}
