import { readJson, writeJson } from '../lib/local-storage.ts';
import type { BoardToggle } from './board-module.ts';

const keyOf = (game: string): string => `tablier.board.${game}`;

/** Which display settings of a board are on; stored in this browser if it allows it. */
export class Toggles {
  on: ReadonlySet<string> = $state.raw(new Set());
  readonly #game: string;

  constructor(game: string, toggles: readonly BoardToggle[]) {
    this.#game = game;
    const remembered = readSet(keyOf(game));
    const initially = toggles.filter((toggle) => toggle.initially).map(({ id }) => id);
    this.on = new Set(remembered ?? initially);
  }

  flip(id: string): void {
    const next = new Set(this.on);
    if (!next.delete(id)) next.add(id);
    this.on = next;
    // Without storage the choice lasts until the page is left.
    writeJson(keyOf(this.#game), [...next]);
  }
}

function readSet(key: string): string[] | null {
  const data = readJson(key);
  return Array.isArray(data) ? data.filter((item) => typeof item === 'string') : null;
}
