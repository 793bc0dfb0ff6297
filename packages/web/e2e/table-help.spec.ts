import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, open } from './helpers.ts';

const picture = (page: Page): Locator => page.locator('.game-table svg[role=group]');
const place = (page: Page, id: string): Locator => picture(page).locator(`[data-target="${id}"]`);
const sheet = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const notes = (page: Page): Locator => page.locator('.notes');

/** Starts a game against the beginner, with the reader to begin. */
async function start(page: Page, game: string): Promise<void> {
  await open(page, `/${game}/play`);
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.locator('.turn-line')).toContainText('Your turn');
}

/** Where the parts of the table are, in whole pixels. */
const places = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    ['.picture', 'li[style*="--at"]', '.tray', '.acts', '.panel', '.turn-line', '.notes', '.toolbar'].map((part) =>
      [...document.querySelectorAll(`.game-table ${part}`)].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
    ),
  );

/** Counts the tones that the page really starts, without changing what they do. */
const countTones = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const begin = OscillatorNode.prototype.start;
    let count = 0;
    Object.defineProperty(window, 'tones', { get: () => count });
    OscillatorNode.prototype.start = function (when?: number) {
      count++;
      begin.call(this, when);
    };
  });
const tones = (page: Page): Promise<number> => page.evaluate(() => Number(Reflect.get(window, 'tones')));

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('the goal is always in sight, and ? lists the keys that work now', async ({ page }) => {
    const complaints = listen(page);
    await start(page, 'isaac');
    await expect(
      page
        .locator('.panel')
        .getByText('Fill the board, then remove your pieces: each scores by the others on its line. 100 wins.'),
    ).toBeVisible();
    await expect(notes(page)).not.toContainText('Fill the board');

    const keys = sheet(page, 'Keyboard shortcuts');
    await page.keyboard.press('?');
    await expect(keys.getByText('Piece of length 7, marked 6: 1 in hand')).toBeVisible();
    await expect(keys.getByText('Rotate the piece')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await page.keyboard.press('7');
    await expect(page.getByRole('button', { name: 'Piece of length 7,' })).toHaveAttribute('aria-pressed', 'true');

    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await sheet(page, 'Menu').getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await expect(keys).toBeVisible();
    await expect(sheet(page, 'Menu')).toBeHidden();
    await keys.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('button', { name: 'How to win' }).click();
    await expect(sheet(page, 'How to win').getByText(/the more others on its line/)).toBeVisible();
    expect(await faults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  for (const { game, piece, at, said } of [
    { game: 'isaac', piece: 'Piece of length 5,', at: '44', said: 'No other piece on its line' },
    { game: 'nasca', piece: 'Piece of length 5:', at: 'cell60', said: 'Enclosed: you' },
  ])
    test(`a preview of ${game} says what it changes, and moves nothing`, async ({ page }) => {
      await start(page, game);
      await page.getByRole('button', { name: piece }).click();
      const before = await places(page);
      await place(page, at).hover();
      await expect(notes(page)).toContainText(said);
      expect(await places(page)).toEqual(before);
    });

  test('a move sounds, one click mutes the table, and it stays muted', async ({ page }) => {
    await countTones(page);
    await start(page, 'nasca');
    expect(await tones(page)).toBe(0);
    const put = async () => {
      const piece = page.getByRole('button', { name: 'Piece of length 4:' });
      if ((await piece.getAttribute('aria-pressed')) !== 'true') await piece.click();
      const moves = page.locator('.moves li');
      const made = await moves.count();
      await picture(page).getByRole('button', { disabled: false }).first().click();
      await expect.poll(() => moves.count()).toBe(made + 2);
    };
    await put();
    await expect.poll(() => tones(page)).toBeGreaterThan(3);

    const button = page.getByRole('button', { name: 'Sounds and vibration' });
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await page.reload();
    await expect(button).toHaveAttribute('aria-pressed', 'false');
    await put();
    expect(await tones(page)).toBe(0);
  });
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

  const GOALS = {
    isaac: 'Fill the board, then remove your pieces: each scores by the others on its line. 100 wins.',
    nasca: 'Enclose more ground than your opponent.',
    masker: 'Keep your secret colour in play the longest.',
    arcanor: 'Be the first to bring 12 points to the far side.',
  };
  for (const [game, goal] of Object.entries(GOALS))
    test(`the goal of ${game} comes before the first move and stays one tap away, and no key is mentioned`, async ({
      page,
    }) => {
      await start(page, game);
      await expect(notes(page)).toContainText(goal);
      const { height = 0 } = (await notes(page).boundingBox()) ?? {};
      expect(await notes(page).evaluate((element) => element.scrollHeight)).toBeLessThanOrEqual(Math.ceil(height));
      await page.getByRole('button', { name: 'How to win' }).tap();
      await expect(sheet(page, 'How to win').getByText(goal, { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Menu', exact: true }).tap();
      await expect(sheet(page, 'Menu').getByRole('checkbox', { name: 'Sounds and vibration' })).toBeChecked();
      await expect(sheet(page, 'Menu').getByText('Keyboard shortcuts')).toHaveCount(0);
      await expect(page.locator('kbd').filter({ visible: true })).toHaveCount(0);
    });
});
