import { readFileSync } from 'node:fs';
import { type Browser, type BrowserContext, type CDPSession, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { chooseOpponent, faults, listen, newPage } from './helpers.ts';

/** Passkeys need a domain name: the same server at another address. */
const here = (baseURL: string | undefined): string => (baseURL ?? '').replace('127.0.0.1', 'localhost');

/** The message that the browser logs itself for a refused request. */
const REFUSED = /status of 40[13]/;

interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly complaints: string[];
  readonly device: CDPSession;
  readonly authenticatorId: string;
}

/** A user with a browser and a device that creates passkeys and identifies its owner. */
async function visitor(browser: Browser, baseURL: string | undefined): Promise<Visitor> {
  const page = await newPage(browser, { baseURL: here(baseURL), viewport: { width: 360, height: 740 } });
  const context = page.context();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', { options });
  return { context, page, complaints: listen(page), device, authenticatorId };
}

/** Opens a table for a friend under a name; returns its address. */
async function makeTable(page: Page, name: string): Promise<string> {
  await page.goto('/isaac/play');
  await chooseOpponent(page, 'A friend');
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You', { exact: true }).check();
  await page.getByRole('button', { name: 'Create game' }).click();
  return page.getByLabel('The link to this table').inputValue();
}

async function openAccount(page: Page): Promise<void> {
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1, name: 'Your account' })).toBeFocused();
}

/** Signs out on the account page. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out here' }).click();
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Your account/ })).toBeHidden();
}

const ownTables = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const answer = (await (await fetch('/api/v1/me/tables')).json()) as { readonly tables: readonly unknown[] };
    return answer.tables.length;
  });

const noFaults = async (page: Page): Promise<void> => {
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
};

/** Saves the guest's account with a password. */
async function keepByPassword(page: Page, login: string): Promise<void> {
  await openAccount(page);
  await page.getByRole('button', { name: 'Use a password instead' }).click();
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('New password').fill('a few words in a row');
  await noFaults(page);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText(`username: ${login}`)).toBeVisible();
}

test('a guest saves the account with a passkey, and is the same person on another device', async ({
  browser,
  baseURL,
}) => {
  const ada = await visitor(browser, baseURL);
  const link = await makeTable(ada.page, 'Ada');
  await ada.page.getByRole('link', { name: 'Your account: Ada' }).click();
  await expect(ada.page.getByRole('heading', { name: 'Save your account' })).toBeVisible();
  await noFaults(ada.page);
  await ada.page.getByRole('button', { name: 'Save it with a passkey' }).click();
  await expect(ada.page.getByRole('heading', { name: 'How you sign in' })).toBeVisible();
  await expect(ada.page.getByText(/^made in Chrome/).first()).toBeVisible();
  await noFaults(ada.page);
  const { credentials } = await ada.device.send('WebAuthn.getCredentials', { authenticatorId: ada.authenticatorId });
  expect(credentials).toHaveLength(1);
  await signOut(ada.page);
  await noFaults(ada.page);

  const other = await visitor(browser, baseURL);
  await openAccount(other.page);
  await noFaults(other.page);
  for (const credential of credentials) {
    await other.device.send('WebAuthn.addCredential', { authenticatorId: other.authenticatorId, credential });
  }
  await other.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(other.page.getByText('You are signed in.')).toBeVisible();
  await expect(other.page.getByText('You appear as Ada.')).toBeVisible();
  expect(await ownTables(other.page)).toBe(1);
  await other.page.goto(link);
  await expect(other.page.getByRole('heading', { name: 'Send this link to your friend' })).toBeVisible();
  for (const { complaints } of [ada, other]) expect(complaints).toEqual([]);
});

test('a password saves the account too, and a device that is signed out remotely notices it at once', async ({
  browser,
  baseURL,
}) => {
  const [ada, other] = [await visitor(browser, baseURL), await visitor(browser, baseURL)];
  const login = `ada ${Date.now()}`;
  await makeTable(ada.page, 'Ada');
  await keepByPassword(ada.page, login);

  await openAccount(other.page);
  await other.page.getByLabel('Username').fill(login.toUpperCase());
  await other.page.getByLabel('Password', { exact: true }).fill('something else');
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.page.getByRole('alert')).toContainText('No account matches.');
  await other.page.getByLabel('Password', { exact: true }).fill('a few words in a row');
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.page.getByText('You appear as Ada.')).toBeVisible();
  expect(await ownTables(other.page)).toBe(1);
  await other.page.goto('/t/no-such-table-anywhere');
  await expect(other.page.getByRole('alert')).toHaveText('There is no table at this address.');

  await ada.page.reload();
  await expect(ada.page.getByText('· this browser')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(ada.page.getByRole('button', { name: 'Sign out everywhere else' })).toBeHidden();
  await expect(other.page.getByText(/no longer knows this browser/)).toBeVisible();
  await expect(other.page.getByRole('link', { name: /^Your account/ })).toBeHidden();
  expect(ada.complaints).toEqual([]);
  expect(other.complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
});

