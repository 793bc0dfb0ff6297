import { download } from '../../lib/download.ts';
import { askServer, type Refusal } from '../../lib/connection/server-request.ts';

/** The result of a change: `null`, or why it failed. Passkeys add the errors `passkey-cancelled` and `passkey-known`. */
export type Done = Refusal | null;

async function send(method: string, path: string, body?: unknown): Promise<Done> {
  const answer = await askServer(method, path, body);
  return 'error' in answer ? answer : null;
}

/** Options of a sign-in. */
export interface SignInMode {
  /** Whether the games of the guest in this browser move to the account. */
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
/** `id` may be `current` or `others`. */
export const endSession = (id: string): Promise<Done> => send('DELETE', `/api/sessions/${id}`);
export const deleteAccount = (): Promise<Done> => send('DELETE', '/api/me');

/** Saves all personal data as a file. */
export async function downloadData(): Promise<Done> {
  const answer = await askServer('GET', '/api/me/export');
  if ('error' in answer) return answer;
  download('tablier.json', JSON.stringify(answer.value));
  return null;
}

/** Whether the server sends mail, and so links that set a new password. */
export async function sendsMail(): Promise<boolean | Refusal> {
  const answer = await askServer('GET', '/api/password-resets');
  return 'error' in answer ? answer : (answer.value as { readonly hasMail: boolean }).hasMail;
}

/** Sends a link to an address. The answer does not tell whether an account has it. */
export const askForReset = (address: string, language: string): Promise<Done> =>
  send('POST', '/api/password-resets', { address, language });

/** The account for which a token of a link is valid. */
export async function readReset(token: string): Promise<{ readonly username: string | null } | Refusal> {
  const answer = await askServer('POST', '/api/password-resets/token', { token });
  return 'error' in answer ? answer : (answer.value as { readonly username: string | null });
}

export const resetPassword = (token: string, login: string, password: string): Promise<Done> =>
  send('POST', '/api/password-resets/password', { token, login, password });
