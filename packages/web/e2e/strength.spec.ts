import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, open, overflow } from './helpers.ts';

test('the levels lead to a page that says how strong each is, with its games, the interval, the time and rivals', async ({
  page,
}) => {
  const complaints = listen(page);
  await open(page, '/isaac/play');
  await page.getByRole('link', { name: 'How strong the levels are' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How strong the levels are');
  await expect(page.locator('h2')).toHaveText(['Isaac', 'Nasca', 'Masker', 'Arcanor']);
  const isaac = page.getByRole('region', { name: 'Isaac' });
  // The dash and the number after it stay on one line.
  const share = /^\d+% \(\d+–\u2060\d+\)$/;
  const owl = isaac.getByRole('row', { name: '7 Owl' });
  await expect(owl.getByRole('cell')).toHaveText([/^\d+$/, /^\d+(\.\d)?$/, share, /^\d+$/]);
  const rival = isaac.getByRole('row', { name: 'Tree search with random games' });
  await expect(rival.getByRole('cell')).toHaveText([/^\d+$/, share, /^\d+$/]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect((await overflow(page))[1]).toBe(0);
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
