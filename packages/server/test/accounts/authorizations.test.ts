import * as oauth from 'oauth4webapi';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { Browser } from './browser.ts';

const SITE = 'https://boards.example';
const REDIRECT = `${SITE}/back?from=club`;
const INSECURE = { [oauth.allowInsecureRequests]: true };
const CLIENT: oauth.Client = { client_id: 'boards' };

let now = Date.now();
let server: TestServer;
let ada: Browser;
let club: oauth.AuthorizationServer;
beforeAll(async () => {
  server = await startTestServer({ ...UNLIMITED, now: () => now });
  ada = await Browser.guest(server.url, 'Ada');
  expect((await ada.setPassword('seven green lanterns', 'ada')).status).toBe(204);
  const issuer = new URL(ada.url);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...INSECURE });
  club = await oauth.processDiscoveryResponse(issuer, found);
});
afterAll(() => server.remove());

/** What Ada's page sends for a request, and where the browser would go then. */
async function allow(verifier: string, more: Readonly<Record<string, string>> = {}, by = ada): Promise<URL> {
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const { text } = await by.ask('POST', '/api/me/authorizations', {
    response_type: 'code',
    client_id: CLIENT.client_id,
    redirect_uri: REDIRECT,
    scope: 'play read',
    state: 'of the site',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  });
  const { location } = JSON.parse(text) as { readonly location?: string };
  if (location === undefined) throw new Error(text);
  return new URL(location);
}

const codeIn = (back: URL): URLSearchParams => oauth.validateAuthResponse(club, CLIENT, back, 'of the site');

async function exchange(code: URLSearchParams, verifier: string, redirect = REDIRECT, client = CLIENT) {
  const none = oauth.None();
  const answer = await oauth.authorizationCodeGrantRequest(club, client, none, code, redirect, verifier, INSECURE);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  return oauth.processAuthorizationCodeResponse(club, client, answer);
}

const tokensOf = async (browser: Browser) =>
  (JSON.parse((await browser.ask('GET', '/api/me/tokens')).text) as { readonly tokens: readonly object[] }).tokens;

test('a site that a person lets in gets a token for its code, which the account page shows and ends', async () => {
  const verifier = oauth.generateRandomCodeVerifier();
  const back = await allow(verifier);
  expect(`${back.origin}${back.pathname} ${back.searchParams.get('from')}`).toBe(`${SITE}/back club`);
  const code = codeIn(back);
  const granted = await exchange(code, verifier);
  expect([granted.token_type, granted.scope, granted.refresh_token]).toEqual(['bearer', 'read play', undefined]);
  expect(granted.expires_in).toBeGreaterThan(364 * 86_400);
  const ask = () =>
    fetch(`${server.url}/api/v1/me`, { headers: { origin: SITE, authorization: `Bearer ${granted.access_token}` } });
  expect(await (await ask()).json()).toMatchObject({ name: 'Ada', username: 'ada', scopes: ['read', 'play'] });
  expect(await tokensOf(ada)).toMatchObject([{ label: 'boards.example', scopes: ['read', 'play'] }]);
  await oauth.processRevocationResponse(
    await oauth.revocationRequest(club, CLIENT, oauth.None(), granted.access_token, INSECURE),
  );
  expect((await ask()).status).toBe(401);
  expect(await tokensOf(ada)).toEqual([]);
  for (const secret of [granted.access_token.slice(-64), code.get('code') ?? ''])
    expect(server.log.join('\n')).not.toContain(secret);
});

test('a code is worth nothing to others, a second time, or later', async () => {
  const verifier = oauth.generateRandomCodeVerifier();
  const again = async (...[code, own, ...rest]: Parameters<typeof exchange>) =>
    exchange(code, own, ...rest).then(
      () => 'granted',
      (error: unknown) => (error as oauth.ResponseBodyError).error,
    );
  const fresh = async () => codeIn(await allow(verifier));
  expect(await again(await fresh(), oauth.generateRandomCodeVerifier())).toBe('invalid_grant');
  expect(await again(await fresh(), verifier, `${SITE}/elsewhere`)).toBe('invalid_request');
  expect(await again(await fresh(), verifier, REDIRECT, { client_id: 'other' })).toBe('invalid_grant');
  const code = await fresh();
  const twice = await Promise.all([again(code, verifier), again(code, verifier)]);
  expect(twice.toSorted()).toEqual(['granted', 'invalid_grant']);
  const late = await fresh();
  now += 60_001;
  expect(await again(late, verifier)).toBe('invalid_grant');
  // Who was guessed right must not help, so a wrong verifier uses a code up.
  const guessed = await fresh();
  expect(await again(guessed, oauth.generateRandomCodeVerifier())).toBe('invalid_grant');
  expect(await again(guessed, verifier)).toBe('invalid_grant');
  const sealed = (await fresh()).get('code') ?? '';
  for (const text of [`${sealed.slice(0, -2)}AA`, 'x', '../../etc', sealed.slice(0, 20)])
    expect(await again(codeOf(text), verifier)).toBe('invalid_grant');
});

/** The parameters of an answer with another code. */
const codeOf = (code: string): URLSearchParams =>
  codeIn(new URL(`${REDIRECT}&${new URLSearchParams({ code, state: 'of the site', iss: club.issuer }).toString()}`));

test('a request without PKCE, of an unknown scope or kind goes back with its error', async () => {
  const verifier = oauth.generateRandomCodeVerifier();
  for (const [change, error] of [
    [{ code_challenge: '' }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ scope: 'read admin' }, 'invalid_scope'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
  ] as const)
    expect((await allow(verifier, change)).searchParams.get('error'), JSON.stringify(change)).toBe(error);
});

test('an answer goes to no unsafe address, and only the owner gives one', async () => {
  const verifier = oauth.generateRandomCodeVerifier();
  for (const redirect_uri of [
    'http://boards.example/back',
    'javascript:alert(1)',
    'https://ada:secret@boards.example/',
    'https://boards.example/#part',
    String.raw`https://boards.example\@evil.example/`,
    '//boards.example',
    '',
  ])
    await expect(allow(verifier, { redirect_uri }), redirect_uri).rejects.toThrow('bad-address');
  const guest = await Browser.guest(server.url, 'Gus');
  await expect(allow(verifier, {}, guest)).rejects.toThrow('no-account');
  await expect(allow(verifier, {}, new Browser(server.url))).rejects.toThrow('no-session');
  now += 6 * 60_000;
  await expect(allow(verifier)).rejects.toThrow('confirm-first');
  const foreign = await ada.ask('POST', '/api/me/authorizations', {}, { origin: SITE });
  expect(foreign.status).toBe(403);
});