test('personal data can be exported and deleted; the friend still sees the game, without the name', async ({
  browser,
  baseURL,
}) => {
  const [ada, basil] = [await visitor(browser, baseURL), await visitor(browser, baseURL)];
  const link = await makeTable(ada.page, 'Adalbert');
  await basil.page.goto(link);
  await basil.page.getByLabel('Your name').fill('Basil');
  await basil.page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(basil.page.getByText('Adalbert').first()).toBeVisible();
  await openAccount(ada.page);
  await ada.page.getByRole('textbox', { name: 'The name that others see' }).fill('Adele');
  await ada.page.getByRole('button', { name: 'Change the name' }).click();
  await expect(ada.page.getByText('You appear as Adele.')).toBeVisible();
  const downloading = ada.page.waitForEvent('download');
  await ada.page.getByRole('button', { name: 'Download your data' }).click();
  const file = await (await downloading).path();
  const data = JSON.parse(readFileSync(file, 'utf8')) as { person: { name: string }; tables: readonly unknown[] };
  expect([data.person.name, data.tables.length]).toEqual(['Adele', 1]);

  await ada.page.getByRole('button', { name: 'Delete the account' }).click();
  await noFaults(ada.page);
  const yes = ada.page.getByRole('dialog').getByRole('button', { name: 'Delete the account' });
  await expect(yes).not.toHaveClass(/primary/);
  await yes.click();
  await expect(ada.page.getByText('Your account is deleted.')).toBeVisible();
  await expect(basil.page.getByRole('heading', { name: 'You win' })).toBeVisible();
  await expect(basil.page.getByText('Someone who has left').first()).toBeVisible();
  await expect(basil.page.getByText('Adalbert')).toHaveCount(0);
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});

test('changing credentials asks for the passkey again after a while, and the last one is not removed by mistake', async ({
  browser,
  baseURL,
}) => {
  const ada = await visitor(browser, baseURL);
  await makeTable(ada.page, 'Ada');
  await openAccount(ada.page);
  await ada.page.getByRole('button', { name: 'Save it with a passkey' }).click();
  const remove = ada.page.getByRole('button', { name: /^Remove made in/ });
  const question = ada.page.getByRole('dialog');
  await remove.click();
  await expect(question).toContainText('This is the last way to your account');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  // A question goes away with its page.
  await ada.page.locator('header a[href="/settings"]').click();
  await ada.page.locator('main a[href="/account"]').click();
  await remove.click();
  await expect(question).toBeVisible();
  await ada.page.goBack();
  await expect(ada.page).toHaveURL(/settings$/);
  await expect(question).toHaveCount(0);
  await ada.page.goForward();
  // The answer of the server when the last confirmation is too long ago.
  const once = { times: 1 };
  const refusal = { status: 403, json: { error: { name: 'confirm-first' } } };
  await ada.page.route('**/api/me/password', (route) => route.fulfill(refusal), once);
  await ada.page.getByRole('button', { name: 'Add a password' }).click();
  await ada.page.getByLabel('Username').fill(`again ${Date.now()}`);
  await ada.page.getByLabel('New password').fill('a few words in a row');
  await ada.page.getByRole('button', { name: 'Save the password' }).click();
  await expect(ada.page.getByRole('heading', { name: 'Is it you?' })).toBeVisible();
  await noFaults(ada.page);
  await ada.page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(ada.page.getByText(/^username: again/)).toBeVisible();
  expect(ada.complaints.filter((text) => !REFUSED.test(text))).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 1440, height: 900 }, locale: 'fr-FR' });

    test('the account page has no axe findings in French on a wide screen', async ({ page }) => {
      await page.goto('/account');
      await expect(page.getByRole('heading', { level: 1, name: 'Votre compte' })).toBeVisible();
      await expect(page.getByText('Les clés d’accès ne sont pas disponibles à cette adresse')).toBeVisible();
      await noFaults(page);
    });
  });
}

test('a guest who signs in takes their games along and continues in the same seat', async ({ browser, baseURL }) => {
  const [ada, basil] = [await visitor(browser, baseURL), await visitor(browser, baseURL)];
  const login = `ada ${Date.now()}`;
  await makeTable(ada.page, 'Ada');
  await keepByPassword(ada.page, login);

  const other = await visitor(browser, baseURL);
  const link = await makeTable(other.page, 'Guest');
  await basil.page.goto(link);
  await basil.page.getByLabel('Your name').fill('Basil');
  await basil.page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(basil.page.getByText('Guest').first()).toBeVisible();
  await openAccount(other.page);
  await other.page.getByText('I already have an account').click();
  const along = other.page.getByLabel('Bring this guest’s games with you');
  await expect(along).toBeChecked();
  await expect(along).toHaveAccessibleDescription(/still under the name Guest/);
  await along.uncheck();
  await expect(along).toHaveAccessibleDescription(/They stay with the guest/);
  await along.check();
  await noFaults(other.page);
  await other.page.getByLabel('Username').fill(login);
  await other.page.getByLabel('Password', { exact: true }).fill('a few words in a row');
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(other.page.getByText('You appear as Ada.')).toBeVisible();
  expect(await ownTables(other.page)).toBe(2);
  await other.page.goto(link);
  await expect(other.page.getByRole('listitem').filter({ hasText: /Guest.*\(you\)/ })).toBeVisible();
  for (const { complaints } of [ada, basil, other]) expect(complaints).toEqual([]);
});
