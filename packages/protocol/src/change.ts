import * as z from 'zod/mini';

/**
 * The difference between two pieces of plain data: `[value]` for a new value, `[]` for a removed one, otherwise the changes of the members
 * by key or index. A shorter array has a change of its `length`; a longer one has its new elements.
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
 * The JSON text of the change between two pieces of plain JSON data; `null` if they are equal. Members that are `undefined` count as
 * missing, and no member may be called `__proto__`. Identical objects are not compared.
 */
export function writeChange(before: unknown, after: unknown): string | null {
  if (before === after) return null;
  if (isList(before) && isList(after)) return changeOfList(before, after);
  return isObject(before) && isObject(after) ? changeOfObject(before, after) : textOfNew(after);
}

const textOfNew = (value: unknown): string => `[${JSON.stringify(value)}]`;

/** Most keys are words of the protocol or numbers, which need no escaping. */
const textOfKey = (key: string): string => (/^[\w-]+$/.test(key) ? `"${key}"` : JSON.stringify(key));

/** Uses `for…in`, which creates no list of keys. Plain data have no inherited enumerable members. */
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

/** Plain data contain no functions: a function comes from the prototype. */
function memberOf(data: Members, key: string): unknown {
  const value = data[key];
  return typeof value === 'function' ? undefined : value;
}

/** If more than one in `DENSE` values of a list of plain values changed, the whole list is shorter than its changes with their indices. */
const DENSE = 3;

function changeOfList(before: readonly unknown[], after: readonly unknown[]): string | null {
  let members = '';
  let count = 0;
  for (let index = 0; index < after.length; index++) {
    const value = after[index];
    if (index < before.length && before[index] === value) continue;
    const own = index < before.length ? writeChange(before[index], value) : textOfNew(value);
    if (own !== null) members += `${count++ === 0 ? '{' : ','}"${index}":${own}`;
  }
  if (count > 1 && count * DENSE > after.length && !after.some(isNode)) return textOfNew(after);
  if (after.length < before.length) members += `${count === 0 ? '{' : ','}"length":[${after.length}]`;
  return members === '' ? null : `${members}}`;
}

/** Applies a change. Unchanged parts are shared with `before`. A change that does not fit gives data of another shape, so validate the result. */
export function withChange(before: unknown, known: Change): unknown {
  if (!isChangeOfMembers(known)) return known[0];
  return isList(before) ? listWith(before, known) : objectWith(isObject(before) ? before : {}, known);
}

function listWith(before: readonly unknown[], members: { readonly [member: string]: Change }): unknown[] {
  const after = [...before];
  for (const [key, own] of Object.entries(members)) {
    const index = Number(key);
    if (key === 'length') after.length = Math.min(after.length, lengthOf(own));
    // Integer keys of an object are in ascending order.
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
