import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { chooseInMenu, faults, follow, movesMade, open, placeByMouse, startIsaac, yourTurn } from './helpers.ts';

const tie: unknown = JSON.parse(readFileSync(new URL('tie.json', import.meta.url), 'utf8'));

/** Each screen in one theme: colours are those of the theme, whatever the screen. */
const LOOKS = [
  { screen: 'phone', viewport: { width: 360, height: 740 }, colorScheme: 'light' },
  { screen: 'desktop', viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const;

/** States that a page gets into. */
const STATES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  play: async (page) => {
    await startIsaac(page);
    await placeByMouse(page);
    await expect.poll(() => movesMade(page)).toHaveLength(2);
    await yourTurn(page);
  },
  'a question': async (page) => {
    await startIsaac(page);
    await chooseInMenu(page, 'Resign');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'a kept game': async (page) => {
    await page.request.post('/api/guests', { data: { name: 'Ada' } });
    const kept = await page.request.post('/api/games', { data: tie });
    await open(page, `/g/${((await kept.json()) as { id: string }).id}`);
    await expect(page.getByRole('heading', { name: 'Light wins' })).toBeVisible();
  },
};

/** Pages that links lead to. */
const ADDRESSES = [
  ['/', '/isaac/play', '/isaac', '/isaac/rules', '/isaac/rules/numbered'],
  ['/masker/learn', '/nasca/puzzles/1', '/isaac/puzzles', '/lobby', '/settings', '/nowhere/at/all'],
  ['/watch', '/tournaments', '/nasca/openings'],
] as const;

/** Words of a link that say nothing about where it leads, as search engines judge them. */
const EMPTY_WORDS =
  /^(click (here|this)|go|(right )?here|(learn|read|see) more|more( info(rmation)?)?|information|start|this)$/i;

async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const { screen, viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect(await faults(page), `${what}: ${colorScheme}, ${screen}`).toEqual([]);
    const links = await page.locator('a[href]').allInnerTexts();
    expect(links.filter((text) => EMPTY_WORDS.test(text.trim()))).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wider, `${what}: ${screen}`).toBeLessThanOrEqual(0);
  }
}

for (const [name, show] of Object.entries(STATES))
  test(`axe finds nothing on a light phone and on a dark desktop: ${name}`, async ({ page }) => {
    await show(page);
    await expectAccessible(page, name);
  });

for (const addresses of ADDRESSES)
  test(`axe finds nothing on a light phone and on a dark desktop: ${addresses.join(' ')}`, async ({ page }) => {
    for (const [index, address] of addresses.entries()) {
      await (index === 0 ? open : follow)(page, address);
      if (address === '/isaac/rules') await expect(page.locator('.guide .picture svg').first()).toBeVisible();
      await expectAccessible(page, address);
    }
  });

test('the skip link leads to the content, and every page is announced by its heading', async ({ page }) => {
  await open(page, '');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await expect(page).toHaveTitle('Settings · Tablier');
});
