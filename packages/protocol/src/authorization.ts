/**
 * What a program or another site asks of a person in the address of the page `/authorize`: RFC 6749, 4.1.1, with PKCE (RFC 7636). Clients are
 * not registered: any `client_id` may ask, and the person reads the name of the host that gets the answer.
 */
export interface AuthorizationRequest {
  readonly response_type?: string | undefined;
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly scope?: string | undefined;
  readonly state?: string | undefined;
  readonly code_challenge?: string | undefined;
  readonly code_challenge_method?: string | undefined;
}

/** Without a name, a password and a fragment. A loopback address is for programs on the computer of the person (RFC 8252, 7.3). */
const ADDRESS =
  /^(?:https:\/\/(?<host>[a-z\d.-]+(?::\d+)?)|http:\/\/(?<own>(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?))(?:[/?][^#\\\s]*)?$/i;

/** The host that an answer goes to, as in an address bar; `null` if it may not go there. */
export function siteOf(address: string): string | null {
  const { host, own } = ADDRESS.exec(address)?.groups ?? {};
  return (host ?? own)?.toLowerCase() ?? null;
}

/** The scopes in a list with blanks; of an empty one the first, to read. `null` if one is not `known`. */
export function scopesIn<Scope extends string>(known: readonly Scope[], list = ''): readonly Scope[] | null {
  const asked = list.split(' ').filter((scope) => scope !== '');
  const scopes = known.filter((scope, index) => (asked.length === 0 ? index === 0 : asked.includes(scope)));
  return asked.every((scope) => scopes.some((each) => each === scope)) ? scopes : null;
}

/** The address with the answer. `issuer`: the origin of this server (RFC 9207). */
export function answerTo(
  { redirect_uri, state }: AuthorizationRequest,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string {
  const fields = { ...answer, ...(state !== undefined && { state }), iss: issuer };
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${redirect_uri}${redirect_uri.includes('?') ? '&' : '?'}${query.join('&')}`;
}
