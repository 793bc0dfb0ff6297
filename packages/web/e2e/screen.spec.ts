import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import {
  chooseInMenu,
  expectNoError,
  follow,
  listen,
  movesMade,
  open,
  placeByMouse,
  startIsaac,
  withoutGuide,
  yourTurn,
} from './helpers.ts';
import { EXAMPLES, exampleOf, keep } from './archived-games.ts';
import { complaintsOf, makeTable, play, shown, sitDown, type Visitor, visit } from './online.ts';
import { isaac } from './movers.ts';

/** The longest name allowed, with few places to break it. */
const LONG = 'Maximiliane-Wilhelmina W';

/** The status: whose turn it is, and the last move. */
const turn = (page: Page): Locator => page.locator('p.turn');

const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);

/** The links and buttons that are smaller than a finger needs, each as `text width x height`. */
const smallTargets = (page: Page): Promise<string[]> =>
  page.locator('a, button').evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility() && !element.matches('.skip'))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        // Rule numbers stand in running text, so the space around them counts too.
        const around = getComputedStyle(element, '::after');
        const [wide, high] = element.matches('.cited')
          ? [around.width, around.height].map(parseFloat)
          : [width, height];
        return { words: element.textContent?.trim(), wide: Math.round(wide ?? 0), high: Math.round(high ?? 0) };
      })
      .filter(({ wide, high }) => wide < 44 || high < 44)
      .map(({ words, wide, high }) => `${words} ${wide} x ${high}`),
  );

/** Ada's table for a friend, and the two players; the second one has the long name. */
async function twoAtTable(browser: Browser): Promise<{ host: Visitor; guest: Visitor }> {
  const [host, guest] = [await visit(browser, 'Ada'), await visit(browser, LONG)];
  const link = await makeTable(host, 'Ada', { game: 'isaac', players: 2, options: [] });
  await expect(host.page.getByText('Only people with the link can find this table.')).toBeVisible();
  await expect(host.page.getByText('5 min + 3 s · Usual rules')).toBeVisible();
  await sitDown(guest, LONG, link);
  await shown([host, guest], 0);
  return { host, guest };
}

test('the page fills the window next to its scroll bar, and the browser finds its icons', async ({ page, request }) => {
  const complaints = listen(page);
  const failed: string[] = [];
  page.on('response', (response) => response.status() >= 400 && failed.push(response.url()));
  await startIsaac(page);
  await chooseInMenu(page, 'Resign');
  const gutter = await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter);
  expect(gutter).toBe('auto');
  for (const [icon, type] of [
    ['favicon.ico', /^image\/(x-icon|vnd\.microsoft\.icon)$/],
    ['favicon.svg', /^image\/svg\+xml/],
    ['apple-touch-icon.png', /^image\/png$/],
  ] as const) {
    const answer = await request.get(`/${icon}`);
    expect(answer.status()).toBe(200);
    expect(answer.headers()['content-type']).toMatch(type);
  }
  expect(failed).toEqual([]);
  expect(complaints).toEqual([]);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  for (const locale of ['en', 'fr'])
    test.describe(locale, () => {
      test.use({ locale });

      test('every link and button is large enough for a finger', async ({ page }) => {
        for (const address of [
          '/',
          '/nasca',
          '/nasca/play',
          '/isaac/rules',
          '/isaac/rules/numbered',
          '/play',
          '/nowhere/at/all',
          '/lobby',
        ]) {
          await (address === '/' ? open : follow)(page, address);
          if (address.endsWith('/numbered')) await expect(page.locator('.cited').first()).toBeVisible();
          expect(await smallTargets(page), address).toEqual([]);
        }
      });
    });

  test('the first move is three taps from the home page', async ({ page }) => {
    await withoutGuide(page);
    await open(page, '/');
    await page.getByRole('button', { name: 'Play Isaac', exact: true }).tap();
    await yourTurn(page);
    await page.locator('svg[role=group] [data-target][aria-disabled="false"]').nth(40).tap({ force: true });
    await page.getByRole('button', { name: 'Place', exact: true }).tap();
    await expect.poll(() => movesMade(page)).not.toEqual([]);
    await expectNoError(page, 'the first move');
  });

  test('after the first touch the page explains the second one', async ({ page }) => {
    await startIsaac(page);
    await page
      .getByRole('button', { name: /^Piece of length/ })
      .first()
      .tap();
    await expect(page.getByText('Tap where its centre goes, then tap again to place it.')).toBeVisible();
    await page.locator('svg[role=group] [data-target][aria-disabled="false"]').first().tap();
    await expect(page.getByText(/^Tap again to place it on \d\d-\d\d\.$/)).toBeVisible();
  });
});

