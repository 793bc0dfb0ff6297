import { expect, test } from '@playwright/test';
import { faults, listen, open, overflow } from './helpers.ts';

test('the levels lead to a page that says how strong each is, with its games and the interval', async ({ page }) => {
  const complaints = listen(page);
  await open(page, '/isaac/play');
  await page.getByRole('link', { name: 'How strong the levels are' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How strong the levels are');
  await expect(page.locator('h2')).toHaveText(['Isaac', 'Nasca', 'Masker', 'Arcanor']);
  const owl = page.getByRole('region', { name: 'Isaac' }).getByRole('row', { name: '7 Owl' });
  await expect(owl.getByRole('cell')).toHaveText([/^\d+$/, /^\d+% \(\d+–\d+\)$/, /^\d+$/]);
  await page.setViewportSize({ width: 360, height: 640 });
  expect((await overflow(page))[1]).toBe(0);
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
