import { expect } from '@playwright/test';
import { EXAMPLES, givenUp, keep } from './archived-games.ts';
import { test } from './fixtures.ts';
import { faults, listen, movesMade, newPage, open, stepSlider } from './helpers.ts';

// Without and with secrets: no game has a slider of its own. `commands.spec.ts` opens all of them in the middle.
for (const game of ['isaac', 'masker']) {
  test(`${game}: move by move with buttons, keys and slider; the address leads back to the moment`, async ({
    page,
  }) => {
    const complaints = listen(page);
    const record = givenUp(game, 6);
    const id = await keep(page, record);
    const last = record.moves.length;
    const at = (ply: number) => expect(stepSlider(page)).toHaveValue(String(ply));
    await open(page, `/g/${id}`);
    await at(last);
    await page.getByRole('button', { name: 'Previous move' }).click();
    await at(last - 1);
    await page.getByRole('heading', { level: 1 }).click();
    await page.keyboard.press('ArrowLeft');
    await at(last - 2);
    await page.keyboard.press('ArrowRight');
    await at(last - 1);
    await expect(page).toHaveURL(`/g/${id}/${last - 1}`);
    const slider = page.getByRole('slider', { name: 'Where in the game' });
    await slider.focus();
    await page.keyboard.press('Home');
    await at(0);
    await page.keyboard.press('ArrowRight');
    await at(1);
    await expect(slider).toHaveAttribute('aria-valuetext', `1. ${record.moves[0]}`);
    await expect(page).toHaveURL(`/g/${id}/1`);
    await page.reload();
    await at(1);
    await expect(page.getByRole('button', { name: record.moves[0] ?? '', exact: true }).first()).toHaveAttribute(
      'aria-current',
      'step',
    );
    await expect.poll(() => movesMade(page)).not.toHaveLength(0);
    expect(await faults(page)).toEqual([]);
    // No moment added to the history: one step back leaves the game.
    await page.goto('/settings');
    await page.goBack();
    await at(1);
    await page.evaluate((hash) => (location.hash = hash), `#/g/${id}`);
    await at(last);
    await page.evaluate((hash) => (location.hash = hash), `#/g/${id}/99999`);
    await at(last);
    expect(complaints).toEqual([]);
  });
}

test('the link to a moment is copied, and shown if the browser refuses to copy', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { record } = EXAMPLES[0] ?? { record: { moves: [] } };
  const id = await keep(page, record);
  await open(page, `/g/${id}/3`);
  const copy = page.getByRole('button', { name: 'Copy the link to this moment' });
  await copy.click();
  await expect(page.getByText('The link is copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(new RegExp(`/g/${id}/3$`));
  await page.getByRole('button', { name: 'Next move' }).click();
  await expect(page.getByText('The link is copied.')).toBeHidden();
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await copy.click();
  const field = page.getByLabel('The browser does not let the page copy. Copy it from here:');
  await expect(field).toBeFocused();
  await expect(field).toHaveValue(new RegExp(`/g/${id}/4$`));
  expect(await faults(page)).toEqual([]);
});

test('a game without secrets does not ask for a viewer', async ({ page }) => {
  for (const { game, record } of EXAMPLES) {
    await open(page, `/g/${await keep(page, record)}/2/seat1`);
    await expect(stepSlider(page)).toHaveValue('2');
    await expect(page.getByLabel('View')).toHaveCount(game === 'masker' || game === 'arcanor' ? 1 : 0);
  }
});

test('on a phone the list of moves begins at the last one when a game is over, and held across nothing presses it together', async ({
  browser,
}) => {
  const viewport = { width: 360, height: 640 };
  const page = await newPage(browser, { hasTouch: true, isMobile: true, viewport });
  for (const { game, record } of EXAMPLES) {
    await page.setViewportSize(viewport);
    await open(page, `/g/${await keep(page, record)}`);
    await page.getByRole('button', { name: 'Moves', exact: true }).tap();
    const list = page.getByRole('dialog', { name: 'Moves' }).locator('.moves ol');
    await expect(list.locator('li').last().locator('[aria-current=step]'), game).toBeInViewport({ ratio: 0.7 });
    await page.setViewportSize({ width: 740, height: 360 });
    await expect.poll(async () => (await list.boundingBox())?.height, game).toBeGreaterThan(100);
  }
});
