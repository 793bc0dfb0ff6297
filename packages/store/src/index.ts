export * from './open.ts';
export * from './store.ts';
