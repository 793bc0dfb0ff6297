import { expect, type Locator, type Page, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { SeededRng } from '@tablier/core';
import { completeMove, glimpse } from './glimpse.ts';
import { chooseOpponent, faults, giveUp, listen, movesMade, open } from './helpers.ts';
import { ARCANOR_GAME } from './movers.ts';
import { resume, savedGame } from './saved-games.ts';

// WebGL draws in software here, as it does on a computer without a graphics card: pictures are small.
test.use({
  viewport: { width: 780, height: 600 },
  deviceScaleFactor: 0.25,
  reducedMotion: 'reduce',
});

/** Two people on one device; one more piece can be placed, and then scoring begins. */
const LAST_PLACEMENT = readFileSync(new URL('last-placement.json', import.meta.url), 'utf8').trim();

const canvas = (page: Page): Locator => page.locator('.picture canvas');
const picture = (page: Page): Locator => page.locator('.game-table .picture svg[role=group]');
const place = (page: Page, id: string): Locator => picture(page).locator(`[data-target="${id}"]`);
const result = (page: Page): Locator => page.getByRole('heading', { name: /wins?$|^A draw$/ });
const curtain = (page: Page): Locator => page.getByRole('heading', { name: /^Hand it to/ });
const turnView = (page: Page, way: 'left' | 'right'): Locator =>
  page.getByRole('button', { name: `Turn the view ${way}` });
const resetView = (page: Page): Locator => page.getByRole('button', { name: 'Reset the view' });
const pick = <T>(rng: SeededRng, items: readonly T[]): T => items[rng.below(items.length)] as T;

/** The setting, as an earlier visit has stored it. */
const chooseDepth = (page: Page): Promise<unknown> =>
  page.addInitScript(() => localStorage.setItem('tablier.settings', JSON.stringify({ language: 'en', view: '3d' })));

async function start(page: Page, game: string, option?: string): Promise<void> {
  await open(page, `/${game}/play`);
  await chooseOpponent(page, 'Same screen');
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByRole('radio').nth(1).check();
  if (option !== undefined) await page.getByRole('radio', { name: option, exact: true }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(picture(page).or(curtain(page)).first()).toBeAttached();
}

const startDeep = async (page: Page, game: string, option?: string): Promise<void> => {
  await chooseDepth(page);
  await start(page, game, option);
  if (await curtain(page).isVisible()) return;
  await expect(picture(page)).toHaveCSS('opacity', '0');
};

/** Where the middle of a target's ground is seen in the window: the flat board lies there, unseen. */
async function seenAt(page: Page, id: string): Promise<{ x: number; y: number }> {
  const corners = await place(page, id).evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  return corners;
}

/** A click on the canvas; there is nothing else to be hit. */
async function press(page: Page, id: string): Promise<void> {
  const { x, y } = await seenAt(page, id);
  expect(await page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.localName, { x, y }), id).toBe('canvas');
  await page.mouse.click(x, y);
}

const openPlaces = (page: Page): Promise<string[]> =>
  picture(page)
    .locator('[data-target][aria-disabled="false"]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-target') ?? ''));

/** Takes a piece that fits from the rack, and turns it if necessary; returns where it fits. */
async function takePiece(page: Page, rng: SeededRng): Promise<string[]> {
  const pieces = page.locator('.tray button.item:enabled');
  // Long pieces first: the game is shorter.
  const piece = (await pieces.count()) > 1 && rng.below(3) > 0 ? pieces.last() : pieces.first();
  if ((await piece.getAttribute('aria-pressed')) !== 'true') await piece.click();
  for (let way = 0; way < 2; way++) {
    const places = await openPlaces(page);
    if (places.length > 0) return places;
    await page.getByRole('button', { name: 'Rotate the piece' }).click();
  }
  throw new Error('an enabled piece has no place');
}

type Turn = (page: Page, rng: SeededRng) => Promise<void>;

const placePiece: Turn = async (page, rng) => {
  const id = pick(rng, await takePiece(page, rng));
  await completeMove(page, () => press(page, id));
};

const isaac: Turn = async (page, rng) => {
  if ((await glimpse(page)).status.endsWith('to place a piece')) return placePiece(page, rng);
  const id = pick(rng, await openPlaces(page));
  await completeMove(page, () => press(page, id));
};

