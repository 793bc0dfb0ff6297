import type { Account, Session } from '@tablier/store';
import { startOfDay } from '@tablier/store';
import { idFrom } from '../lib/chance.ts';

/** The number of credentials of an account; 0 for a guest. */
export const credentialsOf = ({ passwordHash, passkeys }: Account): number =>
  passkeys.length + (passwordHash === null ? 0 : 1);

/** The public id of a passkey. The credential id is not sent to clients. */
export const passkeyName = (id: string): string => idFrom(`passkey ${id}`);

/** A session ends after this time without use. Milliseconds. */
const SESSION_LIFETIME = 90 * 86_400_000;

/** Whether a session has expired. Its use is stored by day. */
export const isIdle = ({ usedOn }: Session, now: number): boolean => startOfDay(now) - usedOn > SESSION_LIFETIME;
