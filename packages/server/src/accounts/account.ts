import type { Account, Session } from '@tablier/store';
import { startOfDay } from '@tablier/store';
import { idFrom } from '../lib/chance.ts';

/** How many credentials an account has; 0 for a guest. */
export const credentialsOf = ({ passwordHash, passkeys }: Account): number =>
  passkeys.length + (passwordHash === null ? 0 : 1);

/** What a passkey is called outside: the browser's own id of it stays here. */
export const passkeyName = (id: string): string => idFrom(`passkey ${id}`);

/** A session that was not used for so long is over. Milliseconds. */
const LONGEST_IDLE = 90 * 86_400_000;

/** Whether a session is over because it was not used for so long. Use is noted by day. */
export const isIdle = ({ usedOn }: Session, now: number): boolean => startOfDay(now) - usedOn > LONGEST_IDLE;
