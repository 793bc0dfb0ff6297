/** The public state of Masker by [M2] and [M7]: crosses on cells, and the number left of each colour. Has no tokens. */
export class MaskerTable {
  /** By cell, bottom first, without the colourless cross, which is always on top. */
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

  /** Plays a move; only captures change anything. Returns the colour that vanished, `null` for none. */
  play(move: string): string | null {
    const taken = this.#stacks.get(move)?.pop();
    if (taken === undefined) return null;
    return this.left(taken) === 0 && taken !== 'W' ? taken : null;
  }

  /** The colour that would vanish with this capture; `null` for none. */
  vanishing(move: string): string | null {
    const taken = this.#stacks.get(move)?.at(-1);
    if (taken === undefined || taken === 'W') return null;
    return this.left(taken) === 1 ? taken : null;
  }

  /** The number of crosses of a colour in play. */
  left(colour: string): number {
    return [...this.#stacks.values()].flat().filter((cross) => cross === colour).length;
  }
}
