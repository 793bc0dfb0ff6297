import { isDeepStrictEqual } from 'node:util';

/** The value of a poisoned field until something is copied over it. No position contains it. */
const POISON = Symbol('poison');

/**
 * Overwrites every own field of `target` that `copyFrom` must copy, so that a forgotten field is found.
 * Typed arrays keep their size and lose their contents, as maps and sets do; objects of a class are poisoned field by field.
 * Private fields (`#name`) cannot be seen from outside: a position keeps nothing in them that must be copied.
 *
 * @param fixed - paths of fields that the setup decides (`players`), or whose rest is never read (`history.words`)
 */
export function poison(target: object, fixed: readonly string[] = []): void {
  for (const [name, value] of Object.entries(target)) {
    if (fixed.includes(name)) continue;
    if (value instanceof Map) refill(value, () => value.set(POISON, POISON));
    else if (value instanceof Set) refill(value, () => value.add(POISON));
    else if (isClassObject(value)) poison(value, pathsBelow(name, fixed));
    else if (ArrayBuffer.isView(value)) new Uint8Array(value.buffer, value.byteOffset, value.byteLength).fill(0x55);
    else Reflect.set(target, name, POISON);
  }
}

function refill(collection: Map<unknown, unknown> | Set<unknown>, add: () => void): void {
  collection.clear();
  add();
}

/** The paths of the own fields in which `copy` differs from `source`, without those of `fixed`. */
export function differingFields(source: object, copy: object, fixed: readonly string[] = []): string[] {
  return Object.entries(source).flatMap(([name, value]) => {
    if (fixed.includes(name)) return [];
    const copied: unknown = Reflect.get(copy, name);
    if (isClassObject(value) && isClassObject(copied)) {
      return differingFields(value, copied, pathsBelow(name, fixed)).map((path) => `${name}.${path}`);
    }
    return isDeepStrictEqual(value, copied) ? [] : [name];
  });
}

/** The paths of the fields whose changes `copy` shares with `source`: typed arrays, maps, sets and objects of a class. */
export function sharedFields(source: object, copy: object, fixed: readonly string[] = []): string[] {
  return Object.entries(source).flatMap(([name, value]) => {
    if (fixed.includes(name)) return [];
    const copied: unknown = Reflect.get(copy, name);
    if (ArrayBuffer.isView(value)) return ArrayBuffer.isView(copied) && value.buffer === copied.buffer ? [name] : [];
    if (value instanceof Map || value instanceof Set) return value === copied ? [name] : [];
    if (!isClassObject(value) || !isClassObject(copied)) return [];
    if (value === copied) return [name];
    return sharedFields(value, copied, pathsBelow(name, fixed)).map((path) => `${name}.${path}`);
  });
}

/** Objects without fields of their own to compare. */
const BUILT_IN = [Array, ArrayBuffer, Map, Set];

/** An object with its own state: neither plain data, which positions share, nor an array or another collection. */
function isClassObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null && !BUILT_IN.some((type) => value instanceof type);
}

const pathsBelow = (name: string, paths: readonly string[]): string[] =>
  paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
