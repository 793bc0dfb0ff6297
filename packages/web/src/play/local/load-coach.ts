import { loadSentences } from '../../table/coach/words.ts';
import { loadCoach } from '../../games/coaches.ts';
import { settings } from '../../lib/settings.svelte.ts';
import type { LocalSession } from './local-session.svelte.ts';
import { TableCoach } from './table-coach.svelte.ts';
import { WorkerBot } from './worker-bot.ts';

export { loadSentences };

/** The coach of a person who plays alone. It has a worker of its own, so that it never delays the bots. Rejects if the server cannot be reached. */
export async function createCoach(session: LocalSession): Promise<TableCoach> {
  const coach = await loadCoach(session.game.id);
  return new TableCoach(session, session.own ?? 0, { coach, adviser: new WorkerBot(), wants: settings });
}
