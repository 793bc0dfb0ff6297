import { isObject, readJson, writeJson } from '../../lib/local-storage.ts';

/** The storage key: for each game the ids of the puzzles that are solved. */
const KEY = 'tablier.puzzles';

/** The puzzles that were solved in this browser. Without storage it lasts until the page is left. */
class SolvedPuzzles {
  #ids: Readonly<Record<string, readonly string[]>> = $state.raw(stored());

  /** The ids of the solved puzzles of a game. Ids of puzzles that no longer exist do no harm. */
  of(gameId: string): ReadonlySet<string> {
    return new Set(this.#ids[gameId] ?? []);
  }

  add(gameId: string, id: string): void {
    // Another tab may have added some.
    const ids = stored();
    this.#ids = { ...this.#ids, ...ids, [gameId]: [...new Set([...this.of(gameId), ...(ids[gameId] ?? []), id])] };
    writeJson(KEY, this.#ids);
  }
}

function stored(): Readonly<Record<string, readonly string[]>> {
  const data = readJson(KEY);
  if (!isObject(data)) return {};
  return Object.fromEntries(
    Object.entries(data).flatMap(([game, ids]) =>
      Array.isArray(ids) ? [[game, ids.filter((id) => typeof id === 'string')]] : [],
    ),
  );
}

export const solved = new SolvedPuzzles();
