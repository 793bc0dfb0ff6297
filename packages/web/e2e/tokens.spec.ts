import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, newPage } from './helpers.ts';

test('a token is created on the account page, shown once, used and revoked', async ({ browser, baseURL }) => {
  const page = await newPage(browser, { baseURL: baseURL ?? '', viewport: { width: 360, height: 640 } });
  const complaints = listen(page);
  expect((await page.request.post('/api/guests', { data: { name: 'Tove' } })).status()).toBe(201);
  const password = { password: 'correct horse battery', login: `tove${Date.now()}` };
  expect((await page.request.post('/api/me/password', { data: password })).status()).toBe(204);
  await page.addInitScript(() => localStorage.setItem('tablier.known', 'yes'));
  await page.goto('/account');
  // On a phone one part of the account is shown at a time; the address keeps it.
  await page.getByRole('button', { name: 'People and programs' }).click();
  const section = page.getByRole('region', { name: 'Tokens for programs' });
  await section.getByLabel('Name').fill('My bot');
  await section.getByRole('button', { name: 'Create a token' }).click();
  const secret = (await section.locator('code').textContent()) ?? '';
  const ask = () => page.request.get('/api/v1/me', { headers: { authorization: `Bearer ${secret}` } });
  expect(await (await ask()).json()).toMatchObject({ name: 'Tove', scopes: ['read', 'bot'] });
  await page.reload();
  await expect(section.getByText('My bot', { exact: true })).toBeVisible();
  await expect(section.getByText(secret)).toHaveCount(0);
  expect(await faults(page)).toEqual([]);
  await section.getByRole('button', { name: 'Revoke My bot' }).click();
  await expect(section.getByText('No program has a token yet.')).toBeVisible();
  expect((await ask()).status()).toBe(401);
  expect(complaints).toEqual([]);
});
