import { readItem, writeItem } from '../lib/local-storage.ts';

/** Why the server refused a name. */
export type GuestError = 'bad-name' | 'too-many' | 'banned' | 'unreachable';

const KEY = 'tablier.name';

/** The name last used on this device; empty for none. */
export const rememberedName = (): string => readItem(KEY) ?? '';

/** Registers this browser as a guest; `null` if that succeeded. */
export async function becomeGuest(name: string): Promise<GuestError | null> {
  try {
    // The first script only reads the name.
    const { parseName } = await import('@tablier/protocol');
    if (parseName(name) === null) return 'bad-name';
    const body = JSON.stringify({ name });
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch('/api/guests', { method: 'POST', headers, body });
    if (status === 429) return 'too-many';
    if (status === 422) return 'bad-name';
    if (status === 403) return 'banned';
    if (status !== 201) return 'unreachable';
  } catch {
    return 'unreachable';
  }
  // Without storage the page asks for the name again next time.
  writeItem(KEY, name);
  return null;
}