test('an online game names its players, a long name breaks nothing, and a lost connection hides no navigation', async ({
  browser,
}) => {
  const { host, guest } = await twoAtTable(browser);
  await play([host, guest], [], isaac, 1);
  await expect(turn(guest.page)).toContainText(/Ada placed a \d-cell piece on \d\d-\d\d\.\s+Your turn: place a piece/);
  await expect(turn(host.page)).toContainText(`${LONG} to place a piece`);
  for (const { page } of [host, guest]) expect(await fits(page)).toBe(true);
  const heights = await guest.page
    .locator('.bar a, .bar h1, .bar button')
    .evaluateAll((all) => all.map((link) => link.getBoundingClientRect()).map(({ top, bottom }) => (top + bottom) / 2));
  expect(heights).toHaveLength(6);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThan(20);
  await guest.page.context().setOffline(true);
  const strip = guest.page.getByText('Connection lost.');
  await expect(strip).toBeVisible();
  const top = async (part: Locator): Promise<number> => (await part.boundingBox())?.y ?? 0;
  expect(await top(strip)).toBeGreaterThan(await top(guest.page.locator('svg[role=group]')));
  await guest.page.context().setOffline(false);
  await expect(strip).toBeHidden();
  expect(complaintsOf([host, guest])).toEqual([]);
});

test('an invited user sees the landscape before taking the seat', async ({ browser }) => {
  const [host, guest] = [await visit(browser, 'Ada'), await visit(browser)];
  const link = await makeTable(host, 'Ada', { game: 'nasca', players: 2, options: ['Europe'] });
  await guest.page.goto(link);
  await expect(guest.page.getByRole('heading', { name: 'Ada invites you to a game of Nasca' })).toBeVisible();
  await expect(guest.page.getByText('Landscape: Europe')).toBeVisible();
  await expect(guest.page.locator('main svg .solid')).toHaveCount(6);
  expect(complaintsOf([host, guest])).toEqual([]);
});

test('in print, a game and the rules have the full width and no controls', async ({ page }) => {
  await startIsaac(page);
  await placeByMouse(page);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('navigation')).toBeHidden();
  for (const button of await page.locator('.panel button:not(li button)').all()) await expect(button).toBeHidden();
  await expect(page.locator('svg[role=group]')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  await page.goto('/isaac/rules/numbered');
  const article = page.getByRole('article');
  await expect(article).toBeVisible();
  const share = await article.evaluate((node) => node.clientWidth / document.documentElement.clientWidth);
  expect(share).toBeGreaterThan(0.97);
});

/** What of a finished game lies on paper over something else of it, is cut, or is missing. */
const printFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = ['.bar h1', '.plate', 'svg[role=group]', '.tray', '.result h2', '.result p', '.panel ol > li'];
    const boxes = [...parts, '.result tbody tr', '.result li', '.panel .goal', '.panel .card'].flatMap((part) =>
      [...document.querySelectorAll(`.game-table ${part}`)].flatMap((element) => {
        const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
        const isCut = element.scrollWidth > element.clientWidth + 1 || right > innerWidth + 1;
        const name = `${part}: ${element.textContent.slice(0, 30)}`;
        return width * height < 2 ? [] : [{ element, name, left, right, top, bottom, isCut }];
      }),
    );
    const result = document.querySelector('.result');
    const over = boxes.flatMap((one, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        if (one.element.contains(other.element) || other.element.contains(one.element)) return [];
        const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
        const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
        return across > 1 && down > 1 ? [`${one.name} lies over ${other.name}`] : [];
      }),
    );
    const narrow = [...document.querySelectorAll('.result .said > *')].filter((each) => each.clientWidth < 180);
    const controls = [...document.querySelectorAll('.bar a, .bar button')].filter((each) => each.clientWidth > 0);
    return [
      ...parts.filter((part) => part !== '.tray' && !boxes.some(({ name }) => name.startsWith(part))),
      ...(result !== null && result.scrollHeight > result.clientHeight + 1 ? ['the result is cut'] : []),
      ...boxes.filter(({ isCut }) => isCut).map(({ name }) => `${name} is cut`),
      ...narrow.map(({ textContent }) => `narrow: ${textContent}`),
      ...controls.map(({ outerHTML }) => `control: ${outerHTML}`),
      ...over,
    ];
  });

for (const { game, record } of [...EXAMPLES, { game: 'masker', record: exampleOf('masker', 4) }])
  test(`${game} with ${record.players} players: on paper nothing of the finished game is over something else`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/g/${await keep(page, record)}`);
    await expect(page.locator('.panel ol > li').first()).toBeAttached();
    // As wide as what is printed of A4.
    await page.setViewportSize({ width: 688, height: 1017 });
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => printFaults(page), { timeout: 15_000 }).toEqual([]);
  });
