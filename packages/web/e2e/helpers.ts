import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import type axe from 'axe-core';

/** The contexts that this worker has opened, with the test that did. */
let opened: readonly { readonly test: string; readonly context: BrowserContext }[] = [];

/** A user with a browser of their own. Closes those of earlier tests, which Playwright keeps open until the worker ends. */
export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const { testId } = test.info();
  const old = opened.filter((each) => each.test !== testId);
  opened = opened.filter((each) => each.test === testId);
  for (const { context } of old) await context.close();
  const context = await browser.newContext(options);
  opened = [...opened, { test: testId, context }];
  return context;
}

/** What the browser draws of a window: hardly anything. */
export const DRAWN = { x: 0, y: 0, width: 16, height: 16, scale: 1 };

/**
 * Has a corner of the page alone drawn, which saves a quarter of the processor time. All that a page or a test can ask for stays that of the
 * whole window: layout, hits, what is in view, shifts, and screenshots. Returns what ends it.
 */
export async function drawLittle(page: Page, mobile = false): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  // As Playwright sets it, which has no choice of what is drawn.
  const override = async ({ width, height }: { readonly width: number; readonly height: number }): Promise<void> => {
    const isUpright = mobile && height >= width;
    await session.send('Emulation.setDeviceMetricsOverride', {
      ...{ mobile, width, height, screenWidth: width, screenHeight: height, deviceScaleFactor: 1 },
      screenOrientation: {
        angle: mobile && !isUpright ? 90 : 0,
        type: isUpright ? 'portraitPrimary' : 'landscapePrimary',
      },
      viewport: DRAWN,
    });
  };
  await override(page.viewportSize() ?? { width: 1280, height: 720 });
  const resize = page.setViewportSize.bind(page);
  // Chromium returns to the size set last when another process draws the page.
  page.setViewportSize = async (size) => {
    await resize(size);
    await override(size);
  };
  return async () => {
    page.setViewportSize = resize;
    await session.detach();
  };
}

/** The page of a user with a browser of their own. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await newContext(browser, options)).newPage();
  await drawLittle(page, options.isMobile);
  return page;
}

/**
 * What Playwright logs where a test does not allow the service worker, and Chromium where it draws WebGL in software or where the page
 * gives up a connection that takes long to open, to try again.
 */
const EXPECTED = [
  'Service Worker registration blocked by Playwright',
  'GPU stall due to ReadPixels',
  'WebSocket is closed before the connection is established',
];

/** Collects all errors that the browser logs; a test ends with `expect(complaints).toEqual([])`. */
export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !EXPECTED.some((text) => message.text().includes(text))) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return complaints;
}

/** Opens an address of the page and waits for its heading. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await started(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Before the first address: the first game does not teach, so that no move is questioned. */
export const withoutGuide = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const settings = JSON.parse(localStorage.getItem('tablier.settings') ?? '{}') as object;
    localStorage.setItem('tablier.settings', JSON.stringify({ ...settings, guide: false }));
  });

/** Follows a link to an address of the app, which takes a fraction of the time of `open`, and waits for the heading of the new page. */
export async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate((href) => {
    document.querySelector('h1')?.setAttribute('data-left', '');
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, address);
  await expect(page.locator('main h1:not([data-left])')).toBeVisible();
}

/** Waits until the app has taken the place of the first HTML. */
export const started = (page: Page): Promise<void> => expect(page.locator('main:not([aria-busy])')).toBeAttached();

/**
 * Brings colours and positions to where they are going: contrast in the middle of a change of theme means nothing. Their end is not waited
 * for, because a page that draws no frames never comes to it.
 */
const endTransitions = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    for (const one of document.getAnimations())
      if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish();
  });

/** Less than half of the full source, which takes the browser longer to read than most pages take to check. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Axe stays in a page until another one is loaded. */
const injectAxe = async (page: Page): Promise<void> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
};

/** The findings of axe by rule, with the elements; empty if there are none. */
export async function faults(page: Page): Promise<string[]> {
  await endTransitions(page);
  await injectAxe(page);
  return page.evaluate(async () => {
    const { axe: injected } = window as unknown as { readonly axe: typeof axe };
    // Without what no result is read for, a run takes a fifth less: the paths of elements, and copies of the style sheets for a rule that does not run.
    const options = { resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } } as const;
    const { violations } = await injected.run(document, options as unknown as axe.RunOptions);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  });
}

/**
 * Chooses a card of the set-up: `Computer`, `Same screen`, `A friend`, `Anyone`, or a person met before. `player` is the number of the
 * opponent where there are several.
 */
export async function chooseOpponent(page: Page, name: string, player?: number): Promise<void> {
  const label = player === undefined ? 'Your opponent' : `Player ${player}`;
  const card = page.getByRole('group', { name: label, exact: true }).getByRole('radio', { name });
  if (player !== undefined && !(await card.isVisible()))
    await page
      .locator('.opponents summary')
      .nth(player - 2)
      .click();
  await card.check();
}

