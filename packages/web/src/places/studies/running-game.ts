import { call } from '../../lib/connection/server-request.ts';

/** No one has more unfinished tables. */
const MAX_UNFINISHED = 60;

/**
 * A table where the user plays this game against people now; `null` if there is none, or if the server does not answer:
 * studies also work offline.
 */
export async function runningGame(game: string): Promise<string | null> {
  const query = { game, phase: 'unfinished', limit: MAX_UNFINISHED } as const;
  const answer = await call('GET /api/v1/me/tables', { query });
  if (!('value' in answer)) return null;
  const running = answer.value.tables.find(
    ({ phase, chairs }) => phase === 'playing' && chairs.filter(({ kind }) => kind === 'person').length > 1,
  );
  return running?.id ?? null;
}
