import { type Opponent, parseOpponents } from '@tablier/protocol';
import { rememberedName } from '../connection/guest.ts';

/** Whom one has played with lately; nobody where the server cannot be asked. */
export async function recentOpponents(): Promise<readonly Opponent[]> {
  // Who never gave a name has met nobody.
  if (rememberedName() === '') return [];
  try {
    const response = await fetch('/api/me/opponents');
    return response.ok ? parseOpponents(await response.json()) : [];
  } catch {
    return [];
  }
}
