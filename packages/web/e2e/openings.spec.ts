import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, open, overflow } from './helpers.ts';

test('the page of a game leads to its openings by landscape, each with its most played first move', async ({
  page,
}) => {
  const complaints = listen(page);
  await open(page, '/nasca');
  await page.getByRole('link', { name: 'Nasca: openings' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nasca: openings');
  const africa = page.getByRole('region', { name: 'Landscape: Africa' });
  await expect(africa.locator('svg').first()).toBeVisible();
  const first = africa.getByRole('row').nth(1);
  await expect(first.getByRole('rowheader')).toHaveText(/^[a-k]\d+-[a-k]\d+$/);
  expect(Number(await first.getByRole('cell').nth(-2).textContent())).toBeGreaterThan(0);
  await page.setViewportSize({ width: 360, height: 640 });
  expect((await overflow(page))[1]).toBe(0);
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
