import type { ServerMessage } from '@tablier/protocol';

/** Where something differs that must not. */
export interface Leak {
  /** Which way it got out: `socket of Ada`, `GET /api/me as Eve`, `bots`, `log`. */
  readonly channel: string;
  readonly at: string;
  /** The first place where the worlds part. */
  readonly texts: string;
}

type Paced = Extract<ServerMessage, { readonly kind: 'lobby' }>;
type Summary = Paced['changed'][number];

/**
 * What a line was told during one step, in order. Presence and the lobby are told at a pace, and how many changes go into one message is
 * a matter of time alone: what a step told of them is one message, at its end. Whether anything was told of them, and what, is kept.
 */
export function canonical(heard: readonly string[]): string[] {
  const told: string[] = [];
  const presence = new Map<string, string>();
  const changed = new Map<string, Summary>();
  const gone = new Set<string>();
  for (const text of heard) {
    const isPaced = /^\{"kind":"(presence|lobby)"/.test(text);
    const message = isPaced ? (JSON.parse(text) as ServerMessage) : null;
    if (message?.kind === 'presence') presence.set(message.table, text);
    else if (message?.kind === 'lobby') mergeLobby(message, changed, gone);
    else told.push(text);
  }
  const lobby = [...changed.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
  const merged = changed.size + gone.size === 0 ? [] : [JSON.stringify({ lobby, gone: [...gone].sort() })];
  return [...told, ...[...presence.keys()].sort().map((table) => presence.get(table) ?? ''), ...merged];
}

function mergeLobby(message: Paced, changed: Map<string, Summary>, gone: Set<string>): void {
  for (const id of message.gone) {
    changed.delete(id);
    gone.add(id);
  }
  for (const summary of message.changed) {
    changed.set(summary.id, summary);
    gone.delete(summary.id);
  }
}

/** A line of the log without what is a matter of time and of addresses. */
export function timeless(line: string): string {
  const { time: _, ms: __, reqId: ___, remotePort: ____, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(rest);
}

/** Where two lists of texts part, in few words; `null` where they do not. */
export function firstDifference(left: readonly string[], right: readonly string[]): string | null {
  const at = left.findIndex((text, index) => text !== right[index]);
  if (at < 0) {
    if (left.length === right.length) return null;
    return `${left.length} and ${right.length} messages; only there: ${shorten(right[left.length] ?? '')}`;
  }
  const [one, other] = [left[at] ?? '', right[at] ?? '(nothing)'];
  const letter = Array.from(one).findIndex((character, index) => character !== other[index]);
  const around = (text: string): string => text.slice(Math.max(0, letter - 40), letter + 60);
  return `${one.slice(0, 30)}…: ${around(one)} ≠ ${around(other)}`;
}

const shorten = (text: string): string => text.slice(0, 120);
