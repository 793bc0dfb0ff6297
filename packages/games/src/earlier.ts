import type { CatalogueGame } from './shared/catalogue-game.ts';

/** Earlier versions of the rules, for games begun with them. A change that raises `rulesVersion` moves the earlier version here. */
export const earlierGames: readonly CatalogueGame[] = [];
