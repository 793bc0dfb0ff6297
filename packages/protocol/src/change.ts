import * as z from 'zod/mini';

/**
 * What makes one piece of plain data out of another: `[value]`, it is that now; `[]`, it is gone; else the changes of its members by
 * key or index. An array that is shorter now has a change of its `length`, one that is longer has its new elements.
 */
export type Change = readonly unknown[] | { readonly [member: string]: Change };

export const change: z.ZodMiniType<Change> = z.union([
  z.array(z.unknown()).check(z.maxLength(1)),
  z.record(
    z.string(),
    z.lazy(() => change),
  ),
]);

type Members = Readonly<Record<string, unknown>>;

const isList = (data: unknown): data is readonly unknown[] => Array.isArray(data);
const isObject = (data: unknown): data is Members => typeof data === 'object' && data !== null && !isList(data);
const isChangeOfMembers = (known: Change): known is { readonly [member: string]: Change } => !isList(known);

const memberOf = (data: Members, key: string): unknown => (Object.hasOwn(data, key) ? data[key] : undefined);

/**
 * The change from one piece of plain JSON data to another; `null` where they are equal. A member that is `undefined` is not there, and
 * none is called `__proto__`.
 */
export function changeBetween(before: unknown, after: unknown): Change | null {
  if (before === after) return null;
  if (isList(before) && isList(after)) return changeOfList(before, after);
  return isObject(before) && isObject(after) ? changeOfObject(before, after) : [after];
}

function changeOfObject(before: Members, after: Members): Change | null {
  const members: Record<string, Change> = {};
  let count = 0;
  for (const key of Object.keys(after)) {
    const value = after[key];
    const own = value === undefined ? null : changeBetween(memberOf(before, key), value);
    if (own === null) continue;
    members[key] = own;
    count++;
  }
  for (const key of Object.keys(before)) {
    if (before[key] === undefined || memberOf(after, key) !== undefined) continue;
    members[key] = [];
    count++;
  }
  return count === 0 ? null : members;
}

/** A list of plain values of which so many are other ones, one in so many, is told anew: its indices would be longer. */
const DENSE = 3;

function changeOfList(before: readonly unknown[], after: readonly unknown[]): Change | null {
  const members: Record<string, Change> = {};
  let count = 0;
  for (let index = 0; index < after.length; index++) {
    const own = index < before.length ? changeBetween(before[index], after[index]) : [after[index]];
    if (own === null) continue;
    members[index] = own;
    count++;
  }
  const isPlain = count > 1 && !after.some((value) => typeof value === 'object' && value !== null);
  if (isPlain && count * DENSE > after.length) return [after];
  if (after.length < before.length) {
    members['length'] = [after.length];
    count++;
  }
  return count === 0 ? null : members;
}

/** The data with a change made, sharing what is as before. A change that does not fit gives something of another form: it is to be checked. */
export function withChange(before: unknown, known: Change): unknown {
  if (!isChangeOfMembers(known)) return known[0];
  return isList(before) ? listWith(before, known) : objectWith(isObject(before) ? before : {}, known);
}

function listWith(before: readonly unknown[], members: { readonly [member: string]: Change }): unknown[] {
  const after = [...before];
  for (const [key, own] of Object.entries(members)) {
    const index = Number(key);
    if (key === 'length') after.length = Math.min(after.length, lengthOf(own));
    // In order of index, as every object with such keys is.
    else if (index <= after.length) after[index] = withChange(after[index], own);
  }
  return after;
}

const lengthOf = (own: Change): number => {
  const length: unknown = isList(own) ? own[0] : 0;
  return typeof length === 'number' && Number.isInteger(length) && length >= 0 ? length : 0;
};

function objectWith(before: Members, members: { readonly [member: string]: Change }): Members {
  const after = new Map(Object.entries(before));
  for (const [key, own] of Object.entries(members)) {
    if (isList(own) && own.length === 0) after.delete(key);
    else after.set(key, withChange(after.get(key), own));
  }
  return Object.fromEntries(after);
}
