import { readItem, writeItem } from '../local-storage.ts';

/** Why the server refused a name. */
export type GuestError = 'bad-name' | 'too-many' | 'banned' | 'no-session' | 'unreachable';

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
    const response = await fetch('/api/guests', { method: 'POST', headers, body });
    const { status } = response;
    if (status === 429) return 'too-many';
    if (status === 422) return 'bad-name';
    if (status === 403) return 'banned';
    if (!response.ok) return 'unreachable';
    const { name: known } = (await response.json()) as { readonly name: string };
    // Without storage the page asks for the name again next time.
    writeItem(KEY, known);
    return null;
  } catch {
    return 'unreachable';
  }
}
