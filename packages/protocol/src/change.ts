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
const isNode = (data: unknown): data is object => typeof data === 'object' && data !== null;
const isObject = (data: unknown): data is Members => isNode(data) && !isList(data);
const isChangeOfMembers = (known: Change): known is { readonly [member: string]: Change } => !isList(known);

/**
 * The text of the change from one piece of plain JSON data to another; `null` where they are equal. A member that is `undefined` is
 * not there, and none is called `__proto__`. `after` is taken over: where a part of it equals the same part of `before`, it becomes that
 * very object, so that of two versions that are much alike most is in memory once.
 */
export function writeChange(before: unknown, after: unknown): string | null {
  if (before === after) return null;
  if (isList(before) && isList(after)) return changeOfList(before, after);
  return isObject(before) && isObject(after) ? changeOfObject(before, after) : textOfNew(after);
}

const textOfNew = (value: unknown): string => `[${JSON.stringify(value)}]`;

/** Keys are words of the protocol or numbers; any other is written with care. */
const textOfKey = (key: string): string => (/^[\w-]+$/.test(key) ? `"${key}"` : JSON.stringify(key));

/** An object without enumerable members but its own, as all plain data are, is gone through by `in`: that makes no list of keys. */
function changeOfObject(before: Members, after: Members): string | null {
  let members = '';
  let kept = 0;
  for (const key in after) {
    const value = after[key];
    if (value === undefined) continue;
    const was = memberOf(before, key);
    if (was !== undefined) kept++;
    if (was === value) continue;
    const own = writeChange(was, value);
    if (own !== null) members += `${members === '' ? '{' : ','}${textOfKey(key)}:${own}`;
    else (after as Record<string, unknown>)[key] = was;
  }
  if (kept < sizeOf(before)) members += goneOf(before, after, members === '' ? '{' : ',');
  return members === '' ? null : `${members}}`;
}

function sizeOf(data: Members): number {
  let size = 0;
  for (const key in data) if (data[key] !== undefined) size++;
  return size;
}

function goneOf(before: Members, after: Members, separator: string): string {
  const gone = Object.keys(before).filter((key) => before[key] !== undefined && memberOf(after, key) === undefined);
  return separator + gone.map((key) => `${textOfKey(key)}:[]`).join(',');
}

/** Plain data hold no functions: what is one comes from the prototype. */
function memberOf(data: Members, key: string): unknown {
  const value = data[key];
  return typeof value === 'function' ? undefined : value;
}

/** A list of plain values of which so many are other ones, one in so many, is told anew: its indices would be longer. */
const DENSE = 3;

function changeOfList(before: readonly unknown[], after: readonly unknown[]): string | null {
  let members = '';
  let count = 0;
  for (let index = 0; index < after.length; index++) {
    const value = after[index];
    if (index < before.length && before[index] === value) continue;
    const own = index < before.length ? writeChange(before[index], value) : textOfNew(value);
    if (own !== null) members += `${count++ === 0 ? '{' : ','}"${index}":${own}`;
    else (after as unknown[])[index] = before[index];
  }
  if (count > 1 && count * DENSE > after.length && !after.some(isNode)) return textOfNew(after);
  if (after.length < before.length) members += `${count === 0 ? '{' : ','}"length":[${after.length}]`;
  return members === '' ? null : `${members}}`;
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
