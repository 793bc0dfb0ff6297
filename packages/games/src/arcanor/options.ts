import type { OptionsOf } from '@tablier/core';

/** Whether the contents of stacks are shown [A4]. */
export const OPTIONS = { table: { values: ['memory', 'open'], default: 'memory' } } as const;

export type ArcanorOptions = OptionsOf<typeof OPTIONS>;

export const PRESETS = { memory: { table: 'memory' }, open: { table: 'open' } } as const;
