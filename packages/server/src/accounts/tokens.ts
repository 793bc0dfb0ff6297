import OAuth from '@node-oauth/oauth2-server';
import { type ServerContext, sha256 } from '../lib/context.ts';
import { timingSafeEqual } from 'node:crypto';
import { type NewToken, type OwnToken, TOKEN_SCOPES, type TokenScope, MAX_TOKENS } from '@tablier/protocol';
import { type SessionRef, type Token, type TokenRepository, type Store } from '@tablier/store';
import { dailyUse, ladderMarks, type Person } from './people.ts';
import { type AuthorizationRequest, scopesIn, siteOf } from '@tablier/protocol/authorization';
import { ServerKey } from './signatures.ts';

export interface TokenCaller {
  readonly person: Person;
  readonly token: string;
  readonly scopes: ReadonlySet<TokenScope>;
}

export const MILLISECONDS_PER_DAY = 86_400_000;

/** A prefix that secret scanners can recognise, then the id and the secret. */
const FORM = /^tbl_([\w-]{22})([0-9a-f]{64})$/;

interface TokensDeps extends Pick<ServerContext, 'log' | 'now' | 'chance'> {
  readonly tokens: TokenRepository;
}

/** Creates tokens, and finds the person for whom a program acts. Only the hash of a secret is stored. */
export class Tokens {
  readonly #deps: TokensDeps;
  readonly #noteUse: ReturnType<typeof dailyUse>;

  constructor(deps: TokensDeps) {
    this.#deps = deps;
    this.#noteUse = dailyUse(deps, 'use of a token not stored');
  }

  async create(by: SessionRef, { label, scopes, days }: NewToken, most: number) {
    const { tokens, chance, now } = this.#deps;
    const [id, secret, createdAt] = [chance.id(), chance.secret(), now()];
    const expiresAt = days === null ? null : createdAt + days * MILLISECONDS_PER_DAY;
    const token = { id, label, scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)), createdAt, expiresAt };
    const created = await tokens.create(by, { ...token, secretHash: sha256(secret) }, most);
    return created.ok
      ? { ok: true as const, value: { token: ownTokenOf({ ...token, usedOn: null }), secret: `tbl_${id}${secret}` } }
      : created;
  }

  async of(account: string): Promise<readonly OwnToken[]> {
    return (await this.#deps.tokens.of(account)).map(ownTokenOf);
  }

  async find(text: string): Promise<TokenCaller | null> {
    const [, id, secret] = FORM.exec(text) ?? [];
    if (id === undefined || secret === undefined) return null;
    const { tokens, now } = this.#deps;
    const found = await tokens.find(id);
    if (found === null || found.isGuest || isExpired(found, now())) return null;
    if (!timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(found.secretHash))) return null;
    this.#noteUse(id, found.usedOn, (at) => tokens.noteUse(id, at));
    const scopes = new Set(ownTokenOf(found).scopes);
    const person = {
      id: found.account,
      name: found.name,
      guest: false,
      ...(scopes.has('bot') && { program: true as const }),
      ...ladderMarks(found.isProgram),
    };
    return { person, token: id, scopes };
  }

  async isValid(token: string): Promise<boolean> {
    const { tokens, now } = this.#deps;
    const found = await tokens.find(token);
    return found !== null && !found.isGuest && !isExpired(found, now());
  }
}

const isExpired = ({ expiresAt }: Token, now: number): boolean => expiresAt !== null && expiresAt <= now;

/** A scope that this version does not know allows nothing. */
const ownTokenOf = ({ id, label, scopes, createdAt, expiresAt, usedOn }: Token): OwnToken => ({
  id,
  label,
  scopes: TOKEN_SCOPES.filter((scope) => scopes.includes(scope)),
  createdAt,
  expiresAt,
  usedOn,
});

/** How long a code can be exchanged for a token. Milliseconds. */
const CODE_LIFE = 60_000;
/** How long a token is valid that was got for a code. */
const TOKEN_DAYS = 365;
/** The longest label of a token, in characters. */
export const MAX_LABEL = 40;

interface AuthorizationsDeps extends Pick<ServerContext, 'chance' | 'now'> {
  readonly store: Store;
  readonly tokens: Tokens;
}

/** What a code says. It is sealed, so nothing of it is stored but that it was used. */
interface Code extends Pick<OAuth.AuthorizationCode, 'authorizationCode' | 'redirectUri' | 'codeChallenge'> {
  readonly client: string;
  readonly scope: string[];
  readonly user: SessionRef;
  readonly expiresAt: number;
}

/** A client is public and not registered: PKCE ties a code to who asked for it, and the person reads which host gets it. */
const clientOf = (id: string): OAuth.Client => ({ id, grants: ['authorization_code'], redirectUris: ['any'] });

