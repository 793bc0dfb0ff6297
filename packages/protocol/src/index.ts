export * from './client-core.ts';
export * from './client-messages.ts';
export * from './errors.ts';
export * from './limits.ts';
export * from './parse.ts';
export * from './server-messages.ts';
export { type TableTerms, tableTerms } from './values.ts';
export * from './version.ts';
