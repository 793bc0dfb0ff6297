/** Clients for tests and proofs of a real server. */
export * from './client.ts';
export * from './raw-line.ts';
export * from './pairing.ts';
