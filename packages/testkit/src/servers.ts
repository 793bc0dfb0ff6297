/** Servers and databases for tests, benchmarks and proofs. Vitest need not be running. */
export * from './database-watch.ts';
export * from './open-store.ts';
export * from './nats-server.ts';
export * from './postgres-server.ts';
export * from './server-process.ts';
