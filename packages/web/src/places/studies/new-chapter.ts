import { emptyChapter, type StudyChapter } from '@tablier/core';
import { loadBoard } from '../../games/index.ts';
import { findRules } from '../../games/rules.svelte.ts';
import { usualOptions } from '../../play/local/plans.ts';
import { systemRng } from '../../play/local/random.ts';

/** A chapter that begins at the first position of a game, with its usual options. Rejects if the server cannot be reached. */
export async function newChapter(id: string, players?: number): Promise<StudyChapter> {
  await loadBoard(id);
  const game = findRules(id);
  if (game === undefined) throw new Error(`there is no game ${id}`);
  const seats = players ?? game.players[0] ?? 2;
  const options = usualOptions(game);
  return emptyChapter(game, { options, players: seats, deal: game.deals.draw(options, seats, systemRng) });
}
