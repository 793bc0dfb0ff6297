import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { overflow, chooseOpponent, faults, giveUp, listen, open, placeByMouse, yourTurn } from './helpers.ts';

const levels = (page: Page) => page.getByRole('group', { name: 'Level', exact: true });

test('a level of eight is chosen by touch or keyboard on a phone, and is named at the table', async ({ page }) => {
  const complaints = listen(page);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, '/isaac/play');
  const radios = levels(page).getByRole('radio');
  await expect(radios).toHaveCount(9);
  for (const label of await levels(page).locator('label').all()) {
    const box = await label.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await expect(levels(page)).toContainText('Kitten');
  const third = levels(page).getByRole('radio', { name: '3, Hare' });
  await expect(third).toHaveAccessibleDescription(/^Medium Hare Quick/);
  await third.check();
  await page.keyboard.press('ArrowRight');
  await expect(levels(page).getByRole('radio', { name: '4, Squirrel' })).toBeChecked();
  await expect(levels(page)).toContainText('Gathers bit by bit');
  const [, wider] = await overflow(page);
  expect(wider).toBe(0);
  await expect(page.getByRole('button', { name: 'Start the game' })).toBeInViewport({ ratio: 1 });
  expect(await faults(page)).toEqual([]);

  // A person has no level; the bot has the one that it had.
  await chooseOpponent(page, 'Same screen');
  await expect(levels(page)).toHaveCount(0);
  await chooseOpponent(page, 'Computer');
  await expect(levels(page).getByRole('radio', { name: '4, Squirrel' })).toBeChecked();

  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.getByRole('list', { name: 'Players and scores' })).toContainText('Bot, Squirrel (4)');
  expect(complaints).toEqual([]);
});

test('My level follows the results: a weaker bot comes after a defeat, also from a game of a chosen level', async ({
  page,
}) => {
  const complaints = listen(page);
  const players = page.getByRole('list', { name: 'Players and scores' });
  const lose = async () => {
    await yourTurn(page);
    await placeByMouse(page);
    await yourTurn(page);
    await giveUp(page);
  };
  await open(page, '/isaac/play');
  await levels(page).getByRole('radio', { name: '4, Squirrel' }).check();
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await lose();
  // One defeat against the fourth level says little of the lower ones.
  const follow = page.getByRole('button', { name: 'My level · Puppy (2)' });
  await follow.click();
  await expect(players).toContainText(/Bot, Puppy/);
  await lose();
  await expect(page.getByText('My level · Kitten (1)')).toBeVisible();
  await page.getByRole('button', { name: 'Play again, sides swapped' }).click();
  await expect(players).toContainText('Bot, Kitten (1)');

  // The choice of the set-up names the same level, and is the one of the next game.
  await open(page, '/isaac/play');
  const match = levels(page).getByRole('radio', { name: 'My level' });
  await expect(match).toHaveAccessibleDescription('You win about half of your games. Kitten (1)');
  await match.check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(players).toContainText('Bot, Kitten (1)');
  await open(page, '/isaac/play');
  await expect(match).toBeChecked();
  expect(complaints).toEqual([]);
});

test('the last choices are those of the next game, and of a game from the home page', async ({ page }) => {
  await open(page, '/nasca/play');
  await levels(page).getByRole('radio', { name: '2, Puppy' }).check();
  await page.getByRole('radio', { name: 'Europe' }).check();
  await page.getByText('Finer rules').click();
  await page.getByRole('radio', { name: 'Leave it open' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.getByRole('list', { name: 'Players and scores' })).toContainText('Bot, Puppy (2)');

  await open(page, '/nasca/play');
  await expect(levels(page).getByRole('radio', { name: '2, Puppy' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Europe' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Leave it open' })).toBeChecked();

  await open(page, '/');
  await page.getByRole('button', { name: 'Play Nasca' }).click();
  await expect(page.getByRole('list', { name: 'Players and scores' })).toContainText('Bot, Puppy (2)');
});

for (const [width, height] of [
  [360, 640],
  [740, 360],
] as const) {
  test(`the choice of opponents at ${width}x${height} moves nothing, and Start stays in sight`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/isaac/play');
    const start = page.getByRole('button', { name: /^(Start the game|Create game)$/ });
    const place = () => page.getByRole('group', { name: 'Your opponent' }).boundingBox();
    const before = await place();
    for (const name of ['A friend', 'Same screen', 'Anyone', 'Computer']) {
      await chooseOpponent(page, name);
      await page.evaluate(() => window.scrollTo(0, 0));
      await expect(start).toBeInViewport({ ratio: 1 });
      expect(await place(), name).toEqual(before);
    }
    const end = page.getByRole('group', { name: 'Who begins', exact: true });
    const below = await end.boundingBox();
    for (const radio of await levels(page).getByRole('radio').all()) {
      await radio.check();
      await page.evaluate(() => window.scrollTo(0, 0));
      expect(await end.boundingBox()).toEqual(below);
    }
    await chooseOpponent(page, 'Anyone');
    for (const label of await page.locator('.opponents label').all()) {
      const box = await label.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    expect(await faults(page)).toEqual([]);
  });
}
