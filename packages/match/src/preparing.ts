import type { Game, Options } from '@tablier/core';

/**
 * Whether moves can be prepared for positions to come: only where every viewer sees everything. If something is hidden, a player cannot know
 * what they would see after a move of another, so there is no exact position to prepare for. Depends on the options alone.
 */
export const canPrepare = ({ secrets }: Pick<Game, 'secrets'>, options: Options): boolean =>
  !secrets.hides(options) && secrets.movesShown(options) === 'all';
