import { type Opponent, parseOpponents } from '@tablier/protocol';
import { rememberedName } from '../../lib/connection/guest.ts';

/** The recent opponents of the user; empty if the server cannot be asked. */
export async function recentOpponents(): Promise<readonly Opponent[]> {
  // A user without a name has played with no one.
  if (rememberedName() === '') return [];
  try {
    const response = await fetch('/api/me/opponents');
    return response.ok ? parseOpponents(await response.json()) : [];
  } catch {
    return [];
  }
}
