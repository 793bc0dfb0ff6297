import { MediaQuery } from 'svelte/reactivity';

/** The sizes at which a table has a side panel. `docs/design.md` lists the layouts; `TableLayout.svelte` uses the same queries. */
const PANEL = '(min-height: 37.5rem) and (min-width: 48rem) and (orientation: landscape)';

/** Whether moves, chat and menu open in sheets, because there is no side panel. Never on paper, where a sheet is not printed. */
export const compact = new MediaQuery(`screen and (not (${PANEL}))`);

export const desk = new MediaQuery('(min-width: 75rem) and (min-height: 37.5rem) and (orientation: landscape)');

/** Whether the rack has one row only. */
export const lowRack = new MediaQuery(
  `screen and (not (${PANEL})) and ((max-height: 49.99rem) or (orientation: landscape))`,
);

/** Whether the device may have a keyboard, that is, is not touch-only. */
export const keyboard = new MediaQuery('(any-hover: hover), (any-pointer: fine)');

/** Whether the window is that of a phone in portrait, as the style sheets of pages have it. */
export const phone = new MediaQuery('(max-width: 47.4rem) and (min-height: 30.01rem)');
