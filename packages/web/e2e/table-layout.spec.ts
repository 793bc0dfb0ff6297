import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, giveUp, open, overflow } from './helpers.ts';
import { example, resume, savedGame } from './saved-games.ts';

const GAMES = ['isaac', 'nasca', 'masker', 'arcanor'] as const;
type GameId = (typeof GAMES)[number];

const picture = (page: Page): Locator => page.locator('.game-table svg[role=group]');
const place = (page: Page, id: string): Locator => picture(page).locator(`[data-target="${id}"]`);
const turn = (page: Page): Locator => page.locator('.turn-line');
const result = (page: Page): Locator => page.getByRole('region', { name: 'Result' });
const confirm = (page: Page): Locator => page.getByRole('button', { name: /^(Place|Remove)$/ });

/** Starts a game against the beginner, with the reader to begin. */
async function start(page: Page, game: GameId): Promise<void> {
  await open(page, `/${game}/play`);
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByRole('radio').nth(1).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(picture(page)).toBeVisible();
  await expect(turn(page)).toContainText('Your turn');
}

/** Where something can be pressed now. */
const openPlaces = (page: Page): Promise<string[]> =>
  picture(page)
    .locator('[data-target][aria-disabled="false"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-target') ?? ''));

/** Where the board, the plates and the rack are, in whole pixels. */
const places = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    ['.game-table svg[role=group]', '.game-table li[style*="--at"]', '.tray', '.acts', '.bar'].map((selector) =>
      [...document.querySelectorAll(selector)].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].map(Math.round).join(' ');
      }),
    ),
  );

async function isCalm(page: Page, where: unknown, what: string): Promise<void> {
  expect(await overflow(page), what).toEqual([0, 0, 0]);
  expect(await places(page), what).toEqual(where);
}

const moveCount = (page: Page): Promise<string> =>
  page.locator('.moves').evaluate((list) => list.textContent?.replace(/\s+/g, ' ') ?? '');

// `whole-games.spec.ts` plays whole games there, in which nothing scrolls or moves.
test.describe('on the smallest phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

  test('a preview is placed by the button or by a second tap, and put back by the other button', async ({ page }) => {
    await start(page, 'isaac');
    await page.getByRole('button', { name: 'Piece of length 5,' }).tap();
    await expect(confirm(page)).toHaveAttribute('aria-disabled', 'true');
    await place(page, '44').tap();
    await expect(page.getByText('Tap again to place it on 42-46.')).toBeVisible();
    expect(await moveCount(page)).toContain('None yet.');
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await expect(confirm(page)).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Piece of length 5,' }).tap();
    await place(page, '44').tap();
    await confirm(page).tap();
    await expect.poll(() => moveCount(page)).toContain('42-46');
    await expect(turn(page)).toContainText('Your turn');
    const made = await moveCount(page);
    const [free = ''] = await openPlaces(page);
    await place(page, free).tap();
    expect(await moveCount(page)).toBe(made);
    await place(page, free).tap();
    await expect.poll(() => moveCount(page)).not.toBe(made);
  });

  test('the rows of a rack are even, in a larger window too', async ({ page }) => {
    for (const game of ['isaac', 'nasca'] as const) {
      await start(page, game);
      for (const size of [
        { width: 390, height: 844 },
        { width: 360, height: 640 },
      ]) {
        await page.setViewportSize(size);
        const boxes = await page.locator('.tray button.item').evaluateAll((all) =>
          all.map((one) => {
            const { top, width: wide, height: high } = one.getBoundingClientRect();
            return { top: Math.round(top), least: Math.min(wide, high) };
          }),
        );
        expect(Math.min(...boxes.map(({ least }) => least))).toBeGreaterThanOrEqual(44);
        const rows = [...new Set(boxes.map(({ top }) => top))].map(
          (row) => boxes.filter(({ top }) => top === row).length,
        );
        expect(
          Math.max(...rows) - Math.min(...rows),
          `${game}, ${size.width}: ${rows.join(' + ')}`,
        ).toBeLessThanOrEqual(1);
      }
    }
  });

  test('a handle on the preview turns the piece, and nothing moves', async ({ page }) => {
    for (const game of ['isaac', 'nasca'] as const) {
      await start(page, game);
      await page.getByRole('button', { name: 'Piece of length 4' }).tap();
      const cell = game === 'isaac' ? '55' : 'cell60';
      await place(page, cell).tap();
      const where = await places(page);
      const ghost = page.locator('[data-solid=ghost]');
      const isUpright = () => ghost.boundingBox().then((box) => (box?.height ?? 0) > (box?.width ?? 0));
      const handle = page.locator('.picture button[data-above]');
      for (const upright of [true, false]) {
        const { width = 0, height = 0 } = (await handle.boundingBox()) ?? {};
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
        await handle.tap();
        await expect.poll(isUpright).toBe(upright);
        await isCalm(page, where, game);
      }
      expect(await faults(page)).toEqual([]);
      await confirm(page).tap();
      await expect(handle).toBeHidden();
      await giveUp(page);
    }
  });

  test('a piece that a finger drags is drawn above the finger, and placed there', async ({ page }) => {
    await start(page, 'isaac');
    const centre = async (where: Locator): Promise<{ x: number; y: number }> => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await where.boundingBox()) ?? {};
      return { x: x + width / 2, y: y + height / 2 };
    };
    const from = await centre(page.getByRole('button', { name: 'Piece of length 5,' }));
    const cell = await centre(place(page, '44'));
    const to = { x: cell.x, y: cell.y + 56 };
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [from]);
    for (const share of [0.1, 0.4, 0.7, 1])
      await touch('touchMove', [{ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }]);
    await expect(picture(page).locator('[data-solid="ghost"]')).toBeVisible();
    await expect(page.getByText(/to place it on 42-46\.$/)).toBeVisible();
    // Cells are small here, so the place is enlarged, above the finger.
    const lens = page.locator('.lens > div');
    const { y = 0, height = 0 } = (await lens.boundingBox()) ?? {};
    expect(y + height).toBeLessThan(cell.y);
    expect(await overflow(page)).toEqual([0, 0, 0]);
    await touch('touchEnd', []);
    await expect(lens).toBeHidden();
    await expect.poll(() => moveCount(page)).toContain('42-46');
  });

  test('moves and menu are sheets that Escape, their button and a tap outside close', async ({ page }) => {
    await start(page, 'isaac');
    const moves = page.getByRole('dialog', { name: 'Moves' });
    const opener = page.getByRole('button', { name: 'Moves', exact: true });
    await opener.tap();
    await expect(moves).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(moves).toBeHidden();
    await expect(opener).toBeFocused();
    await opener.tap();
    await moves.getByRole('button', { name: 'Close' }).tap();
    await expect(moves).toBeHidden();
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByLabel('Coordinates').uncheck();
    await expect(picture(page).locator('text.near').first()).toBeHidden();
    await page.touchscreen.tap(180, 20);
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Resign' })).toBeHidden();
  });

  test('the result lies over the board and can be folded', async ({ page }) => {
    await start(page, 'isaac');
    await giveUp(page);
    await expect(result(page).getByRole('heading', { name: 'You lose' })).toBeFocused();
    await expect(result(page).getByRole('button', { name: 'Play again, sides swapped' })).toBeInViewport();
    expect(await overflow(page)).toEqual([0, 0, 0]);
    const where = await places(page);
    await result(page).getByRole('button', { name: 'See the board' }).tap();
    await expect(result(page)).toBeHidden();
    await expect(page.getByRole('heading', { name: 'You lose' })).toBeVisible();
    await isCalm(page, where, 'folded');
    await page.getByRole('button', { name: 'Result' }).tap();
    await expect(result(page)).toBeVisible();
  });
});

