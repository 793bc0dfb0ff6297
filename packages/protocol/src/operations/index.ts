import { ACCOUNTS, AUTHORIZATIONS, CONFIRMATIONS, CREDENTIALS, PERSONAL_DATA, RESETS, SIGN_IN } from './accounts.ts';
import { ARTICLES } from './articles.ts';
import { CLUBS } from './clubs.ts';
import { ARCHIVE, GAMES } from './games.ts';
import { MODERATION } from './moderation.ts';
import { NOTIFICATIONS, OWN, RELATIONS } from './own.ts';
import { PEOPLE } from './people.ts';
import { PLAY } from './play.ts';
import { STUDIES } from './studies.ts';
import { SOFA, STREAMS, TABLES } from './tables.ts';
import { TOURNAMENT_CHANGES, TOURNAMENTS } from './tournaments.ts';

export * from './accounts.ts';
export * from './articles.ts';
export * from './clubs.ts';
export * from './common.ts';
export * from './errors.ts';
export * from './games.ts';
export * from './moderation.ts';
export * from './operation.ts';
export * from './own.ts';
export * from './people.ts';
export * from './play.ts';
export * from './studies.ts';
export * from './tables.ts';
export * from './tournaments.ts';

/** All operations of the server over HTTP, by method and address. */
const OPERATIONS = {
  ...GAMES,
  ...ARCHIVE,
  ...TABLES,
  ...SOFA,
  ...STREAMS,
  ...PLAY,
  ...PEOPLE,
  ...TOURNAMENTS,
  ...TOURNAMENT_CHANGES,
  ...OWN,
  ...RELATIONS,
  ...NOTIFICATIONS,
  ...STUDIES,
  ...ARTICLES,
  ...CLUBS,
  ...ACCOUNTS,
  ...PERSONAL_DATA,
  ...SIGN_IN,
  ...CONFIRMATIONS,
  ...CREDENTIALS,
  ...RESETS,
  ...AUTHORIZATIONS,
  ...MODERATION,
};
export type Operations = typeof OPERATIONS;
