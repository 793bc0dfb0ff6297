import type { StreamHead, NewEvent, Redaction, Redactor, StoredEvent } from '@tablier/store';
import { authorOf, CHAT_STREAM } from '../tables/logs/chat.ts';
import { listTableIfReadable } from '../tables/logs/table-log.ts';
import { TABLE_STREAM } from '../tables/state/table-stream.ts';

/** Removes a person from the log of a table. Appends a `redacted` event, so that every node with the table in memory reads it again. */
export const tableRedactor =
  (person: string, at: number): Redactor =>
  (match, events) =>
    rewritten(match, events, {
      at,
      head: (head) => TABLE_STREAM.headWithout(head, person),
      data: (event) => TABLE_STREAM.dataWithout(event, person),
    });

/** Transfers a table from one person to another. Changes nothing if the log names both. */
export const tableGiver =
  ({ from, to }: { readonly from: string; readonly to: string }, at: number): Redactor =>
  (match, events) => {
    const stream = { head: match.head, events };
    if (TABLE_STREAM.names(to, stream) || !TABLE_STREAM.names(from, stream)) return null;
    return rewritten(match, events, {
      at,
      head: (head) => TABLE_STREAM.headGiven(head, from, to),
      data: (event) => TABLE_STREAM.dataGiven(event, from, to),
    });
  };

/** Only makes every node with the table in memory read it and its chat again. */
export const tableMarker =
  (at: number): Redactor =>
  (match, events) =>
    rewritten(match, events, { at, head: (head) => head, data: ({ data }) => data });

interface Rewriting {
  readonly at: number;
  readonly head: (head: unknown) => unknown;
  readonly data: (event: StoredEvent) => unknown;
}

function rewritten(match: StreamHead, events: readonly StoredEvent[], rewriting: Rewriting): Redaction {
  const head = rewriting.head(match.head);
  const left = events.map((event): StoredEvent => ({ ...event, data: rewriting.data(event) }));
  const changed = left.filter(({ data }, index) => data !== events[index]?.data);
  const event: NewEvent = { at: rewriting.at, kind: 'redacted', data: {} };
  const listing = listTableIfReadable({ ...match, head }, left);
  return { head, data: new Map(changed.map(({ seq, data }) => [seq, data])), listing, event };
}

export const chatGiver =
  (from: string, to: string): Redactor =>
  ({ head }, events) => {
    const lines = events.filter((event) => isLineBy(event, from));
    if (lines.length === 0) return null;
    return {
      head,
      data: new Map(lines.map((event) => [event.seq, CHAT_STREAM.dataGiven(event, from, to)])),
      listing: null,
    };
  };

/** Empties the messages of a person in a chat room. The empty messages stay. */
export const chatRedactor =
  (person: string): Redactor =>
  ({ head }, events) => {
    const lines = events.filter((event) => isLineBy(event, person));
    if (lines.length === 0) return null;
    return {
      head,
      data: new Map(lines.map((event) => [event.seq, CHAT_STREAM.dataWithout(event, person)])),
      listing: null,
    };
  };

/** Empties some messages of a chat room. `onErased` receives their number, possibly several times if the redaction is retried. */
export function chatEraser(isMeant: (event: StoredEvent) => boolean, onErased: (lines: number) => void): Redactor {
  return ({ head }, events) => {
    const meant = events.filter((event) => authorIn(event) !== null && isMeant(event));
    onErased(meant.length);
    if (meant.length === 0) return null;
    const emptied = meant.map((event) => [event.seq, CHAT_STREAM.dataWithout(event, authorIn(event) ?? '')] as const);
    return { head, data: new Map(emptied), listing: null };
  };
}

function authorIn(event: StoredEvent): string | null {
  const { by } = CHAT_STREAM.readEvent(event);
  return by === undefined ? null : authorOf(by);
}

export const hasAuthorName = (event: StoredEvent, name: string): boolean => CHAT_STREAM.readEvent(event).name === name;

export const isLineBy = (event: StoredEvent, person: string): boolean => CHAT_STREAM.names(person, { events: [event] });
