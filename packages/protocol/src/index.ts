export * from './client-core.ts';
export * from './client-messages.ts';
export * from './errors.ts';
export * from './limits.ts';
export * from './match-view.ts';
export * from './parse.ts';
export * from './server-messages.ts';
export { clockTerms, type TableTerms, tableTerms } from './values.ts';
export * from './version.ts';
