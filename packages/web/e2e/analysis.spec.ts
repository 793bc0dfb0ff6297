import { expect, type Page } from '@playwright/test';
import { exampleOf, givenUp, keep } from './archived-games.ts';
import { test } from './fixtures.ts';
import { faults, listen, newPage, open, yourTurn } from './helpers.ts';

/** The limit for all positions of a game, which a machine that has other work to do takes minutes for. */
const ANALYSED = { timeout: 420_000 };

test.beforeEach(() => test.setTimeout(900_000));

const analyse = (page: Page) => page.getByRole('button', { name: 'Analyse' }).click();
const analysis = (page: Page) => page.getByRole('region', { name: 'Analysis' });
const slider = (page: Page) => page.getByRole('slider', { name: 'Position on the graph' });
/** Everything that the board draws, as text. */
const drawn = (page: Page): Promise<string> => page.locator('.board svg').first().innerHTML();
const lines = (page: Page) => page.getByRole('region', { name: /^(Best moves for|Your best moves)/ }).locator('ol');

test('the result names the move that decided the game, moves nothing when it is found, and leads to it', async ({
  page,
}) => {
  const complaints = listen(page);
  const record = exampleOf('masker');
  const searches: string[] = [];
  page.on('worker', (worker) => {
    if (/analysis/.test(worker.url())) searches.push(worker.url());
  });
  // The search waits until the empty place was measured.
  let release = () => {};
  const isMeasured = new Promise<void>((resolve) => (release = resolve));
  await page.route(/analysis\.worker/, async (route) => {
    await isMeasured;
    await route.continue();
  });
  const id = await keep(page, record);
  await open(page, `/g/${id}`);
  const result = page.getByRole('region', { name: 'Result' });
  await expect(result.getByText('Looking for the move that decided the game…')).toBeVisible();
  const places = () =>
    result.locator('h2, table, .actions button').evaluateAll((parts) =>
      parts.map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
    );
  const settled = () =>
    result.evaluate((card) => card.getAnimations({ subtree: true }).every((each) => each.playState === 'finished'));
  await expect.poll(settled).toBe(true);
  const placed = await places();
  release();
  const moment = result.getByRole('article').filter({ hasText: 'The moment it turned · First, turn 8' });
  await expect(moment).toContainText(/Chance of Second to win\s*0%\s*›\s*100%/, ANALYSED);
  expect(await places()).toEqual(placed);
  expect(await faults(page)).toEqual([]);
  await moment.getByRole('button', { name: 'Show it' }).click();
  await expect(result).toBeHidden();
  await expect(slider(page)).toHaveValue('36');
  await expect(page).toHaveURL(/\/analysis\/36$/);
  // The game is known now: the result searches no more.
  await page.getByRole('button', { name: 'To the finished game' }).click();
  await expect(moment).toBeVisible();
  expect(searches).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test('Isaac: the analysis judges every move, shows better ones on the board, and says what is proven', async ({
  page,
}) => {
  const complaints = listen(page);
  const record = exampleOf('isaac');
  const id = await keep(page, record);
  // The search begins with the position of the address, and with those after it.
  await open(page, `/g/${id}/analysis/16`);
  const part = analysis(page);
  await expect(part.getByText(/^Analysing: (1[2-9]|2\d) of \d+ positions$/)).toBeVisible(ANALYSED);
  await expect(part.getByRole('heading', { name: 'Best moves for Dark' })).toBeVisible();
  await expect(part.getByRole('img', { name: 'Chance of Light to win' })).toBeVisible();
  await page.getByRole('button', { name: 'Lead in points' }).click();
  await expect(part.getByRole('img', { name: 'Lead of Light, in points' })).toBeVisible();
  // The best move is on the board before it is made.
  const before = await drawn(page);
  const marked = part.getByRole('checkbox', { name: 'Show the best move on the board' });
  await marked.uncheck();
  await expect.poll(() => drawn(page)).not.toBe(before);
  await marked.check();
  await expect.poll(() => drawn(page)).toBe(before);

  await expect(part.getByText(/^Played: 81-83\?/)).toBeVisible();
  // A line is played on the board, and left again.
  const line = lines(page).getByRole('button');
  await line.nth(1).click();
  await expect(part.getByText('The board shows a line, not the game.')).toBeVisible();
  await expect(line.nth(1)).toHaveAttribute('aria-current', 'step');
  await expect.poll(() => drawn(page)).not.toBe(before);
  const inLine = await drawn(page);
  await part.getByRole('button', { name: 'Back to the game' }).click();
  await expect.poll(() => drawn(page)).not.toBe(inLine);

  // A line under the pointer is on the board with its moves in their order.
  await line.first().hover();
  await expect(page.locator('.left .picture .chip')).toHaveText(['1', '2', '3', '4']);
  await page.getByRole('heading', { name: 'Mistakes' }).hover();
  await expect(page.locator('.left .picture .chip')).not.toHaveText(['1', '2', '3', '4']);

  // A mistake leads to the position before it.
  const mistake = page.getByRole('button', { name: /9\. *Dark: 81-83\?\? blunder costs \d+\.\d points/ });
  const card = part.getByRole('listitem').filter({ has: mistake });
  await mistake.click();
  await expect(card.getByRole('article')).toContainText(
    /Played 81-83.*Better.*Dark, turn 9.*Chance of Dark to win\s+\d+%\s+›\s+\d+%/,
  );
  const costs = await part.locator('.head .cost').allTextContents();
  const sums = costs.map((text) => Number(/[\d.]+/.exec(text)?.[0]));
  expect(sums).toEqual(sums.toSorted((one, other) => other - one));
  await expect(mistake).toHaveAttribute('aria-current', 'step');
  // The same by commands, for those who do not see the lines.
  const typed = page.getByRole('textbox', { name: 'Move or command' });
  const answer = page.getByRole('region', { name: 'Commands' });
  await typed.fill('best');
  await typed.press('Enter');
  await expect(answer).toContainText(/[+−]\d\.\d: Dark placed a \d-cell piece on \S+\. Light placed/);
  await typed.fill('worth');
  await typed.press('Enter');
  await expect(answer).toContainText(/81-83: (mistake|blunder), costs \d/);
  await slider(page).fill('1');
  await expect(page).toHaveURL(`/g/${id}/analysis/1`);
  await part.getByRole('button', { name: /1… *Light: 52-72/ }).click(ANALYSED);

  // A press next to a sign, which is smaller than a finger, means its move.
  // The last one: signs of earlier positions may still appear.
  const sign = page.locator('.sign.mistake:not(.current)').last();
  const place = (await sign.getAttribute('style')) ?? '';
  await slider(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await sign.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.click(x + width / 2 + 6, y + height / 2);
  await expect(page.locator('.sign.mistake.current')).toHaveAttribute('style', place);

  // The slider of the graph moves through the game; the scoring is solved.
  await slider(page).fill(String(record.moves.length - 3));
  await expect(part.getByText(/^certain (win|loss)$/).first()).toBeVisible();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^\d+[.…] \S+ .* [+−]\d+\.\d$/);
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('Masker: moves are judged by what the player knew, or by everything', async ({ page }) => {
  const complaints = listen(page);
  const record = givenUp('masker', 8);
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await open(page, `/g/${await keep(page, record)}/6`);
  expect(scripts.filter((path) => /analysis/i.test(path))).toEqual([]);
  await analyse(page);
  const part = analysis(page);
  // The position in which the game was given up is one too.
  const done = part.getByText(`Positions analysed: ${record.moves.length + 1}`);
  await expect(done).toBeVisible(ANALYSED);
  await expect(part.getByRole('img', { name: 'Chance of First to win' })).toBeVisible();
  await part.getByText('All moves', { exact: true }).click();
  await expect(part.getByRole('rowheader')).toHaveCount(record.moves.length);
  // What is only read must not make the page wider than its window.
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const scores = () => lines(page).locator('strong').allTextContents();
  const known = await scores();
  expect(known.every((score) => /^\d+%$/.test(score))).toBe(true);
  await page.getByRole('button', { name: 'Open cards' }).click();
  await expect(done).toBeVisible(ANALYSED);
  await expect.poll(scores).not.toEqual(known);
  expect(complaints).toEqual([]);
});

test('pauses while the page is hidden', async ({ page }) => {
  await open(page, `/g/${await keep(page, exampleOf('arcanor'))}`);
  await analyse(page);
  const part = analysis(page);
  await expect(part.getByText(/^Analysing: [1-9]\d* of 269 positions$/)).toBeVisible();
  const hide = (state: string) =>
    page.evaluate((visibilityState) => {
      Object.defineProperty(document, 'visibilityState', { value: visibilityState, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await hide('hidden');
  await expect(part.getByText('Paused while the page is hidden')).toBeVisible();
  await hide('visible');
  await expect(part.getByText(/^Analysing: /)).toBeVisible();
});

test('a game on this device is analysed after its end, and not before', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Play Isaac' }).click();
  await expect(page).toHaveURL(/\/play\//);
  await yourTurn(page);
  await expect(page.getByRole('button', { name: 'Analyse' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Analyse' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Analyse' }).click();
  await expect(page.getByRole('img', { name: 'Your chance to win' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your best moves' })).toBeVisible();
  const address = /\/play\/[a-z0-9]{12}\/analysis/;
  await expect(page).toHaveURL(address);
  // The address leads back to it, and one step back to the result.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your best moves' })).toBeVisible();
  await page.goBack();
  await expect(page).not.toHaveURL(address);
  await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible();
});

test('a mistake is retried on the board, where any move can be made: it is judged, and nothing shows the answer before', async ({
  page,
}) => {
  const complaints = listen(page);
  const id = await keep(page, exampleOf('masker'));
  await open(page, `/g/${id}/analysis/21`);
  const part = analysis(page);
  await part.getByRole('button', { name: /^Show all \d+$/ }).click(ANALYSED);
  const card = part.getByRole('listitem').filter({ has: page.getByRole('button', { name: /8\. *First: b4\?\?/ }) });
  const asked = part.getByText('Find a better move for First on the board.');
  await card.getByRole('button', { name: 'Try it again' }).click();
  await expect(asked).toBeVisible();
  await expect(card.getByRole('article')).toHaveCount(0);
  await expect(lines(page)).toHaveCount(0);
  const press = (name: RegExp) =>
    part.getByRole('group', { name: /Board/ }).getByRole('button', { name }).press('Enter');
  await press(/^b4/);
  await expect(part.getByText(/^b4: blunder, costs \d+%/)).toBeVisible(ANALYSED);
  await expect(asked).toBeVisible();
  await part.getByRole('button', { name: 'Try again', exact: true }).click();
  await press(/^d4/);
  await expect(part.getByText('d4: the best move.')).toBeVisible(ANALYSED);
  await expect(asked).toBeHidden();
  await expect(lines(page)).toBeVisible();
  await part.getByRole('button', { name: 'Back to the game' }).click();
  await expect(card.getByRole('article')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

for (const [language, start, title] of [
  ['fr', 'Analyser', 'Analyse'],
  ['de', 'Analysieren', 'Analyse'],
  ['nl', 'Analyseren', 'Analyse'],
] as const)
  test(`on a small phone, dark, in ${language}`, async ({ browser, baseURL }) => {
    const page = await newPage(browser, {
      baseURL: baseURL ?? '',
      viewport: { width: 360, height: 640 },
      colorScheme: 'dark',
      locale: language,
      hasTouch: true,
    });
    await open(page, `/g/${await keep(page, exampleOf('isaac'))}/20`);
    await page.locator('.game-table .bar button').nth(1).click();
    await page.getByRole('button', { name: start }).click();
    await expect(page).toHaveURL(/\/analysis\/20$/);
    const part = page.getByRole('region', { name: title });
    await expect(part.getByRole('img')).toBeVisible();
    await expect(part.locator('.right ol').first().getByRole('button').first()).toBeVisible();
    const [width, scroll] = await part.evaluate((element) => [element.clientWidth, element.scrollWidth]);
    expect(scroll).toBeLessThanOrEqual(width ?? 0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    expect(await faults(page)).toEqual([]);
  });

test('on a phone the board stays in view over the cards, and a game goes on from its position', async ({ page }) => {
  const complaints = listen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, `/g/${await keep(page, exampleOf('isaac'))}/analysis/16`);
  const from = page.getByRole('link', { name: 'Play from here' });
  await from.scrollIntoViewIfNeeded();
  const board = await page.locator('.left .picture').boundingBox();
  expect(board?.y).toBeGreaterThanOrEqual(0);
  expect(board?.y).toBeLessThan(8);
  // The focus is on nothing that the board covers.
  await page.getByRole('checkbox', { name: 'Show the best move on the board' }).focus();
  for (let press = 0; press < 4; press++) await page.keyboard.press('Shift+Tab');
  const focused = await page.locator(':focus').boundingBox();
  expect(focused?.y).toBeGreaterThan((board?.y ?? 0) + (board?.height ?? 0) - 1);
  expect(await faults(page)).toEqual([]);
  await from.click();
  await expect(page).toHaveURL(/\/isaac\/position\/isaac_/);
  await page.getByRole('button', { name: 'Play on' }).click();
  await expect(page).toHaveURL(/\/play\/[a-z0-9]{12}$/);
  await yourTurn(page);
  expect(complaints).toEqual([]);
});

test('the focus stays in the analysis when the line that has it is replaced', async ({ page }) => {
  await open(page, `/g/${await keep(page, exampleOf('isaac'))}/analysis/16`);
  const part = page.getByRole('region', { name: 'Analysis' });
  const move = part
    .getByRole('region', { name: /best moves/i })
    .locator('li button')
    .first();
  await move.focus();
  await move.evaluate((button) => button.setAttribute('data-first', ''));
  // As when the analysis finds better lines: nothing is pressed.
  await part
    .locator('.list .moves ol button')
    .nth(2)
    .evaluate((button: HTMLElement) => button.click());
  await expect(page.locator('[data-first]')).toHaveCount(0);
  await expect(part.locator(':focus')).toHaveCount(1);
  // A person may leave: the frame around the place on the board goes before the next element has the focus.
  const place = part.locator('[data-target][tabindex="0"]').first();
  await place.focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(place).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('[data-target]:focus')).toHaveCount(0);
});
