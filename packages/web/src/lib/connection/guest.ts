import { readItem, writeItem } from '../local-storage.ts';
import { call } from './server-request.ts';

const REFUSALS = ['bad-name', 'too-many', 'banned'] as const;
export type GuestError = (typeof REFUSALS)[number] | 'no-session' | 'unreachable';

const KEY = 'tablier.name';

/** The name last used on this device; empty for none. */
export const rememberedName = (): string => readItem(KEY) ?? '';

/** Registers this browser as a guest; `null` if that succeeded. */
export async function becomeGuest(name: string): Promise<GuestError | null> {
  // The first script only reads the name.
  const parsed = await import('@tablier/protocol').then(
    ({ parseName }) => parseName(name),
    () => undefined,
  );
  if (parsed === undefined) return 'unreachable';
  if (parsed === null) return 'bad-name';
  const answer = await call('POST /api/guests', { body: { name } });
  if ('error' in answer) return REFUSALS.find((error) => error === answer.error) ?? 'unreachable';
  // Without storage the page asks for the name again next time.
  writeItem(KEY, answer.value.name);
  return null;
}
