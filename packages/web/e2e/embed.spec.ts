import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from '@playwright/test';
import { EXAMPLES, keep } from './archived-games.ts';
import { test } from './fixtures.ts';
import { faults, listen, newPage, open, stepSlider } from './helpers.ts';

/** Another site, which contains some HTML. Its address is not that of the server: another port is another origin. */
async function otherSite(html: string): Promise<{ readonly url: string; readonly server: Server }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(`<!doctype html><html lang="en"><title>Another site</title><main>${html}</main>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

for (const { game, record } of EXAMPLES)
  test(`${game}: another site shows a finished game, and it can be stepped through`, async ({ page, baseURL }) => {
    const complaints = listen(page);
    const id = await keep(page, record);
    const last = record.moves.length;
    await page.context().clearCookies();
    const src = `${baseURL}/embed/g/${id}/2?lang=en&theme=dark`;
    const { url, server } = await otherSite(`<iframe src="${src}" title="A game" width="480" height="620"></iframe>`);
    await page.goto(url);
    const frame = page.frameLocator('iframe');
    await expect(frame.getByRole('group', { name: /^The board of|Board/ })).toBeVisible();
    await expect(stepSlider(frame)).toHaveValue('2');
    await frame.getByRole('button', { name: 'Back', exact: true }).or(frame.getByText('‹')).first().click();
    await expect(stepSlider(frame)).toHaveValue('1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(stepSlider(frame)).toHaveValue('3');
    await frame.getByText('»').click();
    await expect(stepSlider(frame)).toHaveValue(String(last));
    await expect(frame.getByRole('link', { name: 'View on Tablier' })).toHaveAttribute('href', `/g/${id}/2?lang=en`);
    expect(await page.context().cookies()).toEqual([]);
    expect(complaints).toEqual([]);
    server.close();
  });

test('a frame fits its place at every size, and has no faults of accessibility', async ({ page }) => {
  const id = await keep(page, EXAMPLES[2]?.record ?? { moves: [] });
  for (const [width, height, theme, lang] of [
    [360, 640, 'light', 'fr'],
    [740, 360, 'dark', 'de'],
    [1440, 900, 'light', 'nl'],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`/embed/g/${id}?lang=${lang}&theme=${theme}`);
    await expect(page.locator('svg[role="group"]')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', lang);
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { scrollWidth, scrollHeight };
    });
    expect(size).toEqual({ scrollWidth: width, scrollHeight: height });
    expect(await faults(page), `${width} x ${height}`).toEqual([]);
  }
});

test('a frame without buttons is a picture of one position, from the other side', async ({ page }) => {
  const id = await keep(page, EXAMPLES[0]?.record ?? { moves: [] });
  const placeOf = () =>
    page
      .locator('[data-solid]')
      .first()
      .evaluate((node) => (node as SVGElement).style.transform);
  await page.goto(`/embed/g/${id}/4?lang=en&controls=0`);
  await expect(page.locator('svg[role="group"]')).toBeVisible();
  await expect(page.getByRole('slider')).toHaveCount(0);
  const before = await placeOf();
  await page.goto(`/embed/g/${id}/4?lang=en&controls=0&orientation=2`);
  await expect(page.locator('svg[role="group"]')).toBeVisible();
  expect(await placeOf()).not.toBe(before);
});

test('a frame of a game that was resigned marks no seat as to move at its end', async ({ page }) => {
  const end = { by: 'resign', scores: [0, 0], places: [1, 2] };
  const setup = { game: 'isaac', rules: 1, options: { scoringStarts: 'placer', counter: 'exact' }, players: 2 };
  const moves = ['00-02', '90-92', '10-12'];
  const record = { format: 1, ...setup, deal: null, moves, counts: [600, 570, 540], end };
  const id = await keep(page, record);
  await page.goto(`/embed/g/${id}?lang=en`);
  await expect(stepSlider(page)).toHaveValue('3');
  await expect(page.locator('[aria-current]')).toHaveCount(0);
  await page.getByText('‹').click();
  await expect(page.locator('[aria-current]')).toHaveCount(1);
});

test('without a script, a frame says who won and shows the board', async ({ browser, page }) => {
  const id = await keep(page, EXAMPLES[0]?.record ?? { moves: [] });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const still = await context.newPage();
  await still.goto(`/embed/g/${id}?lang=fr`);
  await expect(still.getByRole('heading', { name: 'Isaac : une partie' })).toBeVisible();
  await expect(still.getByText('Gagnée par Clair.')).toBeVisible();
  await expect(still.getByRole('img')).toBeVisible();
  await context.close();
});

test('no other page can be framed', async ({ page, baseURL }) => {
  const id = await keep(page, EXAMPLES[0]?.record ?? { moves: [] });
  const { url, server } = await otherSite(`<iframe src="${baseURL}/g/${id}" title="A page"></iframe>`);
  const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
  await page.goto(url);
  await refused;
  await expect(page.frameLocator('iframe').locator('#app')).toHaveCount(0);
  server.close();
});

test('the menu of a finished game writes the HTML of the frame, which shows the position that was chosen', async ({
  browser,
}) => {
  const page = await newPage(browser, { viewport: { width: 360, height: 640 } });
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const complaints = listen(page);
  const id = await keep(page, EXAMPLES[0]?.record ?? { moves: [] });
  await open(page, `/g/${id}/5`);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Embed in a web page' }).click();
  const code = page.getByRole('textbox', { name: 'HTML of the frame' });
  await expect(code).toHaveValue(new RegExp(`/embed/g/${id}\\?lang=en"`));
  await page.getByRole('checkbox', { name: 'Begin at this move instead of the end' }).check();
  await page.getByRole('combobox', { name: 'Appearance' }).selectOption('dark');
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(page.getByText('The code is copied.')).toBeVisible();
  const html = await page.evaluate(() => navigator.clipboard.readText());
  const { url, server } = await otherSite(html);
  await page.goto(url);
  await expect(stepSlider(page.frameLocator('iframe'))).toHaveValue('5');
  await expect(page.frameLocator('iframe').locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(complaints).toEqual([]);
  server.close();
});
