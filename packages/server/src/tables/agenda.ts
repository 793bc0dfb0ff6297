/** When tables that are not in memory need attention. */
export class Agenda {
  readonly #moments = new Map<string, number>();

  add(table: string, moment: number): void {
    this.#moments.set(table, moment);
  }

  drop(table: string): void {
    this.#moments.delete(table);
  }

  has(table: string): boolean {
    return this.#moments.has(table);
  }

  /** Removes and returns the tables that are due by `moment`. */
  takeUntil(moment: number): readonly string[] {
    const due = [...this.#moments].filter(([, at]) => at <= moment).map(([table]) => table);
    for (const table of due) this.#moments.delete(table);
    return due;
  }
}
