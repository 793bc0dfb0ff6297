import type { MatchHead, NewEvent, Redaction, Redactor, StoredEvent } from '@tablier/store';
import { listTableIfReadable } from '../tables/table-log.ts';

/** Ids of commands begin with the person whose they are. */
const isDeedOf = (value: unknown, person: string): boolean =>
  typeof value === 'string' && value.startsWith(`${person}_`);

/**
 * Data in which somebody is not named any more: where his id was is nobody's, the name beside it is empty, and commands are not known
 * to be his. The same object where he is not in it.
 */
export function withoutPerson(data: unknown, person: string): unknown {
  if (Array.isArray(data)) {
    const list = data.map((each) => withoutPerson(each, person));
    return list.some((each, index) => each !== data[index]) ? list : data;
  }
  if (typeof data !== 'object' || data === null) return data === person ? '' : data;
  const fields = Object.entries(data);
  const isHis = fields.some(([, value]) => value === person);
  const isHisDeed = fields.some(([key, value]) => key === 'by' && isDeedOf(value, person));
  const left = fields
    .filter(([key]) => !isHisDeed || (key !== 'by' && key !== 'byHash'))
    .map(([key, value]) => [key, isHis && key === 'name' ? '' : withoutPerson(value, person)] as const);
  const same = left.length === fields.length && left.every(([, value], index) => value === fields[index]?.[1]);
  return same ? data : Object.fromEntries(left);
}

/** Takes somebody out of the log of a table, and marks that, so that whoever has it in memory reads it anew. */
export const tableRedactor =
  (person: string, at: number): Redactor =>
  (match, events) =>
    rewritten(match, events, { at, rewrite: (data) => withoutPerson(data, person) });

interface Rewriting {
  readonly at: number;
  /** What is left of data; the same object where nothing changes. */
  readonly rewrite: (data: unknown) => unknown;
}

function rewritten(match: MatchHead, events: readonly StoredEvent[], { at, rewrite }: Rewriting): Redaction {
  const head = rewrite(match.head);
  const left = events.map((event): StoredEvent => ({ ...event, data: rewrite(event.data) }));
  const changed = left.filter(({ data }, index) => data !== events[index]?.data);
  const event: NewEvent = { at, kind: 'redacted', data: {} };
  const listing = listTableIfReadable({ ...match, head }, left);
  return { head, data: new Map(changed.map(({ seq, data }) => [seq, data])), listing, event };
}

/** Data in which what was of one person is of another; names stay. The same object where the first is not in it. */
export function asPerson(data: unknown, from: string, to: string): unknown {
  if (data === from) return to;
  if (isDeedOf(data, from)) return `${to}${String(data).slice(from.length)}`;
  if (typeof data !== 'object' || data === null) return data;
  const fields = Object.entries(data).map(([key, value]) => [key, value, asPerson(value, from, to)] as const);
  if (fields.every(([, before, after]) => before === after)) return data;
  return Array.isArray(data)
    ? fields.map(([, , after]) => after)
    : Object.fromEntries(fields.map(([key, , after]) => [key, after]));
}

/** Makes another's what is somebody's at a table; at one that names them both nothing changes. */
export const tableGiver =
  ({ from, to }: { readonly from: string; readonly to: string }, at: number): Redactor =>
  (match, events) => {
    const all = [match.head, ...events.map(({ data }) => data)];
    if (all.some((data) => withoutPerson(data, to) !== data)) return null;
    if (all.every((data) => asPerson(data, from, to) === data)) return null;
    return rewritten(match, events, { at, rewrite: (data) => asPerson(data, from, to) });
  };

/** Makes another's what somebody said in a room of chat. */
export const chatGiver =
  (from: string, to: string): Redactor =>
  ({ head }, events) => {
    const his = events.filter(({ data }) => isSaidBy(data, from));
    if (his.length === 0) return null;
    return { head, data: new Map(his.map(({ seq, data }) => [seq, asPerson(data, from, to)])), listing: null };
  };

/** Empties what somebody said in a room of chat; the lines stay where they were. */
export const chatRedactor = (person: string): Redactor => chatEraser((data) => isSaidBy(data, person));

/** Empties some lines of a room of chat. `onErased` is told how many, each time that it is tried. */
export function chatEraser(
  isMeant: (data: unknown) => boolean,
  onErased: (lines: number) => void = () => undefined,
): Redactor {
  return ({ head }, events) => {
    const meant = events.filter(({ data }) => !isEmptied(data) && isMeant(data));
    onErased(meant.length);
    if (meant.length === 0) return null;
    const emptied = meant.map(({ seq, data }) => [seq, { ...silent(data), name: '', text: '' }] as const);
    return { head, data: new Map(emptied), listing: null };
  };
}

/** Changes nothing at a table but that whoever has it in memory reads it and its chat anew. */
export const tableMarker =
  (at: number): Redactor =>
  (match, events) =>
    rewritten(match, events, { at, rewrite: (data) => data });

const isEmptied = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && !('by' in data) && 'text' in data && data.text === '';

/** Whether a line of chat was said under a name. */
export const isSaidUnder = (data: unknown, name: string): boolean =>
  typeof data === 'object' && data !== null && 'name' in data && data.name === name;

/** Whether a line of chat is somebody's. */
export const isSaidBy = (data: unknown, person: string): boolean =>
  typeof data === 'object' && data !== null && 'by' in data && isDeedOf(data.by, person);

function silent(data: unknown): object {
  const { by: _, ...line } = data as { readonly by?: string };
  return line;
}
