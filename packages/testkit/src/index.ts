export * from './check-files.ts';
export * from './check-game.ts';
export * from './check-store.ts';
export * from './pairs.ts';
export * from './play.ts';
export * from './seed.ts';
