import { isDeepStrictEqual } from 'node:util';

/** The value of a poisoned field until something is copied over it. No position contains it. */
const POISON = Symbol('poison');

/**
 * Overwrites every own field of `target` that `copyFrom` must copy, so that a forgotten field is found.
 * Typed arrays keep their size and lose their contents; objects of a class are poisoned field by field.
 *
 * @param fixed - paths of fields that the setup decides (`players`), or whose rest is never read (`history.words`)
 */
export function poison(target: object, fixed: readonly string[] = []): void {
  for (const [name, value] of Object.entries(target)) {
    if (fixed.includes(name)) continue;
    if (isClassObject(value)) poison(value, pathsBelow(name, fixed));
    else if (ArrayBuffer.isView(value)) new Uint8Array(value.buffer, value.byteOffset, value.byteLength).fill(0x55);
    else Reflect.set(target, name, POISON);
  }
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

/** An object with its own state: neither plain data, which positions share, nor an array. */
function isClassObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype !== Object.prototype && prototype !== null && !(value instanceof ArrayBuffer);
}

const pathsBelow = (name: string, paths: readonly string[]): string[] =>
  paths.filter((path) => path.startsWith(`${name}.`)).map((path) => path.slice(name.length + 1));
