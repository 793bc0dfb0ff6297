/** The storage key of the running game. */
const CURRENT = 'tablier.game';
const ASIDE = 'tablier.game.aside';

/** The text of the saved game, or `null`. */
export function readCurrent(): string | null {
  try {
    return localStorage.getItem(CURRENT);
  } catch {
    return null;
  }
}

/** Saves a game; returns whether the browser allowed it. */
export function writeCurrent(text: string): boolean {
  try {
    localStorage.setItem(CURRENT, text);
    return true;
  } catch {
    return false;
  }
}

export function clearCurrent(): void {
  try {
    localStorage.removeItem(CURRENT);
  } catch {
    // Nothing was stored.
  }
}

/** The keys of unreadable games. Each has its own, so that none replaces another. */
function* asideKeys(): Generator<string> {
  yield ASIDE;
  for (let number = 2; ; number++) yield `${ASIDE}.${number}`;
}

/** Moves an unreadable game to a key of its own, where it stays until the user deletes it. */
export function setCurrentAside(): void {
  const text = readCurrent();
  if (text === null) return;
  try {
    for (const key of asideKeys()) {
      if (localStorage.getItem(key) !== null) continue;
      localStorage.setItem(key, text);
      break;
    }
    localStorage.removeItem(CURRENT);
  } catch {
    // It stays where it was.
  }
}

/** The unreadable game that was moved last, with its key; `null` for none. */
function lastAside(): { readonly key: string; readonly text: string } | null {
  let last: { readonly key: string; readonly text: string } | null = null;
  try {
    for (const key of asideKeys()) {
      const text = localStorage.getItem(key);
      if (text === null) return last;
      last = { key, text };
    }
  } catch {
    // Nothing was stored.
  }
  return last;
}

/** The unreadable game that was moved last, or `null`. */
export const readAside = (): string | null => lastAside()?.text ?? null;

/** Deletes the unreadable game that was moved last. */
export function clearAside(): void {
  const last = lastAside();
  if (last !== null) localStorage.removeItem(last.key);
}
