import type { NewToken, OwnToken } from '@tablier/protocol';
import { askServer, type Refusal } from '../../lib/connection/server-request.ts';

/** A value, or why there is none. The server of this page made it, so its form is not checked. */
type Answer<T> = { readonly value: T } | Refusal;

/** The tokens of the user, oldest first. */
export const listTokens = async (): Promise<Answer<{ readonly tokens: readonly OwnToken[] }>> =>
  (await askServer('GET', '/api/me/tokens')) as Answer<{ readonly tokens: readonly OwnToken[] }>;

/** Creates a token. Only this answer has its secret. */
export const createToken = async (
  wanted: NewToken,
): Promise<Answer<{ readonly token: OwnToken; readonly secret: string }>> =>
  (await askServer('POST', '/api/me/tokens', wanted)) as Answer<{ readonly token: OwnToken; readonly secret: string }>;

export const revokeToken = (id: string): Promise<Answer<unknown>> => askServer('DELETE', `/api/me/tokens/${id}`);