/** Chooses the same card for every opponent of a game of so many players. */
export async function chooseOpponents(page: Page, players: number, name: string): Promise<void> {
  if (players === 2) return chooseOpponent(page, name);
  for (let player = 2; player <= players; player++) await chooseOpponent(page, name, player);
}

/** Starts a game of Isaac against the beginner, with the user as Dark. */
export async function startIsaac(page: Page): Promise<void> {
  await open(page, '/isaac/play');
  await chooseOpponent(page, 'Computer');
  await page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You').check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await yourTurn(page);
}

/** Chooses something in the menu of a table. */
export async function chooseInMenu(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name }).click();
}

const GIVE_UP = /^(Abort the game|Resign)$/;

/** Resigns, or aborts a game that has hardly begun. */
export async function giveUp(page: Page): Promise<void> {
  await chooseInMenu(page, GIVE_UP);
  await page.getByRole('dialog').getByRole('button', { name: GIVE_UP }).click();
}

/** Expects nothing that looks like an error: a reason next to the board, a warning mark, an alert. */
export async function expectNoError(page: Page, after: string): Promise<void> {
  const errors = page.locator('.notes .reason, .mark.warn, [role=alert]');
  expect(
    await errors.evaluateAll((all) => all.map((one) => one.textContent || one.getAttribute('class'))),
    after,
  ).toEqual([]);
}

/** By how much the page is larger than the screen, and how far it is scrolled. A phone shrinks a page that is too wide. */
export const overflow = (page: Page): Promise<number[]> =>
  page.evaluate(
    ({ width, height }) => {
      const { scrollHeight, scrollWidth, scrollTop } = document.scrollingElement ?? document.documentElement;
      return [Math.max(0, scrollHeight - height), Math.max(0, scrollWidth - width), scrollTop];
    },
    page.viewportSize() ?? { width: 0, height: 0 },
  );

/** Clicks with a mouse that trembles: it moves a little afterwards, unless what was pressed has disappeared. */
export async function pressTrembling(page: Page, where: Locator): Promise<void> {
  const box = await where.boundingBox();
  await where.click();
  if (box !== null && (await where.isVisible()))
    await page.mouse.move(box.x + box.width / 2 + 2, box.y + box.height / 2 + 1);
}

/** The pieces, clocks and controls of a table that lie below what is selected. */
export const coveredBy = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((over) => {
    const cover = document.querySelector(over);
    if (cover === null) return [`no ${over}`];
    const { left, right, top, bottom } = cover.getBoundingClientRect();
    return [...document.querySelectorAll('.game-table :is(.tray, .clock, button, a)')].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const isBelow = box.left < right - 1 && box.right > left + 1 && box.top < bottom - 1 && box.bottom > top + 1;
      const isCovered = isBelow && box.width * box.height > 0 && !cover.contains(element);
      return isCovered ? [element.outerHTML.slice(0, 80)] : [];
    });
  }, selector);

/** That a game is under way at this table. */
export const playing = (page: Page): Locator => page.locator('.game-table:not(.finished)');

export const board = (page: Page): Locator => page.getByRole('group', { name: 'Board of Isaac' });
export const result = (page: Page): Locator => page.getByRole('heading', { name: /^You (win|lose)$/ });
export const status = (page: Page): Locator => page.getByRole('main').getByRole('status').first();

/** Waits until the user is to move or the game is over; returns the status. */
export async function yourTurn(page: Page): Promise<'place' | 'remove' | 'move' | 'over'> {
  const turn = page.getByText(/^Your turn: (place|remove|move)/);
  await expect(turn.or(result(page)).first()).toBeVisible();
  if (await result(page).isVisible()) return 'over';
  const word = /^Your turn: (place|remove|move)/.exec((await turn.textContent()) ?? '')?.[1];
  return word === 'place' || word === 'remove' ? word : 'move';
}

