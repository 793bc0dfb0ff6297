export * from './accounts/account.ts';
export type { AccountListener, AccountRepository } from './accounts/accounts.ts';
export * from './accounts/tokens.ts';
export * from './accounts/programs.ts';
export { type ArchivedGame, type ArchivedSummary, type ArchiveExtras, recordId } from './archive.ts';
export { backup, type BackupReport } from './backup/backup.ts';
export { BackupLines } from './backup/format.ts';
export { restore } from './backup/restore.ts';
export { reasonOf, type StoreError, StoreFault, StoreUnavailable } from './errors.ts';
export * from './finished/finished-game.ts';
export * from './finished/finished-games.ts';
export {
  type BrokerState,
  type EventText,
  MAX_NODE_MESSAGE_BYTES,
  messagesOf,
  type NodeList,
  type NodePort,
  type NodeStatus,
  type NodeSubscriber,
  type StoreHealth,
  type StoreObserver,
} from './operations.ts';
export * from './jobs/jobs.ts';
export { NEWEST_VERSION } from './migrations/list.ts';
export * from './moderation.ts';
export { type NoticeListener, Paced } from './notices.ts';
export * from './notifications.ts';
export * from './open.ts';
export { DATABASE_FILE, type StorePlace } from './place.ts';
export * from './ratings/rating.ts';
export type { PublicAccount, RatedGame, RatingRepository } from './ratings/ratings.ts';
export * from './relations.ts';
export type { Changed, OnProgress } from './repository.ts';
export * from './store.ts';
export { storedEvent } from './streams/streams.ts';
export * from './streams/stream.ts';
export * from './streams/stream-type.ts';
export * from './game-pages.ts';
export * from './studies.ts';
export * from './clubs.ts';
export * from './tournaments/tournament.ts';
export type {
  ListedTournament,
  StoredEntrant,
  StoredTournament,
  TournamentPlace,
} from './tournaments/tournament-reads.ts';
export type { TournamentRepository } from './tournaments/tournaments.ts';
