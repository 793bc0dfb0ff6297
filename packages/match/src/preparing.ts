import type { Game, Options } from '@tablier/core';

/**
 * Whether moves can be prepared for later positions: only if every viewer sees everything. If something is hidden, a player cannot know
 * what they would see after another player's move, so there is no exact position to prepare for. Depends on the options alone.
 */
export const canPrepare = ({ secrets }: Pick<Game, 'secrets'>, options: Options): boolean =>
  !secrets.hides(options) && secrets.movesShown(options) === 'all';
