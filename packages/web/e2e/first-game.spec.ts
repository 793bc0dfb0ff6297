import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { logRegions, said } from './ears.ts';
import { faults, listen, overflow, result, started, status } from './helpers.ts';
import { example, resume, savedGame } from './saved-games.ts';

const bubble = (page: Page): Locator => page.locator('.bubble');
const press = (page: Page, name: string): Locator => bubble(page).getByRole('button', { name, exact: true });
/** What stands in the bubble when a move is in the hand. */
const READY = /Press (?:the frame|“[^”]+”)\./;
const met = (page: Page): Locator => page.locator('.bubble .met');
const isOver = (page: Page): Promise<boolean> => page.locator('.game-table.finished').isVisible();

test.use({ hasTouch: true, viewport: { width: 360, height: 640 } });

/** From the home page, without help. */
async function begin(page: Page, game: string): Promise<void> {
  await page.goto('/');
  await started(page);
  await page.getByRole('button', { name: `Play ${game}` }).tap();
  await expect(press(page, 'Got it')).toBeVisible();
}

/** The move that the bubble has put into the hand: one press makes it. */
async function makeIt(page: Page): Promise<void> {
  const next = page.locator('.chooser .primary, .acts .primary:not([aria-disabled=true])').first();
  if (await next.isVisible()) return next.tap();
  const knob = await page.locator('.bubble circle').boundingBox();
  await page.touchscreen.tap((knob?.x ?? 0) + 6, (knob?.y ?? 0) - 10);
}

/** Does what a child does who looks only at the bubble: the marked move is one press away. Returns how many goals were seen as reached before. */
async function follow(page: Page): Promise<number> {
  const lamp = page.getByRole('button', { name: 'Hint', exact: true });
  const next = page.locator('.chooser .primary, .acts .primary:not([aria-disabled=true])').first();
  const isNext =
    '.bubble button, .bar button[aria-pressed]:enabled, .finished, .acts .primary:not([aria-disabled=true])';
  await expect(page.locator(isNext).first()).toBeVisible();
  const reached = await met(page).count();
  if (await isOver(page)) return reached;
  if (await press(page, 'Show me').isVisible()) await press(page, 'Show me').tap();
  else if (await press(page, 'Got it').isVisible()) await press(page, 'Got it').tap();
  else if (await lamp.isEnabled()) await lamp.tap();
  else await next.tap();
  await expect(bubble(page).getByText(READY).or(page.locator('.bubble.silent')).first()).toBeAttached();
  if (await bubble(page).getByText(READY).isVisible()) await makeIt(page);
  return reached;
}

