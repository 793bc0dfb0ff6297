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

/** Puts a game that cannot be read away, where it stays until it is thrown away by hand. */
export function setCurrentAside(): void {
  const text = readCurrent();
  if (text === null) return;
  try {
    localStorage.setItem(ASIDE, text);
    localStorage.removeItem(CURRENT);
  } catch {
    // It stays where it was.
  }
}

/** The game that was put away, or `null`. */
export function readAside(): string | null {
  try {
    return localStorage.getItem(ASIDE);
  } catch {
    return null;
  }
}

export function clearAside(): void {
  try {
    localStorage.removeItem(ASIDE);
  } catch {
    // Nothing was kept, then.
  }
}
