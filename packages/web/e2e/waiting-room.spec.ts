import { type Browser, expect, type Page } from '@playwright/test';
import { encode } from 'uqr';
import { test } from './fixtures.ts';
import { chooseOpponents, faults, listen, newPage, open, playing } from './helpers.ts';

interface Visitor {
  readonly page: Page;
  readonly complaints: string[];
}

async function visitor(browser: Browser, viewport = { width: 360, height: 640 }): Promise<Visitor> {
  const page = await newPage(browser, { viewport });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  return { page, complaints: listen(page) };
}

/** Opens a table of Masker for three: the host, and two friends by link. */
async function openRoom({ page }: Visitor): Promise<string> {
  await open(page, '/masker/play');
  await page.getByRole('group', { name: 'Number of players' }).getByLabel('3').check();
  await chooseOpponents(page, 3, 'A friend');
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('button', { name: 'Create game' }).click();
  return page.getByLabel('The link to this table').inputValue();
}

async function join({ page }: Visitor, name: string, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Sit down and play' }).click();
}

test('the waiting room has the link to copy, to share and to scan, the board, and who has joined', async ({
  browser,
}) => {
  const [ada, basil, cleo] = [
    await visitor(browser),
    await visitor(browser, { width: 1440, height: 900 }),
    await visitor(browser),
  ];
  // The browser of this test has no dialog to share with; this records what the page would share.
  await ada.page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: (shared: ShareData) => Promise.resolve(Object.assign(window, { shared })),
    });
  });
  const link = await openRoom(ada);
  expect(link).toBe(ada.page.url());

  await ada.page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(ada.page.getByText('Copied.')).toBeVisible();
  expect(await ada.page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await ada.page.getByRole('button', { name: 'Share it' }).click();
  expect(await ada.page.evaluate(() => Reflect.get(window, 'shared') as unknown)).toEqual({
    title: 'A game of Masker',
    url: link,
  });

  const code = ada.page.getByRole('img', { name: 'A QR code of the link' });
  await expect(code).toBeVisible();
  const dark = encode(link, { border: 0 }).data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x + 4} ${y + 4}`] : [])),
  );
  expect((await code.locator('path').getAttribute('d'))?.match(/M\d+ \d+/g)).toEqual(dark);

  await expect(ada.page.locator('[data-solid]').first()).toBeVisible();
  await expect(ada.page.getByText('An example: the board is dealt when the game begins.')).toBeVisible();
  const seats = ada.page.getByRole('region', { name: 'At the table' }).getByRole('listitem');
  await expect(seats).toHaveText(['Ada (you)', 'Free', 'Free']);
  await join(basil, 'Basil', link);
  await expect(seats).toHaveText(['Ada (you)', 'Basil (guest)', 'Free']);
  for (const { page, complaints } of [ada, basil]) {
    expect(await faults(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(complaints).toEqual([]);
  }
  await join(cleo, 'Cleo', link);
  for (const { page } of [ada, basil, cleo]) await expect(playing(page)).toBeVisible();
});

test('a table that the host cancels is closed for all', async ({ browser }) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  const link = await openRoom(ada);
  await basil.page.goto(link);
  await expect(basil.page.getByRole('button', { name: 'Sit down and play' })).toBeVisible();
  await ada.page.getByRole('button', { name: 'Cancel' }).click();
  for (const { page } of [ada, basil])
    await expect(page.getByText('This table was cancelled before the game began.')).toBeVisible();
});
