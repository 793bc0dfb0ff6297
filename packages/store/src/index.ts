export * from './accounts/accounts.ts';
export * from './backup/backup.ts';
export * from './backup/restore.ts';
export * from './open.ts';
export { DATABASE_FILE, type StorePlace } from './place.ts';
export { recordId } from './record-id.ts';
export * from './ratings/ratings.ts';
export * from './store.ts';
export * from './streams/stream-type.ts';
