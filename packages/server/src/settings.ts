import type { AccountSettings } from './accounts/account-services.ts';
import type { BotSettings } from './bots/bot-pool.ts';
import type { PictureSettings } from './images/pictures.ts';
import type { ContextSettings } from './lib/context.ts';
import type { NotificationsSettings } from './notifications/create-notifications.ts';
import type { RealtimeSettings } from './realtime/create-realtime.ts';
import type { TableSettings } from './tables/rooms.ts';
import type { TournamentLimits, TournamentSettings } from './tournaments/tournaments.ts';
import { DEFAULT_LIMITS, type HeldLimits, type Limits } from './lib/rate-limits.ts';
import { DEFAULT_HOLDING_LIMITS, type HoldingLimits } from './tables/opening/holdings.ts';

/** The defaults are for public servers; tests and proofs set their own. */
export interface OnlineSettings
  extends
    ContextSettings,
    AccountSettings,
    BotSettings,
    TableSettings,
    RealtimeSettings,
    PictureSettings,
    TournamentSettings,
    NotificationsSettings {
  readonly paces?: Partial<Paces>;
}

/** The shortest interval between two messages or runs of a kind. Milliseconds. */
export const DEFAULT_PACES = {
  presence: 250,
  lobby: 400,
  own: 300,
  online: 3000,
  /** The search for tournaments whose job a crash prevented. Others have a job for each moment at which there is something to do. */
  tournaments: 60_000,
  /** The clean-up of guests without tables, and of unused usernames. */
  tidy: 86_400_000,
  jobs: 2000,
  /** The wait before a notification: later events at the same table are merged into it. */
  notify: 15_000,
};
export type Paces = Readonly<typeof DEFAULT_PACES>;

const ANY_RATE = { burst: 1e9, perSecond: 1e9 };
const endless = (limits: object): object =>
  Object.fromEntries(Object.keys(limits).map((name) => [name, Number.POSITIVE_INFINITY]));

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
