export { type ServerOptions, type RunningServer, ServerStartError, startServer } from './start.ts';
export type { Route } from './app.ts';
export type { OnlineSettings, Paces } from './online.ts';
export { type Chance, systemChance } from './chance.ts';
export { DEFAULT_LIMITS, type Limits, type Rate } from './limits.ts';
