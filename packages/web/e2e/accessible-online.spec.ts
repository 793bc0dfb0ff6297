import { expect, type Page } from '@playwright/test';
import { logRegions, said } from './ears.ts';
import { test } from './fixtures.ts';
import { chooseInMenu, faults, follow, giveUp, stepSlider } from './helpers.ts';
import { arcanor, isaac } from './movers.ts';
import { makeTable, play, shown, sitDown, visit } from './online.ts';

const PHONE = { width: 360, height: 740 };
const LOOKS = [
  { size: PHONE, colorScheme: 'light' },
  { size: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const;
const [LIGHT_PHONE, DARK_DESKTOP] = LOOKS;
/** The longest name allowed. */
const LONG = 'Wilhelmina Fairweather-Q';

/** Expects no axe finding, in one of the looks or in both. What two states have in common is looked at in both looks by one of each. */
async function isSound(page: Page, what: string, ...looks: readonly (typeof LOOKS)[number][]): Promise<void> {
  for (const { size, colorScheme } of looks) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme });
    expect(await faults(page), `${what}, ${colorScheme}`).toEqual([]);
    await hasRoom(page, `${what}, ${colorScheme}`);
  }
}

/** Expects that no text is cut, and that nothing is wider than the window. */
async function hasRoom(page: Page, what: string): Promise<void> {
  const cut = await page
    .locator('main li')
    .evaluateAll((items) => items.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
  expect(cut, what).toBe(0);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wider, what).toBeLessThanOrEqual(0);
}

test('axe finds nothing at a table, from the invitation to the result, with the longest names', async ({ browser }) => {
  const [host, guest] = [await visit(browser, LONG), await visit(browser, 'Basil')];
  const link = await makeTable(host, LONG, { game: 'arcanor', players: 2, options: [] });
  await isSound(host.page, 'waiting', DARK_DESKTOP);
  await guest.page.goto(link);
  await expect(guest.page.getByRole('button', { name: 'Sit down and play' })).toBeVisible();
  await isSound(guest.page, 'invited', LIGHT_PHONE);
  await sitDown(guest, 'Basil', link);
  await shown([host, guest], 0);
  await play([host, guest], [], arcanor, 3);
  await isSound(guest.page, 'my turn', ...LOOKS);
  await isSound(host.page, 'their turn', LIGHT_PHONE);
  await chooseInMenu(host.page, 'Offer a draw');
  await expect(guest.page.getByText(`${LONG} offers a draw.`)).toBeVisible();
  await isSound(guest.page, 'a question', LIGHT_PHONE);
  await isSound(host.page, 'an offer', DARK_DESKTOP);
  await host.page.setViewportSize(PHONE);
  await giveUp(host.page);
  await host.page.getByRole('button', { name: 'Rematch' }).click();
  await expect(guest.page.getByText(`${LONG} would like a rematch.`)).toBeVisible();
  await isSound(guest.page, 'over', DARK_DESKTOP);
  await isSound(host.page, 'waiting for another game', LIGHT_PHONE);
  await guest.page.goto(`${link}/2/seat1`);
  await expect(stepSlider(guest.page)).toHaveValue('2');
  await isSound(guest.page, 'looked back at', ...LOOKS);
  for (const address of ['/', '/lobby', '/account']) {
    await follow(host.page, address);
    // Other tests look at these pages with axe. The long name is what is new.
    await hasRoom(host.page, address);
  }
});

test('the board of a table does not move when players leave or return or the connection is lost', async ({
  browser,
}) => {
  const [host, guest] = [await visit(browser, LONG), await visit(browser, 'Basil')];
  await logRegions(guest.page);
  const link = await makeTable(host, LONG, { game: 'isaac', players: 2, options: [] });
  await sitDown(guest, 'Basil', link);
  await shown([host, guest], 0);
  const { page } = guest;
  const top = () =>
    page.getByRole('group', { name: 'Board of Isaac' }).evaluate((svg) => svg.getBoundingClientRect().top);
  const before = await top();
  await host.page.getByRole('button', { name: 'Menu', exact: true }).click();
  await host.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByText(`${LONG} has left the page.`)).toBeVisible();
  expect(await top()).toBe(before);
  await host.page.goto(link);
  await expect(page.getByText(`${LONG} has left the page.`)).toBeHidden();
  expect(await top()).toBe(before);
  await play([host, guest], [], isaac, 1);
  await page.context().setOffline(true);
  await expect(page.getByText('Connection lost.')).toBeVisible();
  expect(await top()).toBe(before);
  const heard = async (): Promise<string> => (await said(page)).join('\n');
  const moves = async (): Promise<number> => (await heard()).split(`${LONG} placed`).length;
  const told = await moves();
  expect(told).toBeGreaterThan(1);
  expect(await heard()).toContain('Connection lost. Reconnecting…');
  expect(await heard()).not.toContain('You are connected again.');
  await page.context().setOffline(false);
  await expect(page.getByText('Connection lost.')).toBeHidden();
  await expect.poll(heard).toContain('You are connected again.');
  expect(await moves()).toBe(told);
  // Another move after a take-back is heard, though there are as many as when the connection was lost.
  await chooseInMenu(host.page, 'Ask to take back');
  await page.getByRole('button', { name: 'Accept' }).click();
  await shown([host, guest], 0);
  const since = await moves();
  await play([host, guest], [], isaac, 1);
  await expect.poll(moves).toBeGreaterThan(since);
});
