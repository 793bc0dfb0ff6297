/** When tables that are not at work have to be looked after. */
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

  /** Takes out what is due until then. */
  takeUntil(moment: number): readonly string[] {
    const due = [...this.#moments].filter(([, at]) => at <= moment).map(([table]) => table);
    for (const table of due) this.#moments.delete(table);
    return due;
  }
}
