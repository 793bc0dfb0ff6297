import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, newPage } from './helpers.ts';

const LIBRARY = fileURLToPath(import.meta.resolve('oauth4webapi'));

/** Another site: it lets people sign in with the club, as its own page does with a library for that. */
const siteFor = (club: string): string => `<!doctype html><html lang="en"><meta charset="utf-8"><title>Boards</title>
<link rel="icon" href="data:,"><button>Sign in</button><p role="status"></p>
<script type="module">
import * as oauth from '/library.js';
const insecure = { [oauth.allowInsecureRequests]: true };
const issuer = new URL('${club}');
const club = await oauth.processDiscoveryResponse(
  issuer, await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure }));
const client = { client_id: 'boards' };
const redirect = location.origin + '/back';
const say = (text) => { document.querySelector('p').textContent = text; };
document.querySelector('button').addEventListener('click', async () => {
  const verifier = oauth.generateRandomCodeVerifier();
  sessionStorage.verifier = verifier;
  const address = new URL(club.authorization_endpoint);
  address.search = new URLSearchParams({
    response_type: 'code', client_id: client.client_id, redirect_uri: redirect, scope: 'read', state: 'mine',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256',
  });
  location.assign(address);
});
if (location.pathname === '/back') try {
  const code = oauth.validateAuthResponse(club, client, new URL(location.href), 'mine');
  const answer = await oauth.authorizationCodeGrantRequest(
    club, client, oauth.None(), code, redirect, sessionStorage.verifier, insecure);
  const { access_token: token } = await oauth.processAuthorizationCodeResponse(club, client, answer);
  const headers = { authorization: 'Bearer ' + token };
  const me = await fetch(new URL('/api/v1/me', issuer), { headers });
  say('Hello ' + (await me.json()).name + ', ' + me.headers.get('ratelimit-remaining') + ' requests left');
} catch (error) { say(error.error ?? String(error)); }
</script></html>`;

async function openSite(club: string) {
  const server = createServer((request, response) => {
    const isLibrary = request.url === '/library.js';
    response.setHeader('content-type', isLibrary ? 'text/javascript' : 'text/html');
    void (isLibrary ? readFile(LIBRARY) : Promise.resolve(siteFor(club))).then((body) => response.end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  return { url: `http://localhost:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function memberPage(browser: Browser, baseURL: string, login: string): Promise<Page> {
  const page = await newPage(browser, { baseURL, viewport: { width: 360, height: 640 } });
  expect((await page.request.post('/api/guests', { data: { name: 'Tove' } })).status()).toBe(201);
  const password = { password: 'correct horse battery', login };
  expect((await page.request.post('/api/me/password', { data: password })).status()).toBe(204);
  return page;
}

/** What the other site says once the browser is back there. */
async function expectBack(page: Page, said: string | RegExp): Promise<void> {
  await expect(page).toHaveURL(/\/back\?/);
  await expect(page.getByRole('status')).toHaveText(said);
}

test('a page of another site signs a member in, who sees it on the account page and ends it', async ({
  browser,
  baseURL,
}) => {
  const site = await openSite(baseURL ?? '');
  const { host } = new URL(site.url);
  const page = await memberPage(browser, baseURL ?? '', `tove${Date.now()}`);
  const complaints = listen(page);
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: `Access for ${host}` })).toBeVisible();
  await expect(page.getByText('your account, Tove')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Read your games' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectBack(page, 'access_denied');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expectBack(page, /^Hello Tove, \d+ requests left$/);
  await page.goto('/account#people');
  await page.getByRole('button', { name: `Revoke ${host}` }).click();
  await expect(page.getByText('No program has a token yet.')).toBeVisible();
  expect(complaints).toEqual([]);
  site.close();
});

test('who is signed out signs in first, and a request that cannot be answered says so', async ({
  browser,
  baseURL,
}) => {
  const login = `una${Date.now()}`;
  const first = await memberPage(browser, baseURL ?? '', login);
  const site = await openSite(baseURL ?? '');
  const page = await newPage(browser, { baseURL: baseURL ?? '' });
  await page.goto(site.url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Username').first().fill(login);
  await page.getByLabel('Password').first().fill('correct horse battery');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expectBack(page, /^Hello Tove/);
  await first.goto('/authorize?client_id=boards&redirect_uri=javascript:alert(1)&lang=fr');
  await expect(first.getByText('Impossible de répondre à cette demande')).toBeVisible();
  await expect(first.getByRole('button', { name: 'Autoriser' })).toHaveCount(0);
  site.close();
});
