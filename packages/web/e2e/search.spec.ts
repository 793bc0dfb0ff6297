import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, open } from './helpers.ts';

test('the address holds a search: it fills the form, follows it without growing the history, and survives a reload', async ({
  page,
}) => {
  const complaints = listen(page);
  await open(page, '/isaac');
  await page.getByRole('link', { name: 'All games' }).click();
  await expect(page).toHaveURL(/\/search\?game=isaac$/);
  await expect(page.getByRole('combobox', { name: 'Game', exact: true })).toHaveValue('isaac');
  await page.getByRole('combobox', { name: 'Result' }).selectOption('drawn');
  await page.getByRole('textbox', { name: 'First moves' }).fill('a1 b2');
  await page.getByRole('textbox', { name: 'First moves' }).press('Enter');
  await expect(page).toHaveURL(/\/search\?game=isaac&result=drawn&opening=a1\+b2$/);
  await expect(page.getByText('No game matches.').first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'First moves' })).toHaveValue('a1 b2');
  // Without a game its first moves mean nothing.
  await page.getByRole('combobox', { name: 'Game', exact: true }).selectOption('');
  await expect(page).toHaveURL(/\/search\?result=drawn$/);
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
  // A search that failed has not found that nothing matches.
  await page.route('**/api/v1/search?*', (route) => route.abort());
  await page.getByRole('combobox', { name: 'Result' }).selectOption('');
  await expect(page.getByRole('alert')).toContainText('The server does not answer.');
  await expect(page.getByText('No game matches.')).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/isaac$/);
});
