import { loadSentences } from '../coach/words.ts';
import { loadCoach } from '../games/coaches.ts';
import type { LocalSession } from './local-session.svelte.ts';
import { TableCoach } from './table-coach.svelte.ts';
import { WorkerBot } from './worker-bot.ts';

export { loadSentences };

/** The coach of a person who plays alone. It has a worker of its own, so that it never delays the bots. Rejects if the server cannot be reached. */
export const createCoach = async (session: LocalSession): Promise<TableCoach> =>
  new TableCoach(session, session.own ?? 0, await loadCoach(session.game.id), new WorkerBot());