test('a first game of Isaac is won by following the bubbles, and begins again where it was left', async ({ page }) => {
  const complaints = listen(page);
  await begin(page, 'Isaac');
  await expect(bubble(page).locator('p')).toHaveText('Lay a piece on empty cells. Press the frame.');
  expect(await faults(page)).toEqual([]);
  await expect(bubble(page)).toHaveClass(/asked/);
  await makeIt(page);
  await expect(met(page)).toHaveCount(1);
  const second = 'Later, this piece scores for every other on its line.';
  await expect(bubble(page).locator('p')).toHaveText(second);
  await expect(bubble(page).locator('circle')).toHaveCount(1);
  await page.reload();
  await expect(bubble(page).locator('p')).toHaveText(second);
  await press(page, 'Got it').tap();
  await expect(bubble(page)).toHaveClass(/silent/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Hint', exact: true })).toBeEnabled();
  await expect(bubble(page)).toHaveClass(/silent/);
  while (!(await isOver(page))) await follow(page);
  await expect(result(page)).toHaveText('You win');
  expect(complaints).toEqual([]);
});

for (const [game, first, goals] of [
  ['Nasca', 'Lay walls to enclose empty ground. Press the frame.', 2],
  ['Masker', 'Keep your secret colour on the board. Press the frame.', 1],
  ['Arcanor', 'Slide a stack: points wait across the board. Press “Slide”.', 2],
] as const)
  test(`a first game of ${game} comes to a first good event by touch`, async ({ page }) => {
    const began = Date.now();
    await begin(page, game);
    await expect(bubble(page).locator('p')).toHaveText(first);
    await expect(bubble(page)).toHaveClass(/asked/);
    await makeIt(page);
    await expect(bubble(page).locator('p')).not.toHaveText(first);
    let reached = 0;
    for (let step = 0; step < 60 && reached < goals; step++) reached = Math.max(reached, await follow(page));
    expect(reached).toBeGreaterThanOrEqual(goals);
    expect(Date.now() - began).toBeLessThan(120_000);
    expect(await overflow(page)).toEqual([0, 0, 0]);
  });

test('nothing lies above the result of a round of Nasca', async ({ page }) => {
  await page.goto('/');
  await started(page);
  const saved = JSON.parse(savedGame('nasca', example('nasca'), 18, 'alone')) as object;
  await resume(page, JSON.stringify({ ...saved, guide: 18 }));
  const onward = page.getByRole('button', { name: 'Go to round 2' });
  for (let turn = 0; turn < 20 && !(await onward.isVisible()); turn++) {
    await follow(page);
    await expect(
      page
        .getByText(/^Your turn/)
        .or(onward)
        .first(),
    ).toBeVisible();
  }
  await expect(onward).toBeVisible();
  const isCovered = (): Promise<boolean> =>
    page.evaluate(() => {
      const card = document.querySelector('.round > .card');
      const { left = 0, width = 0, top = 0, height = 0 } = card?.getBoundingClientRect() ?? {};
      return Array.from({ length: 19 }, (_, part) => top + (height * (part + 1)) / 20).some(
        (y) => card?.contains(document.elementFromPoint(left + width / 2, y)) !== true,
      );
    });
  await expect.poll(isCovered).toBe(false);
});

test('the hints of Arcanor set a piece free in the second turn, and their question covers no piece', async ({
  page,
}) => {
  await begin(page, 'Arcanor');
  await expect(bubble(page)).toHaveClass(/asked/);
  const covered = (): Promise<readonly string[]> =>
    page.evaluate(() => {
      const box = document.querySelector('.chooser')?.getBoundingClientRect();
      return [...document.querySelectorAll('.picture [data-solid]')].flatMap((solid) => {
        const { x, y, width, height } = solid.getBoundingClientRect();
        const [across, below] = [x + width / 2, y + height / 2];
        const isIn =
          box === undefined || (across > box.left && across < box.right && below > box.top && below < box.bottom);
        return isIn ? [solid.getAttribute('data-solid') ?? ''] : [];
      });
    });
  for (const [width, height] of [
    [360, 640],
    [667, 375],
    [390, 844],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.locator('.chooser .primary')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.chooser button')).toHaveText([/^Slide/, /^Set free/]);
    await expect.poll(covered, `at ${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 360, height: 640 });
  const [board, asked] = [page.locator('.board > .picture'), page.locator('.chooser')];
  const bottomOf = async (): Promise<number> => {
    const { y = 0, height = 0 } = (await board.boundingBox()) ?? {};
    return y + height;
  };
  await expect.poll(async () => ((await asked.boundingBox())?.y ?? 0) - (await bottomOf())).toBeGreaterThan(0);
  await makeIt(page);
  await expect(bubble(page).locator('p')).toHaveText('This may hold a smaller piece you can set free.');
  await press(page, 'Show me').tap();
  await expect(page.locator('.chooser .primary')).toHaveText(/^Set free/);
  await makeIt(page);
  await expect(met(page)).toHaveCount(2);
});

test('one press ends the help for ever', async ({ page }) => {
  await begin(page, 'Nasca');
  await press(page, 'No help').tap();
  await expect(bubble(page)).toHaveClass(/silent/);
  await page.goto('/');
  await started(page);
  await page.getByRole('button', { name: 'Play Isaac' }).tap();
  await expect(status(page)).toContainText('Your turn');
  await expect(bubble(page)).toHaveCount(0);
});

test('keys alone make the first move in two presses, and go on at the board after an answer', async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 760 });
  await page.goto('/');
  await started(page);
  await page.getByRole('button', { name: 'Play Masker' }).focus();
  await page.keyboard.press('Enter');
  await expect(bubble(page)).toHaveClass(/asked/);
  await expect(page.locator('.picture [data-target]:focus')).toBeVisible();
  await page.keyboard.press('Enter');
  // In some deals the first move reaches two goals.
  await expect(met(page).first()).toBeAttached();
  await press(page, 'Show me').focus();
  await page.keyboard.press('Enter');
  await expect(bubble(page)).toContainText(READY);
  const next = page.locator('.picture [data-target]:focus, .acts .primary:focus');
  await expect(next).toBeVisible();
});

test('by mouse each bubble is said once, a move shown and put away brings no bubble back, and the focus is never lost', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await logRegions(page);
  const isOnBoard = () => page.locator('.board').evaluate((board) => board.contains(document.activeElement));
  const text = async (): Promise<string> => (await bubble(page).locator('p').textContent()) ?? '';
  await begin(page, 'Isaac');
  await expect(bubble(page)).toHaveClass(/asked/);
  const first = await text();
  await press(page, 'Got it').click();
  await expect(bubble(page)).toHaveClass(/silent/);
  await expect.poll(isOnBoard).toBe(true);
  await page.locator('.picture [data-target][tabindex="0"]').first().click();
  await expect(press(page, 'Show me')).toBeVisible();
  await expect.poll(isOnBoard).toBe(true);
  const rule = await text();
  await press(page, 'Show me').click();
  await expect(bubble(page)).toContainText(READY);
  await expect.poll(isOnBoard).toBe(true);
  const shown = await text();
  await press(page, 'Got it').click();
  await expect(bubble(page)).toHaveClass(/silent/);
  await expect.poll(isOnBoard).toBe(true);
  const heard = await said(page);
  for (const each of [first, rule, shown])
    expect(
      heard.filter((other) => other.includes(each)),
      heard.join('\n'),
    ).toHaveLength(1);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Hint', exact: true })).toBeEnabled();
  await expect(bubble(page)).toHaveClass(/silent/);
});

test('the line from a bubble to a rack next to the board goes around it', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await begin(page, 'Masker');
  await expect(bubble(page)).toHaveClass(/asked/);
  const crossed = await page.evaluate(() => {
    const [path, own, board] = ['.bubble path', '.bubble', '.picture'].map((each) => document.querySelector(each));
    const [from, box] = [own?.getBoundingClientRect(), board?.getBoundingClientRect()];
    if (!(path instanceof SVGPathElement) || from === undefined || box === undefined) return null;
    return Array.from({ length: 101 }, (_, at) => path.getPointAtLength((path.getTotalLength() * at) / 100)).filter(
      ({ x, y }) => from.x + x > box.x && from.x + x < box.right && from.y + y > box.y && from.y + y < box.bottom,
    ).length;
  });
  expect(crossed).toBe(0);
});

/** What is covered, cut or broken into lines around a bubble. */
const crowded = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = (selector: string): DOMRect[] =>
      [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
    const [own = new DOMRect()] = boxes('.bubble');
    const covered = ['li[style*="--at"]', '.picture', '.bar', '.acts'].filter((part) =>
      boxes(`.game-table ${part}`).some(
        ({ left, right, top, bottom }) =>
          Math.min(right, own.right) - Math.max(left, own.left) > 1 &&
          Math.min(bottom, own.bottom) - Math.max(top, own.top) > 1,
      ),
    );
    const broken = ['.bubble .answers button', '.bubble .mark'].filter((each) => {
      const middles = boxes(each).map(({ top, height }) => top + height / 2);
      return Math.max(...middles) - Math.min(...middles) > 4;
    });
    const isGoalThere = document.querySelector('.bar .goal')?.checkVisibility() === true;
    // A figure is 0.7 times as high as its typeface.
    const thin = [...document.querySelectorAll('.tray .piece:has(b)')].filter((piece) => {
      const [number, face] = ['b', '.top'].map((part) => piece.querySelector(part) ?? piece);
      const high = 0.7 * parseFloat(getComputedStyle(number ?? piece).fontSize);
      return high > (face?.getBoundingClientRect().height ?? 0);
    });
    return [
      ...covered.map((part) => `covers ${part}`),
      ...broken.map((part) => `more than one line of ${part}`),
      ...(isGoalThere ? [] : ['no way to the goal']),
      ...(thin.length > 0 ? ['a number is higher than its piece'] : []),
    ];
  });

for (const [game, language] of [
  ['Nasca', 'de'],
  ['Isaac', 'fr'],
  ['Masker', 'nl'],
  ['Arcanor', 'en'],
] as const)
  test(`the bubble covers no seat and no button, and breaks no line on a small screen: ${game}`, async ({ page }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('tablier.settings', JSON.stringify({ language: chosen })),
      language,
    );
    await page.goto('/');
    await started(page);
    await page
      .locator('main li', { has: page.getByRole('heading', { name: game }) })
      .locator('.play')
      .tap();
    await expect(bubble(page)).toHaveClass(/asked/);
    for (const answers of [2, 3]) {
      await expect(bubble(page).locator('button')).toHaveCount(answers);
      for (const [width, height] of [
        [360, 640],
        [390, 844],
        [344, 882],
        [375, 667],
        [568, 320],
        [667, 375],
        [740, 360],
        [915, 412],
      ] as const) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => crowded(page), { message: `${width}x${height}, ${answers}` }).toEqual([]);
      }
      await page.setViewportSize({ width: 360, height: 640 });
      if (answers === 2) await makeIt(page);
    }
  });

test('the bubble covers neither the board nor the last moves', async ({ page }) => {
  const gap = (above: string): Promise<number> =>
    page.evaluate((selector) => {
      const bottom = document.querySelector(selector)?.getBoundingClientRect().bottom ?? Infinity;
      return (document.querySelector('.bubble')?.getBoundingClientRect().top ?? 0) - bottom;
    }, above);
  await begin(page, 'Isaac');
  await expect(bubble(page)).toHaveClass(/asked/);
  await makeIt(page);
  await expect(press(page, 'Show me')).toBeVisible();
  await expect.poll(() => gap('.picture')).toBeGreaterThanOrEqual(0);
  await page.setViewportSize({ width: 1366, height: 768 });
  await expect.poll(() => gap('.moves li:last-child')).toBeGreaterThanOrEqual(0);
  // A coach in the panel needs no room of the seats.
  const seat = page.locator('.game-table li[style*="--at"]').first();
  const height = await seat.evaluate((part) => part.clientHeight);
  await press(page, 'No help').click();
  await expect(bubble(page)).toBeHidden();
  expect(await seat.evaluate((part) => part.clientHeight)).toBe(height);
});
