import type { NewEvent, Redactor, StoredEvent } from '@tablier/store';
import { listTable } from './table-log.ts';

/** Ids of deeds begin with the person whose they are. */
const isDeedOf = (value: unknown, person: string): boolean =>
  typeof value === 'string' && value.startsWith(`${person}_`);

/**
 * Data in which somebody is not named any more: where his id was is nobody's, the name beside it is empty, and deeds are not known
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
  const left = fields
    .filter(([key, value]) => key !== 'by' || !isDeedOf(value, person))
    .map(([key, value]) => [key, isHis && key === 'name' ? '' : withoutPerson(value, person)] as const);
  const same = left.length === fields.length && left.every(([, value], index) => value === fields[index]?.[1]);
  return same ? data : Object.fromEntries(left);
}

/** Takes somebody out of the log of a table, and marks that, so that whoever has it in memory reads it anew. */
export function tableRedactor(person: string, at: number): Redactor {
  return (match, events) => {
    const head = withoutPerson(match.head, person);
    const left = events.map((event): StoredEvent => ({ ...event, data: withoutPerson(event.data, person) }));
    const changed = left.filter(({ data }, index) => data !== events[index]?.data);
    const event: NewEvent = { at, kind: 'redacted', data: {} };
    const listing = listTable({ ...match, head }, left);
    return { head, data: new Map(changed.map(({ seq, data }) => [seq, data])), listing, event };
  };
}

/** Empties what somebody said in a room of chat; the lines stay where they were. */
export function chatRedactor(person: string): Redactor {
  return ({ head }, events) => {
    const his = events.filter(({ data }) => isSaidBy(data, person));
    if (his.length === 0) return null;
    const emptied = his.map(({ seq, data }) => [seq, { ...silent(data), name: '', text: '' }] as const);
    return { head, data: new Map(emptied), listing: null };
  };
}

/** Whether a line of chat is somebody's. */
export const isSaidBy = (data: unknown, person: string): boolean =>
  typeof data === 'object' && data !== null && 'by' in data && isDeedOf(data.by, person);

function silent(data: unknown): object {
  const { by: _, ...line } = data as { readonly by?: string };
  return line;
}
