import type { CatalogueGame } from './shared/catalogue-game.ts';

/**
 * Earlier versions of the rules. Games begun with one of them are finished with it, and their records can be replayed.
 * A change that raises `rulesVersion` moves the earlier version here. The page loads them only for such a game.
 */
export const earlierGames: readonly CatalogueGame[] = [];
