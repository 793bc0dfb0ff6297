/** The share of random games to play: 1 if `TABLIER_GAMES` does not say otherwise. */
const SHARE = Number(process.env['TABLIER_GAMES'] ?? 1);

/**
 * How many random games a test plays that normally plays `count`. Mutation tests play fewer (`TABLIER_GAMES=0.05`, a twentieth, at least one),
 * because they repeat a test for each mutant.
 */
export const randomGames = (count: number): number => Math.max(1, Math.ceil(count * SHARE));