/** The move list, without the numbers. */
export async function movesMade(page: Page): Promise<string[]> {
  // On a phone the list is in a sheet, closed perhaps.
  const items = page.locator('.moves li');
  return (await items.allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
}

/** Where something can be pressed now. Not by role: the browser would look through the whole page each time. */
export const openPlaces = (page: Page): Locator =>
  page.locator('.game-table svg[role=group] [data-target][aria-disabled="false"]');

/** The pieces in hand that can be taken, the longest first and each length once. */
async function enabledPieces(page: Page): Promise<readonly { readonly piece: Locator; readonly isHeld: boolean }[]> {
  const pieces = page.getByRole('button', { name: /^Piece of length \d/ }).and(page.locator(':enabled'));
  // The clock may wait a moment for the other player, and pieces cannot be taken meanwhile.
  await expect(pieces.first()).toBeVisible();
  const found = await pieces.evaluateAll((all) =>
    all.map((piece) => ({
      name: /^Piece of length \d./.exec(piece.textContent?.trim() ?? '')?.[0] ?? '',
      isHeld: piece.getAttribute('aria-pressed') === 'true',
    })),
  );
  const byName = new Map(found.map((piece) => [piece.name, piece]));
  return [...byName.values()]
    .sort((one, other) => (one.name < other.name ? 1 : -1))
    .map(({ name, isHeld }) => ({ piece: pieces.filter({ hasText: name }).first(), isHeld }));
}

/** Places the longest piece that fits, by mouse. */
export async function placeByMouse(page: Page): Promise<void> {
  // The coach may put a piece into the hand, or back, between two presses.
  await expect(() => holdFitting(page)).toPass({ timeout: 60_000 });
  await openPlaces(page).first().click();
}

async function holdFitting(page: Page): Promise<void> {
  for (const { piece, isHeld } of await enabledPieces(page)) {
    if (!isHeld) await piece.click();
    for (let way = 0; way < 2; way++) {
      if ((await openPlaces(page).count()) > 0) return;
      await page.getByRole('button', { name: 'Rotate the piece' }).click();
    }
  }
  throw new Error('it is our turn and nothing can be placed');
}

/** Makes one move, by mouse. */
export async function moveByMouse(page: Page, what: 'place' | 'remove' | 'move'): Promise<void> {
  if (what === 'place') return placeByMouse(page);
  if (what === 'remove') return pressTrembling(page, openPlaces(page).first());
  return page
    .getByRole('button', { name: /^(\d+ on|Advance)/ })
    .last()
    .click();
}

interface Focus {
  readonly name: string;
  readonly onBoard: boolean;
  readonly enabled: boolean;
  readonly x: number;
  readonly y: number;
}

/** A description of the focused element. */
export const focus = (page: Page): Promise<Focus> =>
  page.evaluate(() => {
    const element = document.activeElement;
    const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
    const labelled = (element?.closest('label') ?? element)?.cloneNode(true) as Element | undefined;
    for (const hidden of labelled?.querySelectorAll('[aria-hidden=true], svg') ?? []) hidden.remove();
    const named = labelled?.textContent ?? '';
    return {
      name: (element?.getAttribute('aria-label') ?? named).trim(),
      onBoard: element?.closest('svg[role=group]') !== null && element !== null,
      enabled: element?.getAttribute('aria-disabled') === 'false',
      x: x + width / 2,
      y: y + height / 2,
    };
  });

/** Presses Tab until an element has the focus. */
export async function tabTo(page: Page, wanted: (focus: Focus) => boolean): Promise<void> {
  for (let press = 0; press < 80; press++) {
    if (wanted(await focus(page))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}

/** The direction from the focus to the nearest enabled target; `null` if there is none. */
async function nearestEnabled(page: Page, from: Focus): Promise<{ dx: number; dy: number } | null> {
  const boxes = await openPlaces(page).evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x: x + width / 2, y: y + height / 2 };
    }),
  );
  const ways = boxes.map(({ x, y }) => ({ dx: x - from.x, dy: y - from.y }));
  return ways.sort((one, other) => Math.hypot(one.dx, one.dy) - Math.hypot(other.dx, other.dy))[0] ?? null;
}

/** Moves the focus with the arrow keys to an enabled target; returns whether there is one. */
async function walkToEnabled(page: Page): Promise<boolean> {
  await tabTo(page, ({ onBoard }) => onBoard);
  for (let step = 0; step < 120; step++) {
    const at = await focus(page);
    if (at.enabled) return true;
    const way = await nearestEnabled(page, at);
    if (way === null) return false;
    await page.keyboard.press(arrowFor(way, step));
  }
  throw new Error('the arrow keys do not get there');
}

/** Usually along the greater distance; sometimes along the other, so that the walk cannot loop between two targets. */
function arrowFor({ dx, dy }: { readonly dx: number; readonly dy: number }, step: number): string {
  const across = Math.abs(dx) >= Math.abs(dy) === (step % 7 !== 6);
  if (across) return dx > 0 ? 'ArrowRight' : 'ArrowLeft';
  return dy > 0 ? 'ArrowDown' : 'ArrowUp';
}

/** Makes one move with the keyboard only. */
export async function moveByKeyboard(page: Page, what: 'place' | 'remove' | 'move'): Promise<void> {
  if (what === 'move') {
    await tabTo(page, ({ name }) => /^(\d+ on|Advance by)/.test(name));
    return page.keyboard.press('Enter');
  }
  if (what === 'remove') {
    if (!(await walkToEnabled(page))) throw new Error('nothing can be removed');
    return page.keyboard.press('Enter');
  }
  await tabTo(page, ({ onBoard }) => onBoard);
  const held = page.getByRole('button', { name: /^Piece of length \d/, pressed: true });
  for (const length of ['7', '6', '5', '4', '3']) {
    await page.keyboard.press('Escape');
    await page.keyboard.press(length);
    // With an empty hand, Enter would take a piece.
    if ((await held.count()) === 0) continue;
    for (let way = 0; way < 2; way++) {
      if (await walkToEnabled(page)) return page.keyboard.press('Enter');
      await page.keyboard.press('r');
    }
  }
  throw new Error('it is our turn and nothing can be placed');
}

/** The slider of a finished game; its value is the number of moves made. */
export const stepSlider = (page: Page | FrameLocator): Locator => page.locator('.review input[type=range]');
