/** Cache size of each function, in objects. A full cache is cleared. */
const CACHE_SIZE = 20_000;

/** Memoises a pure `make`: equal parts of two views are one object, which is sent and stored once and must not be modified. */
export function interned<T>(make: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    const there = known.get(key);
    if (there !== undefined) return there;
    if (known.size >= CACHE_SIZE) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
