/** Programs that play on a real server over real sockets, for tests and proofs. */
export * from './client.ts';
export * from './raw-line.ts';
export * from './pairing.ts';
