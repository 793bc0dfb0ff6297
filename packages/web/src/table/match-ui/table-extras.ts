import type { Move, View } from '@tablier/core';
import { fill } from '../../lib/language.ts';
import { viewAfter } from '../../board/planned-move.ts';
import { loadedBoard } from '../../games/boards.ts';
import { LookBack } from './look-back.svelte.ts';
import CurtainUp from './CurtainUp.svelte';
import LookSteps from './LookSteps.svelte';
import type { PlaySession } from './play-session.ts';
import { loadWords } from '../commands/words.ts';
import Commands from '../commands/Commands.svelte';
import Spoken from './Spoken.svelte';
import { type Listed, stepsOf, stepText } from './turns.ts';

export type TableExtras = Awaited<ReturnType<typeof loadExtras>>;

/** What a table has once its board is there: moves in words, and the way back through them. Rejects if the server cannot be reached. */
export async function loadExtras(language: string, session: () => PlaySession) {
  const words = await loadWords(language);
  return {
    words,
    lookText: (listed: Listed, plies: number): string =>
      fill(words.look_at, { move: stepText(stepsOf(listed).get(plies)) }),
    /** What a seat sees after its move before the server has answered; `null` where that is hidden. */
    viewAfter: ({ game, match }: PlaySession, move: Move): View | null =>
      viewAfter({ game, board: loadedBoard(game.id) }, match.view, move),
    look: new LookBack(session),
    LookSteps,
    Spoken,
    CurtainUp,
    Commands,
  };
}
