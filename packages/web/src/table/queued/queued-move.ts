import { canonicalJson, type Seat } from '@tablier/core';
import type { MatchView } from '@tablier/match';
import { itemKeys, readJson, removeItem, writeJson } from '../../lib/local-storage.ts';

/** A move of a correspondence game that the server has not confirmed. It belongs to one position and to no other. */
export interface QueuedMove {
  /** In notation. */
  readonly move: string;
  readonly seat: Seat;
  /** The number of moves made before it. */
  readonly plies: number;
  /** What its player saw, as canonical JSON. */
  readonly position: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Why a queued move is not sent: the match has ended, moves were taken back, others have moved, or something else is different. */
export type Outdated = 'over' | 'back' | 'on' | 'other';

/** `send`: the position is the same. `made`: the server has received it. Otherwise it is not sent; `since`: the moves made since, in notation. */
export type Verdict =
  | { readonly kind: 'send' | 'made' }
  | { readonly kind: 'outdated'; readonly why: Outdated; readonly since: readonly string[] };

const positionOf = ({ view, plies, peeks }: MatchView): string => canonicalJson([plies, view, peeks]);

/** A move chosen at this position. */
export const queuedAt = (match: MatchView, seat: Seat, move: string, at: number): QueuedMove => ({
  move,
  seat,
  plies: match.plies,
  position: positionOf(match),
  at,
});

/** Compares the newest position with the one for which a move was chosen. */
export function judge({ move, seat, plies, position }: QueuedMove, match: MatchView): Verdict {
  if (match.end === null && positionOf(match) === position) return { kind: 'send' };
  const since = match.moves.filter(({ ply }) => ply > plies);
  const next = since.find(({ ply }) => ply === plies + 1);
  if (next?.seat === seat && next.text === move) return { kind: 'made' };
  const why = match.end !== null ? 'over' : match.plies < plies ? 'back' : match.plies > plies ? 'on' : 'other';
  return { kind: 'outdated', why, since: since.map(({ text }) => text) };
}

const PREFIX = 'tablier.queued.';
/** The most tables with a queued move; the oldest is dropped. */
const MOST = 50;

/** The stored move of a table; `null` for none. */
export function readQueued(table: string): QueuedMove | null {
  const data = readJson(PREFIX + table);
  return isQueued(data) ? data : null;
}

/** Stores the move of a table as the newest, whatever the clock of the device showed when the others were stored. */
export function writeQueued(table: string, queued: QueuedMove): void {
  const others = itemKeys(PREFIX)
    .filter((key) => key !== PREFIX + table)
    .map((key) => ({ key, at: Number((readJson(key) as Partial<QueuedMove> | null)?.at ?? 0) }))
    .sort((one, other) => one.at - other.at);
  if (others.length >= MOST) removeItem(others[0]?.key ?? '');
  writeJson(PREFIX + table, { ...queued, at: Math.max(queued.at, (others.at(-1)?.at ?? -1) + 1) });
}

export const removeQueued = (table: string): void => removeItem(PREFIX + table);

function isQueued(data: unknown): data is QueuedMove {
  if (typeof data !== 'object' || data === null) return false;
  const { move, seat, plies, position, at } = data as Readonly<Record<string, unknown>>;
  return (
    typeof move === 'string' &&
    typeof position === 'string' &&
    Number.isInteger(seat) &&
    Number.isInteger(plies) &&
    typeof at === 'number'
  );
}
