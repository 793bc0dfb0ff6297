import { parseName } from '@tablier/protocol';

/** Why the server refused a name. */
export type GuestError = 'bad-name' | 'too-many' | 'banned' | 'unreachable';

const KEY = 'tablier.name';

/** The name last used on this device; empty for none. */
export function rememberedName(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function remember(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage it is asked for again next time.
  }
}

/** Registers this browser as a guest; `null` if that succeeded. */
export async function becomeGuest(name: string): Promise<GuestError | null> {
  if (parseName(name) === null) return 'bad-name';
  try {
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
  remember(name);
  return null;
}
