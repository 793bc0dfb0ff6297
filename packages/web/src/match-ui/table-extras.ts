import { fill } from '../lib/fill.ts';
import { LookBack } from './look-back.svelte.ts';
import LookBar from './LookBar.svelte';
import type { PlaySession } from './play-session.ts';
import { type SayTurn, turnSayer } from './said-turn.ts';
import Spoken from './Spoken.svelte';
import StepButtons from './StepButtons.svelte';
import { loadWords, type Words } from './words.ts';

/** What a table has once its board is there: moves in words, and the way back through them. */
export interface TableExtras {
  readonly say: SayTurn;
  readonly words: Words;
  /** Which position the board shows. */
  readonly lookText: (at: number, of: number) => string;
  readonly look: LookBack;
  readonly LookBar: typeof LookBar;
  readonly StepButtons: typeof StepButtons;
  readonly Spoken: typeof Spoken;
}

/** Rejects if the server cannot be reached. */
export async function loadExtras(language: string, session: () => PlaySession): Promise<TableExtras> {
  const words = await loadWords(language);
  const lookText = (at: number, of: number): string => fill(words.look_at, { at, of });
  return { say: turnSayer(words), words, lookText, look: new LookBack(session), LookBar, StepButtons, Spoken };
}
