import type { Seat } from '@tablier/core';
import type { MatchView } from '@tablier/match';
import { time } from '../../lib/time.svelte.ts';
import { isObject, itemKeys, readJson, removeItem, writeJson } from '../../lib/local-storage.ts';

/** The most tables of which something of a kind is kept; the oldest is dropped. */
const MOST = 50;

/** Stores what belongs to a table as the newest, whatever the clock of the device showed when the others were stored. */
export function keepNewest(prefix: string, table: string, kept: { readonly at: number }): boolean {
  const others = itemKeys(prefix)
    .filter((key) => key !== prefix + table)
    .map((key) => ({ key, at: Number((readJson(key) as { at?: unknown } | null)?.at ?? 0) }))
    .sort((one, other) => one.at - other.at);
  if (others.length >= MOST) removeItem(others[0]?.key ?? '');
  return writeJson(prefix + table, { ...kept, at: Math.max(kept.at, (others.at(-1)?.at ?? -1) + 1) });
}

/** In notation. */
export interface KeptPremove {
  readonly move: string;
  /** Whether the board asked about it before it was added. */
  readonly wasAsked: boolean;
}

/** The premoves of a seat at a table, as this browser keeps them while the page is closed. */
interface KeptPremoves {
  /** The moves of the match when they were stored. */
  readonly plies: number;
  readonly turnIndex: number;
  /** Whether the first of them is on its way. */
  readonly isSent: boolean;
  readonly moves: readonly KeptPremove[];
}

const PREFIX = 'tablier.premoves.';

/** Returns whether the browser keeps them; none deletes what is there. */
export function writePremoves(table: string, seat: Seat, kept: KeptPremoves): boolean {
  if (kept.moves.length > 0) return keepNewest(PREFIX, `${table}.${seat}`, { ...kept, at: time.now });
  removeItem(`${PREFIX}${table}.${seat}`);
  return false;
}

/** The premoves that still wait for the next turn of their player: none are left if moves were taken back or made elsewhere since. */
export function readPremoves(table: string, seat: Seat, match: MatchView): readonly KeptPremove[] {
  const kept = readJson(`${PREFIX}${table}.${seat}`);
  if (!isKept(kept)) return [];
  const { plies, turnIndex, isSent, moves } = kept;
  const own = match.moves.filter((move) => move.seat === seat && move.ply > plies);
  const isMade = isSent && match.plies > plies;
  const [first] = own;
  const isOther = isMade
    ? own.length > 1 || (first !== undefined && first.text !== moves[0]?.move)
    : own.length > 0 || match.view.turnIndex - turnIndex >= match.view.players;
  if (isOther || match.plies < plies || match.end !== null) return [];
  return isMade ? moves.slice(1) : moves;
}

function isKept(data: unknown): data is KeptPremoves {
  if (!isObject(data)) return false;
  const { plies, turnIndex, isSent, moves } = data;
  return (
    [plies, turnIndex].every(Number.isInteger) &&
    typeof isSent === 'boolean' &&
    Array.isArray(moves) &&
    moves.every((each) => isObject(each) && typeof each['move'] === 'string' && typeof each['wasAsked'] === 'boolean')
  );
}
