export { type ServerOptions, type RunningServer, ServerStartError, startServer } from './start.ts';
export type { Route } from './app.ts';
export type { OnlineSettings, Paces } from './online.ts';
export { type Chance, systemChance } from './chance.ts';
export { DEFAULT_HELD, DEFAULT_LIMITS, type HeldLimits, type Limits, type Rate } from './limits.ts';
export { endOnCrash } from './log.ts';
export { type FoundPerson, Operator } from './moderation/operator.ts';
export type { MetricsPlace } from './metrics-server.ts';
export { UNLIMITED } from './unlimited.ts';
