export { type ServerOptions, type RunningServer, ServerStartError, startServer } from './start.ts';
export type { Route } from './http/create-http.ts';
export type { OnlineSettings, Paces } from './settings.ts';
export { type Chance, systemChance } from './lib/chance.ts';
export { DEFAULT_HELD, DEFAULT_LIMITS, type HeldLimits, type Limits, type Rate } from './lib/rate-limits.ts';
export { endOnCrash } from './lib/log.ts';
export { type FoundPerson, Operator } from './operator.ts';
export type { MetricsPlace } from './http/metrics-server.ts';
export { UNLIMITED } from './unlimited.ts';