const masker: Turn = async (page, rng) => {
  // The first curtain appears a moment after the start.
  await expect(curtain(page).or(picture(page)).or(result(page)).first()).toBeVisible();
  if ((await glimpse(page)).isCurtain) {
    await page.getByRole('button', { name: 'I’m ready' }).click();
    await expect(picture(page)).toHaveCSS('opacity', '0');
    return;
  }
  const id = pick(rng, await openPlaces(page));
  await completeMove(page, async () => {
    await press(page, id);
    if (await page.getByText(/^This is (the last \w+|your last) cross/).isVisible()) await press(page, id);
  });
};

type Act = (page: Page, id: string) => Promise<void>;

/** A random game of Arcanor does not end, so this one is prepared. Its moves after so many are made in these ways, one after the other. */
function arcanor(plies: number, ways: readonly Act[]): Turn {
  let made = plies;
  return async (page) => {
    const act = ways[(made - plies) % ways.length] ?? press;
    const text = ARCANOR_GAME[made++] ?? '';
    const [from, to] = [text.slice(0, 2), text.slice(3)];
    await act(page, from);
    await completeMove(page, async () => {
      await act(page, to);
      const question = page.getByRole('group', { name: `To ${to}: slide or set free?` });
      if (!(await question.isVisible())) return;
      const answer = question.getByRole('button', { name: text.charAt(2) === '^' ? 'Set free' : 'Slide' });
      await answer.press('Enter');
    });
  };
}

/** Names the target as a screen reader does, and presses it by its role; the focus is drawn on the canvas. */
const byName: Act = async (page, id) => {
  const name = await place(page, id).getAttribute('aria-label');
  const target = page.getByRole('group', { name: /^Board of/ }).getByRole('button', { name: name ?? '', exact: true });
  await target.focus();
  await expect(target).toBeFocused();
  await page.keyboard.press('Enter');
};

/** Plays so many turns, with choices from a fixed seed. `whole-games.spec.ts` plays to the end. */
async function playTurns(page: Page, turn: Turn, turns: number): Promise<void> {
  const rng = new SeededRng('in space');
  for (let made = 0; made < turns; made++) await turn(page, rng);
}

test('Isaac by clicks in space: pieces are placed and removed', async ({ page }) => {
  const complaints = listen(page);
  await chooseDepth(page);
  await page.goto('/robots.txt');
  await page.evaluate((saved) => localStorage.setItem('tablier.game', saved), LAST_PLACEMENT);
  await page.goto('/play');
  await expect(picture(page)).toHaveCSS('opacity', '0');
  await playTurns(page, isaac, 4);
  expect(complaints).toEqual([]);
});

test('Nasca, seen from above', async ({ page }) => {
  const complaints = listen(page);
  await startDeep(page, 'nasca', 'One');
  await place(page, 'cell0').focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowUp');
  await expect(resetView(page)).toHaveAttribute('aria-disabled', 'false');
  await playTurns(page, placePiece, 4);
  expect(complaints).toEqual([]);
});

test('Masker: the board is in space again after every curtain', async ({ page }) => {
  const complaints = listen(page);
  await startDeep(page, 'masker');
  // Two turns of up to three captures, each after a curtain.
  await playTurns(page, masker, 7);
  expect(complaints).toEqual([]);
});

/** The plies of `ARCANOR_GAME` before those that lead to a goal. */
const BEFORE_GOAL = 6;

test('Arcanor by clicks in space, and by names and keys: what is read stays, and axe finds nothing', async ({
  page,
}) => {
  const complaints = listen(page);
  await chooseDepth(page);
  await page.goto('/robots.txt');
  const played = { options: {}, players: 2, deal: null, moves: ARCANOR_GAME };
  await resume(page, savedGame('arcanor', played, BEFORE_GOAL, 'together'));
  await expect(picture(page)).toHaveCSS('opacity', '0');
  expect(await faults(page)).toEqual([]);
  // Until the first goal.
  await playTurns(page, arcanor(BEFORE_GOAL, [press, press, byName, byName]), 6);
  expect(complaints).toEqual([]);
});

