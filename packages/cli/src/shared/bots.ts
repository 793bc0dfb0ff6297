import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { type BotGame, botSearch, SLICE, type Task } from '@tablier/ai';
import type { Level, Move, Position, Rng, Setup } from '@tablier/core';

/** The input of a bot: the knowledge of the seat to move, never the position. The game must not be over. */
export function taskOf(game: BotGame, setup: Setup, position: Position): Task {
  return { game, options: setup.options, knowledge: game.secrets.knowledge(position, position.turn) };
}

/** A bot's move, searched in slices so that input is read between them; `isStopped` ends the search early. */
export async function thinkUp(
  task: Task,
  { level, rng, isStopped }: { readonly level: Level; readonly rng: Rng; readonly isStopped: () => boolean },
): Promise<Move> {
  const search = botSearch(task, level, rng);
  while (!search.step(SLICE) && !isStopped()) await nextTurnOfLoop();
  return search.result().move;
}
