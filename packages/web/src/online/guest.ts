/** Why the server did not take a name. */
export type GuestError = 'bad-name' | 'too-many' | 'banned' | 'unreachable';

const KEY = 'tablier.name';

/** The name that was last used on this device; empty for none. */
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
    // It is asked for again next time, then.
  }
}

/** Makes this browser known to the server as a guest; `null` where that went well. */
export async function becomeGuest(name: string): Promise<GuestError | null> {
  try {
    // Not in the first script, which only remembers the name.
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
  remember(name);
  return null;
}