/** Changes a picture must show: the pixels of the canvas. */
const shot = async (page: Page): Promise<string> => (await canvas(page).screenshot()).toString('base64');

/** Takes a piece of the rack, unless it is held: the next player may hold one of the same length. */
async function hold(page: Page, length: number): Promise<void> {
  const piece = page.getByRole('button', { name: `Piece of length ${length},` });
  if ((await piece.getAttribute('aria-pressed')) !== 'true') await piece.click();
}

test('a piece is dragged from the rack onto the board in space and turned by the wheel; the view turns by keys, buttons and the right button, within limits, and what is seen is what is pressed; it stays in a finished game', async ({
  page,
}) => {
  await startDeep(page, 'isaac');
  const before = await shot(page);
  await place(page, '55').focus();
  await page.keyboard.press('ArrowRight');
  await expect(place(page, '56')).toBeFocused();
  await expect.poll(() => shot(page)).not.toBe(before);
  const piece = await page.getByRole('button', { name: 'Piece of length 5,' }).boundingBox();
  if (piece === null) throw new Error('no piece in the rack');
  const to = await seenAt(page, '44');
  await page.mouse.move(piece.x + 20, piece.y + piece.height / 2);
  await page.mouse.down();
  await page.mouse.move(piece.x + 60, piece.y, { steps: 2 });
  await page.mouse.move(to.x, to.y, { steps: 3 });
  await expect(page.getByText(/42-46/).first()).toBeVisible();
  await page.mouse.up();
  await expect.poll(() => movesMade(page)).toHaveLength(1);

  const middle = await seenAt(page, '00');
  const first = await shot(page);
  await turnView(page, 'left').click();
  expect(await seenAt(page, '00')).not.toEqual(middle);
  await expect.poll(() => shot(page)).not.toBe(first);
  for (let step = 0; step < 12; step++) await turnView(page, 'left').click();
  const limit = await seenAt(page, '00');
  await turnView(page, 'left').click();
  expect(await seenAt(page, '00')).toEqual(limit);
  await hold(page, 5);
  await press(page, '64');
  await expect.poll(() => movesMade(page)).toHaveLength(2);
  expect((await movesMade(page)).join()).toContain('62-66');
  await place(page, '44').focus();
  await page.keyboard.press('Home');
  await expect(resetView(page)).toHaveAttribute('aria-disabled', 'true');
  expect(await seenAt(page, '00')).toEqual(middle);
  const { x, y } = await seenAt(page, '55');
  await page.mouse.move(x, y);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(x + 120, y - 20, { steps: 3 });
  await page.mouse.up({ button: 'right' });
  await expect(resetView(page)).toHaveAttribute('aria-disabled', 'false');
  expect(await movesMade(page)).toHaveLength(2);
  await resetView(page).click();
  expect(await seenAt(page, '00')).toEqual(middle);

  await hold(page, 4);
  const at = await seenAt(page, '77');
  await page.mouse.move(at.x, at.y);
  const lying = await page.locator('.notes').textContent();
  await page.mouse.wheel(0, 100);
  await expect(page.locator('.notes')).not.toHaveText(lying ?? '');

  await giveUp(page);
  await expect(result(page)).toBeVisible();
  await expect(picture(page)).toHaveCSS('opacity', '0');
});

/** The mean colour of the canvas above the field, a little to the left of its middle: the rim. */
const rimColour = async (page: Page): Promise<readonly number[]> => {
  const { x, y } = await seenAt(page, '09');
  const clip = { x: x - 12, y: y + 22, width: 8, height: 4 };
  const data = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const brush = new OffscreenCanvas(1, 1).getContext('2d');
    brush?.drawImage(image, 0, 0, 1, 1);
    return [...(brush?.getImageData(0, 0, 1, 1).data ?? [])];
  }, data);
};

test('its wood is painted again when the colours change', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await startDeep(page, 'isaac');
  // The page allows no style element.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const blue = ':root { --oak-rim: #0000ff !important; --oak-base: #0000ff !important }';
    sheet.replaceSync(`@media (prefers-color-scheme: dark) { ${blue} }`);
    document.adoptedStyleSheets = [sheet];
  });
  const [red = 0, , blue = 0] = await rimColour(page);
  expect(red).toBeGreaterThan(blue);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect
    .poll(async () => {
      const [r = 0, , b = 0] = await rimColour(page);
      return b - r;
    })
    .toBeGreaterThan(0);
  await expect(picture(page)).toHaveCSS('opacity', '0');
});

