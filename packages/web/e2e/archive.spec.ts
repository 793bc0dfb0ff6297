import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { chooseInMenu, giveUp, listen, movesMade, open, placeByMouse, startIsaac, stepSlider } from './helpers.ts';

const tie = JSON.parse(readFileSync(new URL('tie.json', import.meta.url), 'utf8')) as { readonly moves: string[] };

test('a game is archived at an address and can be reviewed there', async ({ page }) => {
  const complaints = listen(page);
  await startIsaac(page);
  await placeByMouse(page);
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  await giveUp(page);
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible();
  await page.getByRole('button', { name: 'Save and get a link' }).click();
  await page.getByRole('link', { name: /\/g\// }).click();
  await expect(page.getByRole('heading', { name: 'Light wins' })).toBeVisible();
  await expect(stepSlider(page)).toHaveValue('2');
  await page.getByRole('button', { name: 'Previous move' }).click();
  await expect(stepSlider(page)).toHaveValue('1');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Light wins' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('[I16] the result explains how a tie was broken', async ({ page, request }) => {
  await request.post('/api/guests', { data: { name: 'Ada' } });
  const kept = await request.post('/api/games', { data: tie });
  const { id } = (await kept.json()) as { id: string };
  await open(page, `/g/${id}`);
  await expect(page.getByRole('heading', { name: 'Light wins' })).toBeVisible();
  await expect(page.getByText('Equal points. The greater total length of unplayed pieces decides')).toBeVisible();
});

test('the record can be downloaded', async ({ page, request }) => {
  await request.post('/api/guests', { data: { name: 'Ada' } });
  const kept = await request.post('/api/games', { data: tie });
  const { id } = (await kept.json()) as { id: string };
  await open(page, `/g/${id}`);
  const [download] = await Promise.all([page.waitForEvent('download'), chooseInMenu(page, 'Download the record')]);
  const { numbers, ...record } = JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<string, unknown>;
  expect(record).toEqual(tie);
  // By turns, as the page counts.
  expect(numbers).toHaveLength(tie.moves.length);
  expect(numbers).toEqual(expect.arrayContaining(['1.', '1…', '2.', '2…']));
});

test('an address without an archived game says so', async ({ page }) => {
  await open(page, '/g/nothing');
  await expect(page.getByRole('alert')).toHaveText('There is no saved game at this address.');
});
