import type { OwnTables } from '@tablier/protocol';
import { askServer } from '../../lib/connection/server-request.ts';

/** No one has more unfinished tables. */
const MAX_UNFINISHED = 60;

/**
 * A table where the user plays this game against people now; `null` if there is none, or if the server does not answer:
 * studies also work offline.
 */
export async function runningGame(game: string): Promise<string | null> {
  const query = new URLSearchParams({ game, phase: 'unfinished', limit: String(MAX_UNFINISHED) });
  const answer = await askServer('GET', `/api/me/tables?${query.toString()}`);
  if (!('value' in answer)) return null;
  const running = (answer.value as OwnTables).tables.find(
    ({ phase, chairs }) => phase === 'playing' && chairs.filter(({ kind }) => kind === 'person').length > 1,
  );
  return running?.id ?? null;
}
