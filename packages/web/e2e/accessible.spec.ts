import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { chooseInMenu, faults, movesMade, open, placeByMouse, startIsaac, yourTurn } from './helpers.ts';

const tie: unknown = JSON.parse(readFileSync(new URL('tie.json', import.meta.url), 'utf8'));

const SCREENS = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } } as const;

const PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  home: (page) => open(page, ''),
  'set-up': (page) => open(page, '/isaac/play'),
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
  game: (page) => open(page, '/isaac'),
  rules: async (page) => {
    await open(page, '/isaac/rules');
    await expect(page.locator('.guide .picture svg').first()).toBeVisible();
  },
  'numbered rules': (page) => open(page, '/isaac/rules/numbered'),
  'a lesson': (page) => open(page, '/masker/learn'),
  'a puzzle': (page) => open(page, '/nasca/puzzles/1'),
  'the puzzles of a game': (page) => open(page, '/isaac/puzzles'),
  lobby: (page) => open(page, '/lobby'),
  settings: (page) => open(page, '/settings'),
  'a wrong address': (page) => open(page, '/nowhere/at/all'),
};

for (const [name, visit] of Object.entries(PAGES)) {
  test(`axe finds nothing in light and dark, on a phone and on a desktop: ${name}`, async ({ page }) => {
    await visit(page);
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        // A theme changes nothing but colours.
        expect(await faults(page, colorScheme === 'light' ? 'all' : 'colors'), `${colorScheme}, ${screen}`).toEqual([]);
      }
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(wider, screen).toBeLessThanOrEqual(0);
    }
  });
}

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
