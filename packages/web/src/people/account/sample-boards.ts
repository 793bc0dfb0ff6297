import { defaultOptions, type GameFacts, makeSetup, SeededRng } from '@tablier/core';
import type { Scene } from '../../board/scene/scene.ts';
import { loadBoard } from '../../games/boards.ts';
import { pictureOf } from '../../games/picture-of.ts';
import { findRules } from '../../games/rules.svelte.ts';

/** Enough moves to fill a board well, and too few to end a game. */
const MOVES = 12;

/** A position of a game for a picture, the same each time: random moves from the start. `null` if it has no board. Rejects without the network. */
export async function sampleScene({ id }: GameFacts): Promise<Scene | null> {
  await loadBoard(id);
  const game = findRules(id);
  if (game === undefined) return null;
  const rng = new SeededRng(4);
  const [players = 2] = game.players;
  const setup = makeSetup(game, { players, deal: game.deals.draw(defaultOptions(game.options), players, rng) });
  if (!setup.ok) return null;
  const position = game.start(setup.value);
  for (let move = 0; move < MOVES; move++) position.play(position.randomMove(rng));
  return pictureOf(game, game.view(position, 'spectator'));
}