test.describe('on a phone held across', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 740, height: 360 } });

  test('the result shows all points next to all actions, without scrolling', async ({ page }) => {
    await start(page, 'nasca');
    await giveUp(page);
    await expect(result(page).getByRole('heading', { name: 'You lose' })).toBeVisible();
    const hidden = await result(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
    expect(hidden).toBe(0);
    for (const part of await result(page).locator('tbody tr, button, a').all())
      await expect(part).toBeInViewport({ ratio: 1 });
    const right = await result(page)
      .locator('table')
      .evaluate((table) => table.getBoundingClientRect().right);
    const left = await result(page)
      .locator('.actions')
      .evaluate((actions) => actions.getBoundingClientRect().left);
    expect(left).toBeGreaterThan(right);
  });
});

const SCREENS = {
  'touch screens': [
    { width: 740, height: 360 },
    { width: 720, height: 450 },
    { width: 768, height: 1024 },
    { width: 1024, height: 768 },
  ],
  'a desktop': [{ width: 1440, height: 900 }],
} as const;

/** The parts of a table that are always completely on the screen. */
const PARTS = [
  '.game-table svg[role=group]',
  '.game-table li[style*="--at"]',
  '.tray',
  '.acts',
  '.turn-line',
  '.notes',
  'h1',
];

/** The parts of the table that are not completely on the screen, or covered by the edge of what contains them. Narrow bars only speak the title. */
const outOfSight = (page: Page): Promise<string[]> =>
  page.evaluate((parts) => {
    const elements = [...document.querySelectorAll(parts)].filter((part) => getComputedStyle(part).clipPath === 'none');
    return new Promise<string[]>((resolve) => {
      const observer = new IntersectionObserver((entries) => {
        observer.disconnect();
        const hidden = entries.filter(({ intersectionRatio }) => intersectionRatio < 1 - 1e-9);
        resolve(
          hidden.map(({ target, intersectionRatio }) => `${target.outerHTML.slice(0, 80)}: ${intersectionRatio}`),
        );
      });
      for (const element of elements) observer.observe(element);
      if (elements.length === 0) resolve(['there is no table']);
    });
  }, PARTS.join(', '));