type Model = OAuth.AuthorizationCodeModel;

const modelOf = (deps: AuthorizationsDeps): Model => ({
  getClient: async (id) => clientOf(id),
  validateRedirectUri: async (redirect) => siteOf(redirect) !== null,
  validateScope: async (_user, _client, scope) => {
    const scopes = scopesIn(TOKEN_SCOPES, scope?.join(' '));
    return scopes !== null && [...scopes];
  },
  ...codesOf(deps),
  saveToken: (token, client, user) => saveToken(deps, token, client, user),
  // Requests with a token are checked by `caller.ts`.
  getAccessToken: async () => null,
});

type Codes = Pick<Model, 'saveAuthorizationCode' | 'getAuthorizationCode' | 'revokeAuthorizationCode'>;

function codesOf({ store, chance, now }: AuthorizationsDeps): Codes {
  const key = new ServerKey(store, chance, 'authorizations');
  return {
    saveAuthorizationCode: async (code, client, user) => {
      if (code.codeChallenge === undefined) throw new OAuth.InvalidRequestError('Missing parameter: `code_challenge`');
      const expiresAt = now() + CODE_LIFE;
      const sealed = await key.seal(JSON.stringify({ ...code, expiresAt, client: client.id, user }));
      return { ...code, client, user, authorizationCode: sealed };
    },
    getAuthorizationCode: async (sealed) => {
      const opened = await key.open(sealed);
      const code = opened === null ? null : (JSON.parse(opened) as Code);
      if (code === null || code.expiresAt <= now()) return null;
      const { client, user, redirectUri, expiresAt } = code;
      return {
        ...code,
        client: clientOf(client),
        user: { ...user, site: siteOf(redirectUri) },
        expiresAt: new Date(expiresAt),
        codeChallengeMethod: 'S256',
      };
    },
    revokeAuthorizationCode: async ({ authorizationCode: challenge, user }) => {
      const used = await store.tokens.useCode(user as SessionRef, { challenge, expiresAt: now() + 2 * CODE_LIFE });
      return used.ok;
    },
  };
}

async function saveToken(
  { tokens }: AuthorizationsDeps,
  { scope }: OAuth.Token,
  client: OAuth.Client,
  user: OAuth.User,
): Promise<OAuth.Token> {
  const label = String(user['site']).slice(0, MAX_LABEL);
  const terms = { label, scopes: [...(scopesIn(TOKEN_SCOPES, scope?.join(' ')) ?? [])], days: TOKEN_DAYS };
  const made = await tokens.create(user as SessionRef, terms, MAX_TOKENS);
  if (!made.ok) throw new OAuth.InvalidGrantError(`Invalid grant: ${made.error}`);
  const { secret, token } = made.value;
  const accessTokenExpiresAt = new Date(token.expiresAt ?? 0);
  return { accessToken: secret, accessTokenExpiresAt, scope: token.scopes, client, user };
}

/** OAuth 2 for programs and other sites: a person lets them act for an account, and they get a token for a code, with PKCE. */
export function createAuthorizations(deps: AuthorizationsDeps) {
  const oauth = new OAuth({ model: modelOf(deps), requireClientAuthentication: { authorization_code: false } });
  return {
    /** The parameters of an answer: a code, or why there is none. */
    async allow(user: SessionRef, { ...asked }: AuthorizationRequest): Promise<Readonly<Record<string, string>>> {
      const request = new OAuth.Request({ headers: {}, method: 'POST', query: {}, body: asked });
      const options = {
        authenticateHandler: { handle: () => user },
        allowEmptyState: true,
        authorizationCodeLifetime: CODE_LIFE / 1000,
      };
      try {
        return { code: (await oauth.authorize(request, new OAuth.Response(), options)).authorizationCode };
      } catch (error) {
        if (!(error instanceof OAuth.OAuthError)) throw error;
        return { error: error.name, error_description: error.message };
      }
    },
    /** RFC 6749, 4.1.3: a token for a code, or an error of chapter 5.2, with its status. */
    async exchange(
      form: Readonly<Record<string, string>>,
    ): Promise<{ readonly status: number; readonly body: unknown }> {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', 'transfer-encoding': 'chunked' };
      const response = new OAuth.Response();
      try {
        await oauth.token(new OAuth.Request({ headers, method: 'POST', query: {}, body: form }), response);
        return { status: 200, body: response.body };
      } catch (error) {
        if (!(error instanceof OAuth.OAuthError)) throw error;
        return { status: error.code, body: { error: error.name, error_description: error.message } };
      }
    },
  };
}
export type Authorizations = ReturnType<typeof createAuthorizations>;
