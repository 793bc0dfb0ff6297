/** Where a running game is kept between visits. */
const CURRENT = 'tablier.game';
const ASIDE = 'tablier.game.aside';

/** The text of the game that was being played, or `null`. */
export function readCurrent(): string | null {
  try {
    return localStorage.getItem(CURRENT);
  } catch {
    return null;
  }
}

/** Keeps a game; says whether the browser let us. */
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
    // Nothing was kept, then.
  }
}

/** The names under which games are put away: each its own, so that none takes another's place. */
function* asideKeys(): Generator<string> {
  yield ASIDE;
  for (let number = 2; ; number++) yield `${ASIDE}.${number}`;
}

/** Puts a game that cannot be read away, where it stays until it is thrown away by hand. */
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

/** The game that was put away last, with its name; `null` where there is none. */
function lastAside(): { readonly key: string; readonly text: string } | null {
  let last: { readonly key: string; readonly text: string } | null = null;
  try {
    for (const key of asideKeys()) {
      const text = localStorage.getItem(key);
      if (text === null) return last;
      last = { key, text };
    }
  } catch {
    // Nothing was kept, then.
  }
  return last;
}

/** The game that was put away last, or `null`. */
export const readAside = (): string | null => lastAside()?.text ?? null;

/** Throws the game that was put away last away for good. */
export function clearAside(): void {
  const last = lastAside();
  if (last !== null) localStorage.removeItem(last.key);
}
