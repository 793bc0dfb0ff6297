import type { ServerMessage } from '@tablier/protocol';

/** Where something differs that must not. */
export interface Leak {
  /** Which way it got out: `socket of Ada`, `GET /api/me as Eve`, `bots`, `log`. */
  readonly channel: string;
  readonly at: string;
  /** The first place where the worlds part. */
  readonly texts: string;
}

type Listing = Extract<ServerMessage, { readonly kind: 'lobby' | 'own' }>;

/**
 * What a line was told during one step, in order. Presence, the lobby and one's own tables are told at a pace, and how many changes go into
 * one message is a matter of time alone: what a step told of them is one message, at its end. Whether anything was told of them, and what, is
 * kept.
 */
export function canonical(heard: readonly string[]): string[] {
  const told: string[] = [];
  const paced = new Map<string, string>();
  for (const text of heard) {
    const message = PACED.test(text) ? (JSON.parse(text) as ServerMessage) : null;
    if (message?.kind === 'presence') paced.set(`presence ${message.table}`, text);
    else if (message?.kind === 'lobby' || message?.kind === 'own') noteListing(message, paced);
    else told.push(text);
  }
  return [...told, ...[...paced.keys()].sort().map((key) => `${key} ${paced.get(key)}`)];
}

const PACED = /^\{"kind":"(presence|lobby|own)"/;

/** What was told last of each table. */
function noteListing({ kind, changed, gone }: Listing, paced: Map<string, string>): void {
  for (const id of gone) paced.set(`${kind} ${id}`, 'gone');
  for (const summary of changed) paced.set(`${kind} ${summary.id}`, JSON.stringify(summary));
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
