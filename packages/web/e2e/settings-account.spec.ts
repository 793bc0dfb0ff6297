import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { listen, newPage, open } from './helpers.ts';

const PASSWORD = 'a few words in a row';
const stored = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const answer = (await (await fetch('/api/me/settings')).json()) as { readonly settings: unknown };
    return answer.settings;
  });
const theme = (page: Page) => page.locator('html');

test('settings follow the account into another browser, and changes made offline are sent later', async ({
  browser,
  page,
}) => {
  const complaints = listen(page);
  // A guest's settings stay in the browser, and the new account takes them over.
  await open(page, '/settings');
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  await page.getByLabel('High contrast').check();
  await page.evaluate(() =>
    fetch('/api/guests', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Ada' }),
    }),
  );
  await page.evaluate(() => localStorage.setItem('tablier.known', 'yes'));
  await open(page, '/account');
  const login = `settings ${Date.now()}`;
  await page.getByRole('button', { name: 'Use a password instead' }).click();
  await page.getByLabel('Username').fill(login);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText(`username: ${login}`)).toBeVisible();
  await expect.poll(() => stored(page)).toMatchObject({ theme: 'dark', boards: 'contrast', language: 'en' });

  const other = await newPage(browser);
  await open(other, '/settings');
  await other.getByRole('radio', { name: 'Light', exact: true }).check();
  await open(other, '/account');
  await other.getByRole('textbox', { name: 'Username' }).fill(login);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(theme(other)).toHaveAttribute('data-theme', 'dark');
  await expect(theme(other)).toHaveAttribute('data-boards', 'contrast');

  // A lesson keeps its step when another language arrives from the account.
  await open(other, '/isaac/learn');
  await other.getByRole('list', { name: 'Steps of the lesson' }).getByRole('button').nth(3).click();
  const step = await other.locator('.say .number').textContent();
  await open(page, '/settings');
  await page.getByLabel('Deutsch').check();
  await expect.poll(() => stored(page)).toMatchObject({ language: 'de' });
  await other.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(theme(other)).toHaveAttribute('lang', 'de');
  await expect(other.locator('.say .number')).toHaveText((step ?? '').replace('Step', 'Schritt').replace('of', 'von'));
  await expect(other.locator('.say h2')).toBeVisible();

  await open(other, '/settings');
  await other.context().setOffline(true);
  await other.getByRole('radio', { name: 'Hell', exact: true }).check();
  await expect(theme(other)).toHaveAttribute('data-theme', 'light');
  await other.waitForTimeout(600);
  expect(await stored(page)).toMatchObject({ theme: 'dark' });
  await other.context().setOffline(false);
  await expect.poll(() => stored(page)).toMatchObject({ theme: 'light', language: 'de', boards: 'contrast' });
  await page.reload();
  await expect(theme(page)).toHaveAttribute('data-theme', 'light');

  // Signed out, the browser keeps its settings and sends nothing more.
  await open(other, '/account');
  await other.getByRole('button', { name: 'Hier abmelden' }).click();
  await open(other, '/settings');
  await other.getByRole('radio', { name: 'Dunkel', exact: true }).check();
  await other.waitForTimeout(600);
  expect(await stored(page)).toMatchObject({ theme: 'light' });
  expect(complaints).toEqual([]);
});

test('a lesson goes on at its step after a visit to the settings in another language', async ({ page }) => {
  await open(page, '/isaac/learn');
  await page.getByRole('list', { name: 'Steps of the lesson' }).getByRole('button').nth(4).click();
  await expect(page.locator('.say .number')).toContainText('5');
  await open(page, '/settings');
  await page.getByLabel('Français').check();
  await expect(page.getByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
  await expect(page.locator('.say .number')).toContainText('5');
});
