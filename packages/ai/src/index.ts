export * from './contract/advice.ts';
export * from './contract/search.ts';
export * from './choice/bots.ts';
export * from './choice/choose.ts';
export * from './analysis/analyse.ts';
export * from './analysis/judge.ts';
export * from './analysis/puzzle-search.ts';