/** Counts, of what software has drawn on the canvas of the page itself, what the page would stand still for. */
const watchDrawing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const counts = { shown: 0, early: 0 };
    Object.assign(window, { drawing: counts });
    let [isAway, isDrawn] = [false, true];
    const watch = (name: keyof WebGL2RenderingContext, then: (parts: readonly unknown[], result: unknown) => void) => {
      const original = WebGL2RenderingContext.prototype[name] as (...parts: readonly unknown[]) => unknown;
      Object.defineProperty(WebGL2RenderingContext.prototype, name, {
        value(this: WebGL2RenderingContext, ...parts: readonly unknown[]) {
          const result: unknown = Reflect.apply(original, this, parts);
          then(parts, result);
          return result;
        },
      });
    };
    watch('bindFramebuffer', ([, framebuffer]) => (isAway = framebuffer !== null));
    watch('getSyncParameter', (_, state) => (isDrawn ||= state === WebGL2RenderingContext.SIGNALED));
    for (const name of ['drawElements', 'drawElementsInstanced', 'drawArrays'] as const)
      watch(name, () => {
        if (isAway) isDrawn = false;
        else if (isDrawn) counts.shown += 1;
        else counts.early += 1;
      });
  });

test('software draws while the page goes on: only what is ready is put on the canvas', async ({ page }) => {
  await watchDrawing(page);
  await startDeep(page, 'nasca', 'One');
  await turnView(page, 'left').click();
  const drawing = (): Promise<{ shown: number; early: number }> =>
    page.evaluate(() => (window as unknown as { drawing: { shown: number; early: number } }).drawing);
  await expect.poll(async () => (await drawing()).shown).toBeGreaterThan(4);
  expect((await drawing()).early).toBe(0);
});

/** Shaders are compiled aside, which no software does, and are not ready before `window.isCompiled` is set. */
const holdShaders = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const COMPLETION_STATUS_KHR = 0x91_b1;
    const { getExtension, getProgramParameter } = WebGL2RenderingContext.prototype;
    Object.assign(WebGL2RenderingContext.prototype, {
      getExtension(this: WebGL2RenderingContext, name: string): unknown {
        const isAsked = name === 'KHR_parallel_shader_compile';
        return isAsked ? { COMPLETION_STATUS_KHR } : Reflect.apply(getExtension, this, [name]);
      },
      getProgramParameter(this: WebGL2RenderingContext, program: WebGLProgram, name: number): unknown {
        if (name !== COMPLETION_STATUS_KHR) return Reflect.apply(getProgramParameter, this, [program, name]);
        Object.assign(window, { isCompiling: true });
        return 'isCompiled' in window;
      },
    });
  });

async function startHeld(page: Page): Promise<void> {
  await holdShaders(page);
  await chooseDepth(page);
  await start(page, 'isaac');
  await page.waitForFunction(() => 'isCompiling' in window);
}

const compileNow = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    Object.assign(window, { isCompiled: true });
    await new Promise((resolve) => setTimeout(resolve, 500));
  });

