import { accountOperations, personalDataOperations } from './api/accounts.ts';
import { articleOperations } from './api/articles.ts';
import { authorizationOperations } from './api/authorizations.ts';
import { clubOperations } from './api/clubs.ts';
import { confirmationOperations, credentialOperations, resetOperations } from './api/credentials.ts';
import { archiveOperations, catalogueOperations } from './api/games.ts';
import { moderationOperations } from './api/moderation.ts';
import type { Operation } from './api/operation.ts';
import { notificationOperations, ownOperations, relationOperations } from './api/own.ts';
import { peopleOperations } from './api/people.ts';
import { playOperations, sofaOperations, streamOperations, tableOperations } from './api/tables.ts';
import { signInOperations } from './api/sign-in.ts';
import { studyOperations } from './api/studies.ts';
import { tournamentOperations } from './api/tournaments.ts';
import type { Hosts } from './http/hosts.ts';
import { LeaderPages } from './ratings/leader-pages.ts';
import type { Services } from './services.ts';

export function operationsOf(services: Services, hosts: Hosts): readonly Operation[] {
  const { context, accounts, bans, matchmaking, notifications, privacy, sockets, tournaments } = services;
  const { store, now, limiter } = context;
  const deps = { ...services, store, now };
  const ofAccounts = {
    ...accounts,
    mergeGuest: (guest: string, account: string) => privacy.deletion.merge(guest, account),
    onRevoked: (session: string) => sockets.endSession(session),
  };
  return [
    ...catalogueOperations(),
    ...archiveOperations(deps),
    ...tableOperations({ ...deps, lobby: matchmaking.lobby }),
    ...sofaOperations(services),
    ...streamOperations(services),
    ...playOperations(deps),
    ...peopleOperations({
      store,
      now,
      presence: matchmaking.personPresence,
      leaders: new LeaderPages({ store, now, bans }),
    }),
    ...tournamentOperations(tournaments),
    ...clubOperations(services.clubs),
    ...ownOperations({ ...deps, tokens: accounts.tokens }),
    ...relationOperations(services.relations),
    ...notificationOperations({ ...notifications, store, now, confirmations: limiter('confirmations') }),
    ...studyOperations(deps),
    ...articleOperations(deps),
    ...moderationOperations(deps),
    ...accountOperations(ofAccounts),
    ...personalDataOperations({ ...privacy, ...accounts, store }),
    ...signInOperations(ofAccounts),
    ...confirmationOperations(ofAccounts),
    ...credentialOperations(ofAccounts),
    ...authorizationOperations({ ...accounts, hosts }),
    ...resetOperations({
      resets: store.passwordResets,
      accounts: ofAccounts,
      mail: notifications.resetMail,
      byAddress: limiter('passwordResets'),
    }),
  ];
}
