import type { Options, OptionsOf } from '@tablier/core';

/** How many stones the heap has [N1]. An option is a finite list of texts or numbers; a game without any declares `{}`. */
export const OPTIONS = { heap: { values: [21, 15], default: 21 } } as const;

export type NewGameOptions = OptionsOf<typeof OPTIONS>;

/** Checked options with their exact type. */
export const readOptions = (options: Options): NewGameOptions => ({ heap: options['heap'] === 15 ? 15 : 21 });
