/** The table of Masker by the letter of [M2] and [M7]: crosses on cells, and how many of each colour are left. Knows no tokens. */
export class MaskerTable {
  /** Bottom first, by cell; without the colourless cross, which only ever stands on top. */
  readonly #stacks = new Map<string, string[]>();

  /** `grid`: rows from the top, separated by `/`; in the tower a row is stacks, separated by `,`. */
  constructor(grid: string) {
    for (const [row, text] of grid.split('/').toReversed().entries()) {
      const stacks = text.includes(',') ? text.split(',') : Array.from(text);
      for (const [column, stack] of stacks.entries()) {
        const cell = `${'abcdef'.charAt(column)}${row + 1}`;
        this.#stacks.set(cell, Array.from(stack.replace('N', '')));
      }
    }
  }

  /** Takes the top of a stack; says which colour has vanished with it, `null` for none. Other moves than captures change nothing here. */
  play(move: string): string | null {
    const taken = this.#stacks.get(move)?.pop();
    if (taken === undefined) return null;
    return this.left(taken) === 0 && taken !== 'W' ? taken : null;
  }

  /** Which colour a capture would make vanish. */
  vanishing(move: string): string | null {
    const taken = this.#stacks.get(move)?.at(-1);
    if (taken === undefined || taken === 'W') return null;
    return this.left(taken) === 1 ? taken : null;
  }

  /** How many crosses of a colour are in play. */
  left(colour: string): number {
    return [...this.#stacks.values()].flat().filter((cross) => cross === colour).length;
  }
}
