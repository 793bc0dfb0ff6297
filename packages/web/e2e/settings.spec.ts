import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { open } from './helpers.ts';

test('the language changes at once and is remembered', async ({ page }) => {
  await open(page, '/settings');
  await page.getByLabel('Français').check();
  await expect(page.getByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible();
  await expect(page).toHaveTitle('Réglages · Tablier');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Réglages' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
});

test('the theme setting overrides the system', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, '/settings');
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await paper();
  await page.getByLabel('Dark', { exact: true }).check();
  await expect.poll(paper).not.toBe(light);
  await page.reload();
  await expect.poll(paper).not.toBe(light);
  await page.getByLabel('Match system').check();
  await expect.poll(paper).toBe(light);
});

test('the boards change their wood, are remembered, and show high contrast if the system asks for it', async ({
  page,
}) => {
  await open(page, '/settings');
  const field = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--oak-base').trim());
  const natural = await field();
  await expect(page.locator('fieldset .square svg')).toHaveCount(2);
  await page.getByLabel('Dark wood').check();
  await expect.poll(field).not.toBe(natural);
  const dark = await field();
  await page.reload();
  await expect.poll(field).toBe(dark);
  await page.getByLabel('Each game in its own wood').check();
  await expect.poll(field).toBe(natural);
  await page.emulateMedia({ contrast: 'more' });
  await page.reload();
  await expect.poll(field).toBe('#303030');
});

test('a link with a rule number leads to the rule', async ({ page }) => {
  await open(page, '/isaac/rules/I12');
  await expect(page.locator('#rule-I12')).toBeInViewport();
});
