import type { Opponent } from '@tablier/protocol';
import { rememberedName } from '../../lib/connection/guest.ts';
import { call } from '../../lib/connection/server-request.ts';

/** The recent opponents of the user; empty if the server cannot be asked. */
export async function recentOpponents(): Promise<readonly Opponent[]> {
  // A user without a name has played with no one.
  if (rememberedName() === '') return [];
  const answer = await call('GET /api/me/opponents');
  return 'value' in answer ? answer.value.opponents : [];
}
