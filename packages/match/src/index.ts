export * from './absence.ts';
export * from './broken-log.ts';
export * from './clock/index.ts';
export * from './decide.ts';
export * from './evolve.ts';
export * from './messages.ts';
export * from './project.ts';
export * from './state.ts';
