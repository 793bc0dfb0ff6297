/** Clients for tests and proofs of a real server. */
export * from './api-client.ts';
export * from './client.ts';
export * from './http-request.ts';
export * from './pairing.ts';
export * from './raw-connection.ts';
export * from './raw-socket.ts';
