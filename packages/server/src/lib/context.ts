import { hash, randomBytes, randomInt } from 'node:crypto';
import type { Rng } from '@tablier/core';
import type { Store } from '@tablier/store';
import { known } from './caches.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { DEFAULT_HELD, DEFAULT_LIMITS, type HeldLimits, type Limits, RateLimiter } from './rate-limits.ts';
import { readFileSync } from 'node:fs';
import { inBackground } from './tasks.ts';

export interface Chance {
  /** A new id: 128 bits, 22 characters that need no escaping in a URL. */
  id(): string;
  /** A secret of 256 bits, as hexadecimal digits. */
  secret(): string;
  readonly rng: Rng;
}

export const systemChance: Chance = {
  id: () => randomBytes(16).toString('base64url'),
  secret: () => randomBytes(32).toString('hex'),
  rng: { below: (bound) => randomInt(bound) },
};

export const sha256 = (text: string): string => hash('sha256', text);

/** An id derived from a text, so that creating the same thing twice yields one id. */
export function idFrom(text: string): string {
  // 128 bits are 21 digits and two bits of the next. Without buffers, because each move has one.
  const digest = hash('sha256', text, 'base64url');
  return digest.slice(0, 21) + DIGITS.charAt(DIGITS.indexOf(digest.charAt(21)) & 0b110000);
}

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Whether a text can be the id of a table rather than of another log. */
export const isTableId = (text: string): boolean => /^[\w-]{22}$/.test(text);

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

export interface ContextDeps {
  readonly store: Store;
  readonly folder: string;
  readonly log: Log;
  readonly metrics: Metrics;
}

export interface ContextSettings {
  readonly paces?: Partial<Paces>;
  readonly limits?: Partial<Limits>;
  readonly held?: Partial<HeldLimits>;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  readonly chance?: Chance;
}

export interface ServerContext extends ContextDeps {
  readonly now: () => number;
  readonly chance: Chance;
  readonly paces: Paces;
  readonly limits: Limits;
  readonly held: HeldLimits;
  readonly limiter: (kind: keyof Limits, use?: string) => RateLimiter;
  readonly onRefused: (limit: string) => void;
  readonly background: (work: Promise<unknown>) => void;
}

export function createContext(deps: ContextDeps, settings: ContextSettings): ServerContext {
  const { now = Date.now, chance = systemChance } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  const onRefused = (limit: string): void => deps.metrics.refusals.inc({ limit });
  const limiters = new Map<string, RateLimiter>();
  return {
    ...deps,
    now,
    chance,
    paces: { ...DEFAULT_PACES, ...settings.paces },
    limits,
    held: { connections: connectionLimit(), ...DEFAULT_HELD, ...settings.held },
    limiter: (kind, use = '') =>
      known(limiters, `${kind} ${use}`, () => new RateLimiter(limits[kind], now, () => onRefused(kind))),
    onRefused,
    background: (work) => inBackground(work, deps.log, 'background work failed'),
  };
}

/** Files that the database, the bot threads, the log and the page need besides the connections. */
const RESERVE = 256;
const MOST = 50_000;

export function connectionLimit(openFiles = openFileLimit()): number {
  return Math.min(MOST, openFiles - Math.min(RESERVE, Math.ceil(openFiles / 2)));
}

/** The result of `ulimit -n` for this process: from a file on Linux, from Node's report elsewhere. */
function openFileLimit(): number {
  const line = /^Max open files +(\d+)/m.exec(limitsOfProcess());
  return line === null ? reportedLimit() : Number(line[1]);
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8');
  } catch {
    return '';
  }
}

function reportedLimit(): number {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: unknown } } } | undefined;
  const soft = Number(report?.userLimits?.open_files?.soft);
  return Number.isSafeInteger(soft) && soft > 0 ? soft : MOST;
}
