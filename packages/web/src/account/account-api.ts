import { askServer, type Refusal } from '../connection/server-request.ts';

/** The result of a change: `null`, or why it failed. Passkeys add the errors `passkey-cancelled` and `passkey-known`. */
export type Done = Refusal | null;

async function send(method: string, path: string, body?: unknown): Promise<Done> {
  const answer = await askServer(method, path, body);
  return 'error' in answer ? answer : null;
}

/** How one signs in. */
export interface SignInMode {
  /** Whether the games of the guest who used this browser until now are the account's from then on. */
  readonly along: boolean;
}

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
