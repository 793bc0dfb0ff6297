import { DEFAULT_LIMITS, type HeldLimits, type Limits } from './lib/rate-limits.ts';
import type { TournamentLimits } from './tournaments/tournaments.ts';
import { DEFAULT_HOLDING_LIMITS, type HoldingLimits } from './tables/holdings.ts';

const ANY_RATE = { burst: 1e9, perSecond: 1e9 };
const endless = (limits: object): object =>
  Object.fromEntries(Object.keys(limits).map((name) => [name, Number.POSITIVE_INFINITY]));

/** Settings without limits for clients: for measurements and proofs, never for public servers. */
export const UNLIMITED: {
  readonly limits: Partial<Limits>;
  readonly held: Partial<HeldLimits>;
  readonly holdings: Partial<HoldingLimits>;
  readonly tournaments: Partial<TournamentLimits>;
} = {
  limits: Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((kind) => [kind, ANY_RATE])),
  held: endless({ connectionsPerAddress: 0, socketsPerPerson: 0, streamSilenceMs: 0 }),
  holdings: endless(DEFAULT_HOLDING_LIMITS),
  tournaments: { organised: 1e9, daily: 1e9 },
};
