import type { AccountSettings } from './accounts/create-accounts.ts';
import type { BotSettings } from './bots/create-bots.ts';
import type { ContextSettings } from './lib/context.ts';
import type { RealtimeSettings } from './realtime/create-realtime.ts';
import type { TableSettings } from './tables/create-tables.ts';

/** Limits, time, chance and pace of a server. Each has a default for the public; tests and proofs set their own. */
export interface OnlineSettings extends ContextSettings, AccountSettings, BotSettings, TableSettings, RealtimeSettings {
  readonly paces?: Partial<Paces>;
}

/** How often something is sent or done at most. Milliseconds. */
export interface Paces {
  /** Presence at a table. */
  readonly presence: number;
  /** Changes of the lobby. */
  readonly lobby: number;
  /** Changes of a person's own tables. */
  readonly own: number;
  /** The clean-up of guests who left nothing behind, and of usernames that nobody uses. */
  readonly tidy: number;
}

export const DEFAULT_PACES: Paces = { presence: 250, lobby: 400, own: 300, tidy: 86_400_000 };
