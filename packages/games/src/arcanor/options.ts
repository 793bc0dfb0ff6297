import type { Options, OptionsOf } from '@tablier/core';

/** Whether the table shows what a stack holds [A4]. */
export const OPTIONS = { table: { values: ['memory', 'open'], default: 'memory' } } as const;
export type ArcanorOptions = OptionsOf<typeof OPTIONS>;

/** The options in their own type; they have been checked. */
export const readOptions = (options: Options): ArcanorOptions => ({
  table: options['table'] === 'open' ? 'open' : 'memory',
});
