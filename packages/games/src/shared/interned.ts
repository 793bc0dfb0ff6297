/** So many objects are kept of a kind; beyond that all are forgotten, and made again as they are needed. */
const MOST = 20_000;

/**
 * `make`, giving the same object for the same number each time. Parts of views are made so: two views of a game share what did not
 * change, which is then told and kept once. `make` is pure, and nobody writes to what it gives.
 */
export function interned<T>(make: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    const there = known.get(key);
    if (there !== undefined) return there;
    if (known.size >= MOST) known.clear();
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
