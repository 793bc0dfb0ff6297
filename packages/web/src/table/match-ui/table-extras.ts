import type { Move, View } from '@tablier/core';
import { fill } from '../../lib/language.ts';
import { viewAfter } from '../../board/planned-move.ts';
import { loadedBoard } from '../../games/boards.ts';
import { LookBack } from './look-back.svelte.ts';
import CurtainUp from './CurtainUp.svelte';
import LookSteps from './LookSteps.svelte';
import type { PlaySession } from './play-session.ts';
import { loadWords, type Words } from './words.ts';
import { type SayTurn, turnSayer } from '../commands/said-turn.ts';
import { loadWords as loadCommandWords } from '../commands/words.ts';
import Commands from '../commands/Commands.svelte';
import Spoken from './Spoken.svelte';
import { type Listed, stepsOf, stepText } from './turns.ts';

/** What a table has once its board is there: moves in words, and the way back through them. */
export interface TableExtras {
  readonly say: SayTurn;
  readonly words: Words;
  readonly lookText: (listed: Listed, plies: number) => string;
  readonly viewAfter: typeof viewAfterMove;
  readonly look: LookBack;
  readonly LookSteps: typeof LookSteps;
  readonly Spoken: typeof Spoken;
  readonly CurtainUp: typeof CurtainUp;
  readonly Commands: typeof Commands;
}

/** What a seat sees after its move before the server has answered; `null` where that is hidden. */
const viewAfterMove = ({ game, match }: PlaySession, move: Move): View | null =>
  viewAfter({ game, board: loadedBoard(game.id) }, match.view, move);

/** Rejects if the server cannot be reached. */
export async function loadExtras(language: string, session: () => PlaySession): Promise<TableExtras> {
  const [words, commands] = await Promise.all([loadWords(language), loadCommandWords(language)]);
  const lookText = (listed: Listed, plies: number): string =>
    fill(words.look_at, { move: stepText(stepsOf(listed).get(plies)) });
  return {
    say: turnSayer(commands),
    words,
    lookText,
    viewAfter: viewAfterMove,
    look: new LookBack(session),
    LookSteps,
    Spoken,
    CurtainUp,
    Commands,
  };
}
