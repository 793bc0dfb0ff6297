/** A session as its owner sees it. */
export interface ShownSession {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** The day of its last use, as its beginning in UTC; `null` where that is not known. */
  readonly usedOn: number | null;
  /** What the browser says it is. */
  readonly agent: string;
  readonly current: boolean;
}

export interface ShownPasskey {
  readonly id: string;
  readonly addedAt: number;
  readonly agent: string;
}

/** What the server keeps of whoever uses this browser. */
export interface Profile {
  readonly name: string;
  /** What one types to sign in with a password; `null` where there is none. */
  readonly login: string | null;
  readonly hasPassword: boolean;
  readonly passkeys: readonly ShownPasskey[];
  readonly sessions: readonly ShownSession[];
}

/** Why something was not done: a name of the server, or `unreachable`, `passkey-cancelled`, `passkey-known`. */
export interface Refusal {
  readonly error: string;
  readonly retryMs?: number;
}

export type Done = Refusal | null;

/** Asks the server; what it answers, or why it refused. */
export async function askServer(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly value: unknown } | Refusal> {
  try {
    const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(path, { method, ...(body !== undefined && json) });
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const answer: unknown = isJson ? await response.json() : null;
    return response.ok ? { value: answer } : refusalOf(answer);
  } catch {
    return { error: 'unreachable' };
  }
}

function refusalOf(answer: unknown): Refusal {
  const { error } = (answer ?? {}) as { readonly error?: { readonly name?: string; readonly retryMs?: number } };
  const name = error?.name ?? 'unreachable';
  return error?.retryMs === undefined ? { error: name } : { error: name, retryMs: error.retryMs };
}

async function send(method: string, path: string, body?: unknown): Promise<Done> {
  const answer = await askServer(method, path, body);
  return 'error' in answer ? answer : null;
}

/** How one signs in. */
export interface SignInMode {
  /** Whether the games of the guest who used this browser until now are the account's from then on. */
  readonly along: boolean;
}

/** Whether somebody has a way back to this account. */
export const isKept = ({ hasPassword, passkeys }: Profile): boolean => hasPassword || passkeys.length > 0;

export const rename = (name: string): Promise<Done> => send('PATCH', '/api/me', { name });
export const signIn = (login: string, password: string, mode: SignInMode): Promise<Done> =>
  send('POST', '/api/sign-in/password', { login, password, ...mode });
export const confirmByPassword = (password: string): Promise<Done> => send('POST', '/api/me/confirm', { password });
export const setPassword = (password: string, login: string): Promise<Done> =>
  send('POST', '/api/me/password', { password, login });
export const removePasskey = (id: string, { evenLast }: { readonly evenLast: boolean }): Promise<Done> =>
  send('DELETE', `/api/me/passkeys/${id}${evenLast ? '?last=yes' : ''}`);
/** `current` and `others` name sessions too. */
export const endSession = (id: string): Promise<Done> => send('DELETE', `/api/sessions/${id}`);
export const deleteAccount = (): Promise<Done> => send('DELETE', '/api/me');

/** Where the server gives out all that it keeps of oneself. */
export const EXPORT_PATH = '/api/me/export';