test('a board that is left before its shaders are ready draws nothing and fails nowhere', async ({ page }) => {
  const complaints = listen(page);
  await startHeld(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByLabel('Board in 3D').uncheck();
  await expect(canvas(page)).toHaveCount(0);
  await compileNow(page);
  expect(complaints).toEqual([]);
});

test('where the canvas is lost before the first picture, the flat board stays until it is back', async ({ page }) => {
  await startHeld(page);
  const lost = await canvas(page).evaluateHandle((element) =>
    (element as HTMLCanvasElement).getContext('webgl2')?.getExtension('WEBGL_lose_context'),
  );
  await lost.evaluate((extension) => extension?.loseContext());
  await compileNow(page);
  await expect(picture(page)).toHaveCSS('opacity', '1');
  await lost.evaluate((extension) => extension?.restoreContext());
  await expect(picture(page)).toHaveCSS('opacity', '0');
});

test('it is loaded when it is chosen in the menu, stays chosen, and goes', async ({ page }) => {
  const files: string[] = [];
  page.on('request', (request) => files.push(new URL(request.url()).pathname));
  const isLoaded = (): boolean => files.some((file) => /\/assets\/Board3d-[^/]+\.js$/.test(file));
  await start(page, 'isaac');
  await expect(picture(page)).toHaveCSS('opacity', '1');
  expect(isLoaded()).toBe(false);
  const choice = page.getByRole('dialog', { name: 'Menu' }).getByLabel('Board in 3D');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await choice.check();
  await page.keyboard.press('Escape');
  await expect(picture(page)).toHaveCSS('opacity', '0');
  expect(isLoaded()).toBe(true);
  await page.reload();
  await expect(picture(page)).toHaveCSS('opacity', '0');
  // On a desk the table fills the window, and the board has a button.
  await page.setViewportSize({ width: 1200, height: 600 });
  await expect.poll(() => canvas(page).boundingBox()).toEqual({ x: 0, y: 0, width: 1200, height: 600 });
  const { x, y } = await seenAt(page, '44');
  expect(await page.evaluate((at) => document.elementFromPoint(at.x, at.y)?.localName, { x, y })).toBe('canvas');
  await page.getByRole('button', { name: 'Flat board' }).click();
  await expect(canvas(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Board in 3D' }).click();
  await expect(picture(page)).toHaveCSS('opacity', '0');
  await page.getByRole('button', { name: 'Flat board' }).click();
  await expect(canvas(page)).toHaveCount(0);
  await expect(picture(page)).toHaveCSS('opacity', '1');
  await expect(picture(page)).toHaveCSS('transform', 'none');
  await page.getByRole('button', { name: 'Piece of length 5,' }).click();
  await place(page, '44').click();
  await expect.poll(() => movesMade(page)).toHaveLength(1);
});

test('without WebGL the board stays flat, the menu says why, and nothing fails', async ({ page }) => {
  const complaints = listen(page);
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith('webgl') ? null : (Reflect.apply(original, this, [kind, ...rest]) as unknown);
    } as typeof original;
  });
  await chooseDepth(page);
  await start(page, 'isaac');
  await page.getByRole('button', { name: 'Piece of length 5,' }).click();
  await place(page, '44').click();
  await expect.poll(() => movesMade(page)).toHaveLength(1);
  await expect(canvas(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByText('This browser cannot draw in 3D, so the board stays flat.')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('where the code cannot be loaded the board stays flat, and another try is possible', async ({ page }) => {
  await page.route(/\/assets\/Board3d-[^/]+\.js$/, (route) => route.abort());
  await startFlat(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByText('The 3D board could not be loaded.')).toBeVisible();
  await page.unroute(/\/assets\/Board3d-[^/]+\.js$/);
});

const startFlat = async (page: Page): Promise<void> => {
  await chooseDepth(page);
  await start(page, 'isaac');
  await expect(picture(page)).toHaveCSS('opacity', '1');
};

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  test('a tap shows where the piece would lie, a second one places it; two fingers turn the view', async ({ page }) => {
    await startDeep(page, 'isaac');
    await page.getByRole('button', { name: 'Piece of length 5,' }).tap();
    const { x, y } = await seenAt(page, '44');
    await page.touchscreen.tap(x, y);
    await expect(page.getByText('Tap again to place it on 42-46.')).toBeVisible();
    expect(await movesMade(page)).toEqual([]);
    const fingers = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number | null) =>
      fingers.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          by === null
            ? []
            : [
                { x: x + by, y, id: 1 },
                { x: x + by + 60, y: y + 10, id: 2 },
              ],
      });
    await touch('touchStart', 0);
    for (const by of [20, 40, 60]) await touch('touchMove', by);
    await touch('touchEnd', null);
    await expect(resetView(page)).toHaveAttribute('aria-disabled', 'false');
    await resetView(page).tap();
    expect(await movesMade(page)).toEqual([]);
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    await expect.poll(() => movesMade(page)).toHaveLength(1);
  });
});
