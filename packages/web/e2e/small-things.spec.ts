import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { nasca } from './movers.ts';
import { faults, listen, open, playing, withoutGuide } from './helpers.ts';
import { newMember } from './members.ts';
import { example, resume, savedGame } from './saved-games.ts';

/** What does not fit into the lines of the turn, and where these lines are. */
const turnLines = (page: Page): Promise<{ cut: string[]; at: number[] }> =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll('.turn-line .news, .turn-line .status')];
    const cut = lines
      .filter((line) => line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 2)
      .map((line) => line.textContent ?? '');
    const { top = 0, height = 0 } = document.querySelector('.turn-line')?.getBoundingClientRect() ?? {};
    return { cut, at: [top, height] };
  });

test.describe('the line of the turn on the smallest phone', () => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('the beginning and the end of a round of Nasca: no sentence is cut, and nothing moves', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Play Nasca' }).click();
    await expect(page.getByText(/^Your turn/).first()).toBeVisible();
    const onward = page.getByRole('button', { name: 'Go to round 2' });
    const myTurn = page.getByText(/^Your turn/).first();
    const playOn = async (turns: number): Promise<void> => {
      const { at } = await turnLines(page);
      for (let turn = 0; turn < turns && !(await onward.isVisible()); turn++) {
        await nasca(page);
        await expect(myTurn.or(onward).first()).toBeVisible();
        expect(await turnLines(page)).toEqual({ cut: [], at });
      }
    };
    await playOn(4);
    // Its last moves.
    await resume(page, savedGame('nasca', example('nasca'), 18, 'alone'));
    await expect(myTurn).toBeVisible();
    await playOn(60);
    await expect(onward).toBeVisible();
  });

  test('a move of Arcanor is said in words, and the signs of the list are explained', async ({ page }) => {
    const complaints = listen(page);
    await withoutGuide(page);
    await open(page, '/');
    await page.getByRole('button', { name: 'Play Arcanor' }).click();
    const place = (id: string) => page.locator(`.game-table svg[role=group] [data-target="${id}"]`);
    await place('b1').click();
    await place('c2').click();
    await page.locator('.chooser').getByRole('button', { name: 'Slide' }).click();
    const news = page.locator('.turn-line .news');
    await expect(news).toHaveText(/^Kitten (slid|moved|took) a [1-4] /);
    await expect(news).not.toContainText(/[\^]|[a-h]\d-/);
    expect((await turnLines(page)).cut).toEqual([]);
    await page.getByRole('button', { name: 'Moves' }).click();
    const sheet = page.getByRole('dialog', { name: 'Moves' });
    await sheet.getByText('What do these signs mean?').click();
    await expect(sheet.getByText('b1^b2: the top moves alone and sets free what it held.')).toBeVisible();
    expect(await faults(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});

test('the column next to the board has room for what the other player did, at every size', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/nasca/play');
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await nasca(page);
  await expect(page.locator('.turn-line .news')).toHaveText(
    /^Kitten placed a \d-cell piece on [a-k]\d+-[a-k]\d+\.\s*$/,
  );
  for (const [width, height] of [
    [740, 360],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    // The lines take their new place a moment after the window.
    await expect.poll(async () => (await turnLines(page)).cut, { message: `${width} x ${height}` }).toEqual([]);
  }
});

for (const locale of ['en', 'de'])
  test.describe(`the set-up, ${locale}`, () => {
    test.use({ locale });
    test('at every size each row of opponents reaches the edge, and no text is cut', async ({ page }) => {
      await open(page, '/isaac/play');
      for (const [width, height] of [
        [360, 640],
        [740, 360],
        [1024, 768],
        [1440, 900],
        [2560, 1440],
      ] as const) {
        const size = `${width} x ${height}`;
        await page.setViewportSize({ width, height });
        const rows = await page.locator('.kinds').evaluate((grid) => {
          const cards = [...grid.querySelectorAll('label')].map((card) => card.getBoundingClientRect());
          const right = grid.getBoundingClientRect().right;
          const tops = [...new Set(cards.map(({ top }) => Math.round(top)))];
          // Every row reaches the edge, if only by one wide card.
          return tops.map((top) =>
            Math.round(
              right - Math.max(...cards.filter((card) => Math.round(card.top) === top).map((card) => card.right)),
            ),
          );
        });
        expect(rows.length, size).toBeGreaterThan(0);
        expect(
          rows.filter((gap) => gap > 1),
          size,
        ).toEqual([]);
        const cut = await page
          .locator('.kinds label')
          .evaluateAll((cards) =>
            cards.filter((card) => card.scrollWidth > card.clientWidth + 16).map((card) => card.textContent),
          );
        expect(cut, size).toEqual([]);
      }
    });
  });

test('the puzzles: each game has the board of its next puzzle and its progress; a visitor finds what an account is good for', async ({
  page,
}) => {
  const complaints = listen(page);
  await open(page, '/puzzles');
  const boxes = page.getByRole('navigation', { name: 'Games' });
  for (const game of ['Arcanor', 'Isaac', 'Masker', 'Nasca']) {
    const box = boxes.getByRole('link', { name: new RegExp(`^${game} 0 of \\d+ solved Next: Kitten \\(1\\)$`) });
    await expect(box.locator('svg').first()).toBeAttached();
  }
  expect(await faults(page)).toEqual([]);
  await boxes.getByRole('link', { name: /^Nasca/ }).click();
  await expect(page.getByRole('heading', { name: 'Nasca: puzzles' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Next puzzle' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await open(page, '/account');
  await page.getByText('Create an account').first().click();
  await expect(page.getByRole('region', { name: 'New here?' }).locator('svg').first()).toBeAttached();
  expect(await faults(page)).toEqual([]);
  // A missing name is pointed out at its field, before anything is sent.
  await page.getByRole('region', { name: 'New here?' }).getByLabel('Username').fill('ada');
  await page.getByLabel('New password').fill('a few words in a row');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Your name')).toBeFocused();
  await page.getByLabel('Your name').fill('Ada');
  await page.getByRole('region', { name: 'New here?' }).getByLabel('Username').fill(`ada${Date.now()}`);
  await page.getByLabel('New password').fill('a few words in a row');
  await page.getByRole('button', { name: 'Create an account' }).click();
  await expect(page.getByText('You appear as Ada.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'How you sign in' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('a long title of a study takes two lines on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, '/');
  await page.getByRole('button', { name: 'Play Isaac' }).click();
  await expect(playing(page)).toBeVisible();
  await page.goto('/studies');
  await page
    .getByRole('button', { name: /^(Create|New study|Start|Begin)/ })
    .first()
    .click();
  const title = page.locator('.game-table > .bar h1');
  await expect(title).toBeVisible();
  await page.getByRole('button', { name: 'Moves' }).click();
  await page.getByLabel('Title', { exact: true }).fill('The long game of the great beam');
  await page.getByLabel('Title', { exact: true }).blur();
  await page.keyboard.press('Escape');
  await expect(title).toHaveText('The long game of the great beam');
  expect(await title.evaluate((heading) => heading.scrollHeight <= heading.clientHeight + 1)).toBe(true);
});

test.describe('the notes below the board of a phone, in French and without typefaces', () => {
  test.use({ viewport: { width: 360, height: 640 }, locale: 'fr', hasTouch: true });

  /** The notes that are shown and not completely inside their box. */
  const cutNotes = (page: Page): Promise<string[]> =>
    page.locator('.game-table .notes').evaluate((box) => {
      const { bottom } = box.getBoundingClientRect();
      return [...box.querySelectorAll('p > span:not([data-cut])')]
        .filter((line) => [...line.getClientRects()].some((part) => part.bottom > bottom + 1))
        .map((line) => line.textContent ?? '');
    });

  for (const game of ['Isaac', 'Nasca', 'Masker', 'Arcanor'])
    test(`no line of ${game} is cut in the middle`, async ({ page }) => {
      await page.route(/\.woff2$/, (route) => route.abort());
      await open(page, '/');
      await page.getByRole('button', { name: `Jouer à ${game}` }).click();
      await expect(page.locator('.game-table .notes p').first()).toBeAttached();
      expect(await cutNotes(page)).toEqual([]);
      await page.locator('.game-table [data-target][aria-disabled="false"]').first().tap();
      expect(await cutNotes(page)).toEqual([]);
    });
});

test('the boards of the home page play on without a flicker', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/');
  await expect(page.locator('.items .board:has(svg)')).toHaveCount(4);
  await page.evaluate(() => {
    const seen = { moves: 0, gone: 0 };
    Reflect.set(window, 'seen', seen);
    const isBoard = (node: Node): boolean =>
      node instanceof Element && (node.matches('svg') || node.querySelector('svg') !== null);
    for (const box of document.querySelectorAll('.items .board'))
      new MutationObserver((changes) => {
        seen.moves++;
        if (changes.some(({ removedNodes }) => [...removedNodes].some(isBoard))) seen.gone++;
      }).observe(box, { childList: true, subtree: true });
  });
  const seen = () => page.evaluate(() => Reflect.get(window, 'seen') as { moves: number; gone: number });
  await expect.poll(async () => (await seen()).moves, { timeout: 120_000 }).toBeGreaterThan(3);
  expect((await seen()).gone).toBe(0);
});

test('the home page shows three own tables with a link to all, the lobby shows each', async ({ browser }) => {
  const { page, complaints } = await newMember(browser, 'Olga', { width: 1440, height: 900 }, null);
  const token = await page.request.post('/api/me/tokens', { data: { label: 'x', scopes: ['play'], days: 1 } });
  const { secret } = (await token.json()) as { readonly secret: string };
  const rules = { game: 'isaac', options: {}, clock: { system: 'none' }, takeBack: 'never' };
  const terms = { ...rules, visibility: 'link', seating: 'chosen', chairs: ['me', 'open'] };
  for (let number = 0; number < 4; number++) {
    const headers = { authorization: `Bearer ${secret}` };
    const made = await page.request.post('/api/v1/tables', { headers, data: { id: `own-${number}`, terms } });
    expect(made.ok(), await made.text()).toBe(true);
  }
  await open(page, '/');
  const own = page.getByRole('region', { name: 'Your tables' });
  await expect(own.getByRole('listitem')).toHaveCount(3);
  await expect(own.getByRole('link', { name: 'Your games' })).toHaveAttribute('href', '/games');
  await open(page, '/lobby');
  await expect(own.getByRole('listitem')).toHaveCount(4);
  expect(complaints).toEqual([]);
});

/** Sits down at a table by the documented API, or opens one with `terms`. Its address. */
async function seatBy(page: Page, path: string, data: object): Promise<string> {
  const token = await page.request.post('/api/me/tokens', { data: { label: 'x', scopes: ['play'], days: 1 } });
  const headers = { authorization: `Bearer ${((await token.json()) as { readonly secret: string }).secret}` };
  const answer = await page.request.post(`/api/v1${path}`, { headers, data: { id: 'one', ...data } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { readonly table: string }).table;
}

test('three opponents with clocks: each plate has the whole name, the stacks and the clock', async ({ browser }) => {
  const names = ['Wilhelmina', 'Bo', 'Celeste', 'Dora'];
  const [host, ...others] = await Promise.all(
    names.map((name) => newMember(browser, name, { width: 360, height: 640 }, null)),
  );
  const rules = { game: 'masker', options: {}, clock: { system: 'days', days: 14, vacation: 0 }, takeBack: 'never' };
  const terms = { ...rules, visibility: 'link', seating: 'chosen', chairs: ['me', 'open', 'open', 'open'] };
  if (host === undefined) throw new Error('no host');
  const { page } = host;
  const table = await seatBy(page, '/tables', { terms });
  for (const [at, other] of others.entries()) await seatBy(other.page, `/tables/${table}/join`, { chair: at + 1 });
  await open(page, `/t/${table}`);
  const plates = page.getByRole('list', { name: 'Players' }).getByRole('listitem');
  await expect(plates).toHaveCount(4);
  for (const [width, height] of [
    [360, 640],
    [390, 844],
    [740, 360],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const wrong = await plates.evaluateAll((all) =>
      all.flatMap((plate) => {
        const outer = plate.getBoundingClientRect();
        const parts = ['.player', '.pile svg', '.clock'].map((part) => plate.querySelector(part));
        return parts.flatMap((part, at) => {
          const { left, right, top, bottom, width: wide } = part?.getBoundingClientRect() ?? new DOMRect();
          const isIn = left >= outer.left && right <= outer.right && top >= outer.top && bottom <= outer.bottom;
          const isWhole = part !== null && part.scrollWidth <= part.clientWidth;
          return isIn && wide >= 15 && (at > 0 || isWhole) ? [] : [`${plate.textContent}: ${at}`];
        });
      }),
    );
    expect(wrong, `${width} x ${height}`).toEqual([]);
  }
  expect(await faults(page)).toEqual([]);
  expect(host.complaints).toEqual([]);
});

test('pages grow on large windows, up to a width at which lines stay short', async ({ page }) => {
  await open(page, '/lobby');
  const rem = (): Promise<number> =>
    page.evaluate(() => parseFloat(getComputedStyle(document.documentElement).fontSize));
  for (const [width, widest] of [
    [1600, 90],
    [1680, 100],
    [2399, 100],
    [2560, 120],
  ] as const) {
    await page.setViewportSize({ width, height: 1000 });
    const box = await page.getByRole('main').boundingBox();
    expect((box?.width ?? 0) / (await rem()), `${width}`).toBe(widest);
    expect((box?.x ?? 0) * 2 + (box?.width ?? 0), `${width}, in the middle`).toBe(width);
  }
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  /** The shade of something while it is pressed. */
  async function pressedShade(page: Page, what: Locator): Promise<string> {
    await what.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await what.boundingBox()) ?? {};
    await page.mouse.move(x + Math.min(width / 2, 40), y + height / 2);
    await page.mouse.down();
    const shade = await what.evaluate((element) => getComputedStyle(element).boxShadow);
    // Released elsewhere, it does nothing.
    await page.mouse.move(0, 0);
    await page.mouse.up();
    return shade;
  }

  test('every kind of button shows at once that it is pressed', async ({ page }) => {
    await open(page, '/isaac/play');
    const start = page.getByRole('button', { name: 'Start the game' });
    const card = page.locator('label').filter({ has: page.getByRole('radio', { name: 'Same screen' }) });
    for (const what of [start, card, page.locator('summary').first(), page.locator('header a').first()])
      expect(await pressedShade(page, what)).toMatch(/1600px.*inset/);
    await start.tap();
    await expect(playing(page)).toBeVisible();
    const piece = page.getByRole('button', { name: 'Piece of length 5,' }).first();
    await expect(piece).toBeEnabled();
    for (const what of [page.getByRole('button', { name: 'Menu' }), piece])
      expect(await pressedShade(page, what)).toMatch(/1600px.*inset/);
  });
});

test('where the system chooses the colours, the last move and who is to move have an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/');
  await resume(page, savedGame('isaac', example('isaac'), 24, 'alone'));
  for (const current of [page.locator('.moves [aria-current=step]'), page.locator('.game-table li[aria-current=true]')])
    await expect(current).toHaveCSS('outline-style', 'solid');
});

test('where the system chooses the colours, what is chosen for a new game has an edge', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, '/isaac/play');
  for (const [is, style] of [
    [':checked', 'solid'],
    [':not(:checked)', 'none'],
  ] as const)
    await expect(page.locator(`label:has(input[type=radio]${is})`).first()).toHaveCSS('outline-style', style);
});

test('with high contrast the goal pegs of both have a white edge', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  await open(page, '/');
  await resume(page, savedGame('arcanor', example('arcanor'), 4, 'alone'));
  await expect(page.locator('.game-table .mark.dark').first()).toHaveCSS('stroke', 'rgb(255, 255, 255)');
});

test('all landscapes are seen before anything is scrolled', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/nasca/play');
  const last = page.getByRole('radio', { name: 'Drawn at random' }).last();
  await expect(last).toBeAttached();
  const bottoms = await page
    .locator('form label:has(input[name*="landscape"])')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
  expect(bottoms.length).toBeGreaterThan(8);
  const start = await page.locator('form > .start').boundingBox();
  expect(Math.max(...bottoms)).toBeLessThanOrEqual(start?.y ?? 0);
});

test('on a tablet the settings fill both columns', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 });
  await open(page, '/settings');
  const [first, other] = await page
    .locator('main .tiles > *')
    .evaluateAll((all) => [all.at(0), all.at(-1)].map((each) => each?.getBoundingClientRect().left ?? 0));
  expect(other).toBeGreaterThan((first ?? 0) + 300);
});
