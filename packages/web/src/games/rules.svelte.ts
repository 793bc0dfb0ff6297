import { type FindGame, type Game, placedAt } from '@tablier/core';
import { finderOf } from '@tablier/games/find';
import { importAdded, isAdded } from './added.ts';
import { findGame, games } from './catalogue.ts';

/** The rules of each game, without its bots: a file of its own, loaded when the game is set up, played, learned or reviewed. */
const RULES = import.meta.glob<Game>('../../../games/src/*/game.ts', { import: 'game' });

const importRules = async (gameId: string): Promise<Game | undefined> =>
  RULES[`../../../games/src/${gameId}/game.ts`]?.() ?? (isAdded(gameId) ? importAdded(gameId) : undefined);

class LoadedRules {
  newest: readonly Game[] = $state.raw([]);
  /** Earlier versions; `null` until a game needs them. */
  earlier: readonly Game[] | null = $state.raw(null);
}
const loaded = new LoadedRules();

/** A game whose rules have been loaded; `undefined` before. Reactive. */
export const findRules: FindGame = (id, version) => finderOf(loaded.newest, loaded.earlier ?? [])(id, version);

/**
 * Loads the rules of a game once. `version`: of the rules, if they may be earlier ones. `deal`: of an unchecked record, which may be a
 * position. Rejects if the server cannot be reached.
 */
export async function loadRules(id: string, version?: number, deal?: unknown): Promise<void> {
  const isEarlier = version !== undefined && version !== findGame(id)?.rulesVersion;
  if (isEarlier) loaded.earlier ??= (await import('@tablier/games/earlier')).earlierGames;
  if (findRules(id) === undefined) {
    const game = await importRules(id);
    // Two pages may have waited for the same file.
    if (game !== undefined && findRules(id) === undefined) loaded.newest = [...loaded.newest, game];
  }
  const game = placedAt(deal) === null ? undefined : findRules(id);
  if (game === undefined || game.positions !== undefined) return;
  const noted = await import('./positions.ts').then(({ withNotation }) => withNotation(game));
  loaded.newest = loaded.newest.map((each) => (each.id === id ? noted : each));
}

/** Loads the rules of all games, which are needed to identify some stored games. */
export const loadEveryGame = async (): Promise<void> => {
  await Promise.all(games.map(({ id }) => loadRules(id)));
};