for (const [screen, sizes] of Object.entries(SCREENS)) {
  test.describe(`on ${screen}`, () => {
    test.use({ viewport: sizes[0], hasTouch: screen !== 'a desktop' });

    for (const game of GAMES) {
      test(`the board, the plates and the rack of ${game} are in sight`, async ({ page }) => {
        await start(page, game);
        for (const size of sizes) {
          const what = `${size.width} x ${size.height}`;
          await page.setViewportSize(size);
          expect(await overflow(page), what).toEqual([0, 0, 0]);
          expect(await outOfSight(page), what).toEqual([]);
          const [, ...plates] = await page
            .locator('.game-table svg[role=group], .game-table li[style*="--at"]')
            .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)))
            .then((widths) => widths.toSorted((one, other) => one - other));
          if (size.height > 600) expect(new Set(plates).size, `${what}: plates as wide as the board`).toBe(1);
        }
      });
    }
  });
}

test('in a low window the rack shows all pieces, and the result all it says, with its buttons', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 600 });
  const missing = (selector: string): Promise<readonly number[]> =>
    page.locator(selector).evaluate((all) => [all.scrollWidth - all.clientWidth, all.scrollHeight - all.clientHeight]);
  // The pieces of the others in Isaac follow to the right.
  for (const [game, rack] of [
    ['isaac', '.tray section:first-child'],
    ['masker', '.tray'],
  ] as const) {
    await start(page, game);
    expect((await missing(rack))[0], game).toBeLessThanOrEqual(0);
  }
  await resume(page, savedGame('isaac', example('isaac'), 1e4, 'alone'));
  await expect(result(page).getByText('The moment it turned')).toBeVisible();
  await expect.poll(async () => (await missing('.result'))[1]).toBeLessThanOrEqual(0);
  for (const size of [
    { width: 1366, height: 700 },
    { width: 1180, height: 740 },
    { width: 1280, height: 760 },
  ]) {
    await page.setViewportSize(size);
    await expect.poll(async () => (await missing('.result'))[1], `${size.width}`).toBeLessThanOrEqual(0);
  }
  await expect(result(page).getByRole('button', { name: 'Play again, sides swapped' })).toBeInViewport();
  // Its moment can be scrolled to where the buttons, which stay in sight, lie over no part of it.
  for (const [width, height] of [
    [667, 375],
    [1120, 790],
    [1120, 1000],
    [820, 660],
    [900, 700],
    [1180, 740],
    [1100, 640],
    [1100, 700],
    [1280, 720],
    [1366, 640],
    [1366, 768],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.locator('.result .moment')).toBeVisible();
    await expect(result(page).getByRole('button', { name: 'Play again, sides swapped' })).toBeInViewport({ ratio: 1 });
    const isApart = await page.locator('.result').evaluate((panel) => {
      panel.scrollTop = panel.scrollHeight;
      const [moment, actions] = ['.moment', '.actions'].map((part) =>
        panel.querySelector(part)?.getBoundingClientRect(),
      );
      if (moment === undefined || actions === undefined) return false;
      return actions.top >= moment.bottom || actions.left >= moment.right;
    });
    expect(isApart, `${width}x${height}`).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 760 });
  // The result lies over nothing that is pressed.
  await page.getByRole('button', { name: 'Study this game' }).click({ trial: true, timeout: 5000 });
  await result(page).getByRole('button', { name: 'Analyse' }).click();
  const head = page.locator('.analysis > header');
  await expect(head).toContainText(/^\s*Analysis\s*Isaac · You (?:win|lose) · \S/);
  await expect(head.getByRole('button', { name: 'Play again, sides swapped' })).toBeVisible();
  // Where there are two columns, the head is one line of buttons: the board is below it.
  await page.setViewportSize({ width: 900, height: 700 });
  expect((await head.boundingBox())?.height).toBeLessThan(60);
});

test('on a phone held sideways what begins a game is seen without scrolling', async ({ page }) => {
  for (const [width, height] of [
    [568, 320],
    [667, 375],
    [740, 360],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const path of ['/', '/isaac', '/masker', '/isaac/play']) {
      await open(page, path);
      const play = page.getByRole('button', { name: /^Play (Arcanor|now)$|^Start the game$/ });
      await expect(play, `${path} at ${width}`).toBeInViewport({ ratio: 1 });
    }
  }
});

test('on a low phone all games can be begun without scrolling', async ({ page }) => {
  for (const [width, height] of [
    [360, 640],
    [344, 700],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, '/');
    const { y: end = 0 } = (await page.getByRole('navigation').last().boundingBox()) ?? {};
    for (const game of GAMES) {
      const play = page.getByRole('button', { name: new RegExp(`^Play ${game}$`, 'i') });
      const box = await play.boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), `${game} at ${width}`).toBeLessThanOrEqual(end);
    }
  }
});

test('on the home page the boards begin under the first letter of the title', async ({ page }) => {
  for (const size of [
    { width: 900, height: 700 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await open(page, '/');
    const lefts = await page
      .locator('main h1, main li .board')
      .evaluateAll((all) => all.slice(0, 2).map((each) => Math.round(each.getBoundingClientRect().left)));
    expect(lefts[1], `${size.width}`).toBe(lefts[0]);
  }
});
