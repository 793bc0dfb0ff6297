/** What is of use outside of tests too: in benchmarks and proofs, where Vitest is not running. */
export * from './open-store.ts';
export * from './postgres-server.ts';
