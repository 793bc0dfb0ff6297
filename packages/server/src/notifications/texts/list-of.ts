/** Joins names: `Ada, Bob and Carol`. */
export const listOf =
  (language: string) =>
  (names: readonly string[]): string =>
    new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
