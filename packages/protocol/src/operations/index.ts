import { ACCOUNTS, AUTHORIZATIONS, CONFIRMATIONS, CREDENTIALS, PERSONAL_DATA, RESETS, SIGN_IN } from './accounts.ts';
import { ARTICLES, STUDIES } from './texts.ts';
import { CLUBS, TOURNAMENT_CHANGES, TOURNAMENTS } from './tournaments.ts';
import { ARCHIVE, GAMES } from './games.ts';
import { MODERATION, NOTIFICATIONS, OWN, RELATIONS } from './own.ts';
import { PEOPLE } from './people.ts';
import { PLAY, SOFA, STREAMS, TABLES } from './tables.ts';

export * from './accounts.ts';
export * from './texts.ts';
export * from './tournaments.ts';
export * from './operation.ts';
export * from './errors.ts';
export * from './games.ts';
export * from './own.ts';
export * from './people.ts';
export * from './tables.ts';

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
