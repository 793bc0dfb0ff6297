/** Cache size of each function, in objects. A full cache is cleared. */
const CACHE_SIZE = 20_000;

/**
 * Memoises `make`: the same number gives the same object. Parts of views are made like this, so that two views of a game share what did
 * not change. It is then sent and stored once. `make` must be pure, and its results must not be modified.
 */
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
