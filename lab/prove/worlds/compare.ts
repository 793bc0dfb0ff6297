import type { ServerMessage } from '@tablier/protocol';

/** A forbidden difference between the worlds. */
export interface Leak {
  /** How it left the server: `socket of Ada`, `GET /api/me as Eve`, `questions to bots`, `log`. */
  readonly channel: string;
  readonly at: string;
  /** The first place where the worlds differ. */
  readonly texts: string;
}

type Listing = Extract<ServerMessage, { readonly kind: 'lobby' | 'own' }>;

/**
 * What a client received during one step, sorted: commands and answers of many clients take turns, so it depends on
 * time which comes first. Presence, the lobby and the user's own tables are sent at a limited pace, and the number of
 * changes in one message only depends on time. So all messages of a step about one of them count as one, at its end. Lines of a chat that
 * were said shortly after each other come together or each in its own message, so each line counts as one.
 */
export function canonical(received: readonly string[]): string[] {
  const others: string[] = [];
  const paced = new Map<string, string>();
  for (const text of received) {
    const message = PACED.test(text) ? (JSON.parse(text) as ServerMessage) : null;
    if (message?.kind === 'presence') paced.set(`presence ${message.table}`, text);
    else if (message?.kind === 'lobby' || message?.kind === 'own') noteListing(message, paced);
    else if (message?.kind === 'said' && message.lines.length > 0)
      others.push(...message.lines.map((line) => JSON.stringify({ ...message, lines: [line] })));
    else others.push(text);
  }
  return [...others.sort(), ...[...paced.keys()].sort().map((key) => `${key} ${paced.get(key)}`)];
}

const PACED = /^\{"kind":"(presence|lobby|own|said)"/;

/** Keeps the last summary of each table. */
function noteListing({ kind, changed, gone }: Listing, paced: Map<string, string>): void {
  for (const id of gone) paced.set(`${kind} ${id}`, 'gone');
  for (const summary of changed) paced.set(`${kind} ${summary.id}`, JSON.stringify(summary));
}

/** The frames of Node in a stack: which of them an error that came late went through depends on time. */
const NODE_FRAMES = /\\n {4}at [^\\]*node:internal[^\\]*?(?=\\n|")/g;

/** A line of the log without times and addresses. */
export function timeless(line: string): string {
  const { time: _, ms: __, reqId: ___, remotePort: ____, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify(rest).replaceAll(NODE_FRAMES, '');
}

/** The first difference between two lists of texts, shortened; `null` if they are equal. */
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
