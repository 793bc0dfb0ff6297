import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, newPage } from './helpers.ts';
import { ownServer } from './servers.ts';

const PHONE = { width: 360, height: 640 };
const NEW = 'seven green lanterns';

/** No faults for a screen reader, and not wider than the window. */
async function expectSound(page: Page): Promise<void> {
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
}

/** The mails in a file; none while it is being written. */
function mailsIn(file: string): readonly string[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as string[];
  } catch {
    return [];
  }
}

/** The first link of this form in the newest of so many mails. */
async function linkIn(file: string, count: number, form: RegExp): Promise<string> {
  let mails: readonly string[] = [];
  await expect.poll(() => (mails = mailsIn(file)).length).toBe(count);
  const [link] = form.exec(mails[count - 1] ?? '') ?? [];
  if (link === undefined) throw new Error(`mail ${count} has no link ${form}`);
  return link;
}

/** A browser in which Ada has an account with a confirmed address. */
async function ownerOf(browser: Browser, url: string, mails: string): Promise<Page> {
  const page = await newPage(browser, { baseURL: url });
  expect((await page.request.post('/api/guests', { data: { name: 'Ada' } })).status()).toBe(201);
  const account = { login: 'ada', password: 'a few words in a row' };
  expect((await page.request.post('/api/me/password', { data: account })).status()).toBe(204);
  expect((await page.request.put('/api/me/email', { data: { address: 'ada@club.example' } })).status()).toBe(204);
  const confirm = await linkIn(mails, 1, /\/api\/mail\/confirm\?link=[\w.-]+/);
  expect((await page.request.post(confirm)).status()).toBe(200);
  return page;
}

test('who forgot a password sets a new one with the link of a mail, and all browsers are signed out', async ({
  browser,
}) => {
  const mails = join(mkdtempSync(join(tmpdir(), 'tablier-mails-')), 'mails.json');
  const server = await ownServer('mailing', { TABLIER_TEST_MAILS: mails });
  const url = server.url.replace('127.0.0.1', 'localhost');
  const signedIn = await ownerOf(browser, url, mails);
  const page = await newPage(browser, { baseURL: url, viewport: PHONE });
  const complaints = listen(page);
  await page.goto('/account');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgotten password' })).toBeFocused();
  await expect(page).toHaveTitle('Forgotten password · Tablier');
  await expectSound(page);
  await page.getByLabel('E-mail address').fill('ada@club.example');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('If an account has confirmed ada@club.example')).toBeVisible();
  await expectSound(page);
  const link = await linkIn(mails, 2, /http:\/\/localhost:\d+\/reset#[\w.-]+/);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByText('Your username is ada.')).toBeVisible();
  // The token is in no address: not in the one shown, and in none that a server or a proxy sees.
  expect(new URL(page.url()).hash).toBe('');
  const secret = link.split('#').at(-1) ?? 'none';
  expect(asked.filter((each) => each.split('#')[0]?.includes(secret))).toEqual([]);
  await expectSound(page);
  await page.getByLabel('New password').fill('12345678');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByRole('alert')).toContainText('too short, very common');
  await page.getByLabel('New password').fill(NEW);
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await expectSound(page);
  expect((await signedIn.request.get('/api/me')).status()).toBe(401);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Username').fill('ada');
  await page.getByLabel('Password', { exact: true }).fill(NEW);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('You appear as Ada.')).toBeVisible();
  // Used links say so, in the language of the reader.
  await page.goto('about:blank');
  await page.goto(link.replace('/reset', '/reset?lang=fr'));
  await expect(page.getByText('Ce lien n’est plus valable.')).toBeVisible();
  expect(complaints.filter((line) => !/401|410|422/.test(line))).toEqual([]);
  await server.stop();
});

test('a server without mail says what else can be done', async ({ page }) => {
  await page.goto('/reset');
  await expect(page.getByText('This server sends no mail.')).toBeVisible();
  await expect(page.getByLabel('E-mail address')).toHaveCount(0);
  await expectSound(page);
});
