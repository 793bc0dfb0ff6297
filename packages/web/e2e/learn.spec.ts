import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { DRAWN, faults, follow, listen, newPage, open, withoutGuide } from './helpers.ts';

const GAMES = ['isaac', 'nasca', 'masker', 'arcanor'] as const;
type GameId = (typeof GAMES)[number];

const picture = (page: Page): Locator => page.locator('svg[role=group]');
const place = (page: Page, id: string): Locator => picture(page).locator(`[data-target="${id}"]`);
const coach = (page: Page): Locator => page.locator('.bubble');
const sentence = (page: Page): Locator => page.locator('.say').getByRole('heading', { level: 2 });
const steps = (page: Page): Locator => page.getByRole('list', { name: 'Steps of the lesson' }).getByRole('button');
const forward = (page: Page): Locator => page.getByRole('button', { name: /^(Begin|Go on)$/ });
const confirm = (page: Page): Locator => page.getByRole('button', { name: /^(Place|Remove|Take( \w+)?)$/ });

/** Opens a lesson and waits for its first step. */
async function openLesson(page: Page, game: GameId): Promise<void> {
  await open(page, `/${game}/learn`);
  await expect(picture(page)).toBeVisible();
}

interface Window {
  readonly width: number;
  readonly height: number;
}

/**
 * What does not fit at the step that is shown, or at each step of the lesson: by how much the page is larger than the screen or scrolled,
 * each part of the lesson that leaves the screen, and each text that covers another part.
 */
const misfits = (
  page: Page,
  whichSteps: 'shown' | 'all' = 'shown',
  window: Window = page.viewportSize() ?? { width: 0, height: 0 },
): Promise<string[]> =>
  page.evaluate(
    async ({ width, height, ofAll }) => {
      // The scripts come before the typefaces.
      await document.fonts.ready;
      const misfitsNow = (): string[] => {
        const { scrollHeight, scrollWidth, scrollTop } = document.scrollingElement ?? document.documentElement;
        const overflow = [Math.max(0, scrollHeight - height), Math.max(0, scrollWidth - width), scrollTop];
        const parts = [
          ...document.querySelectorAll('.say h2, .bubble, .picture, .foot :is(button, a), .acts button, .tray .label'),
        ];
        const outside = parts.filter((part) => {
          const { left, right, bottom } = part.getBoundingClientRect();
          return part.getClientRects().length > 0 && (left < 0 || right > width || bottom > height);
        });
        const texts = [...document.querySelectorAll('.say h2, .bubble')];
        const covered = texts.flatMap((text) => {
          const one = text.getBoundingClientRect();
          return [...parts, ...document.querySelectorAll('.bar .close, .bar li')]
            .filter((part) => {
              if (part === text || part.contains(text) || text.contains(part)) return false;
              const other = part.getBoundingClientRect();
              const [across, down] = [
                Math.min(one.right, other.right) - Math.max(one.left, other.left),
                Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top),
              ];
              return across > 1 && down > 1;
            })
            .map((part) => `${text.tagName} ${text.className} covers ${part.tagName} ${part.className.toString()}`);
        });
        const bar = [...document.querySelectorAll('.bar .close, .bar li, .bar .ends > *')];
        const crowded = bar.filter((part, index) => {
          const before = bar[index - 1];
          if (before === undefined) return false;
          const [one, other] = [before.getBoundingClientRect(), part.getBoundingClientRect()];
          // The dots may have two rows.
          return other.left < one.right - 0.5 && other.top < one.bottom - 0.5;
        });
        return [
          ...covered,
          ...crowded.map((part) => `${part.className || part.tagName} covers the part of the bar before it`),
          ...(overflow.some((pixels) => pixels !== 0) ? [`the page: ${overflow.join(' ')}`] : []),
          ...outside.map((part) => `${part.className}: ${part.textContent?.trim().slice(0, 40) ?? ''}`),
          ...(parts.length === 0 ? ['there is no lesson'] : []),
        ];
      };
      if (!ofAll) return misfitsNow();
      const found: string[] = [];
      const dots = [...document.querySelectorAll<HTMLElement>('.bar ol button')];
      for (const [index, dot] of dots.entries()) {
        dot.click();
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        if (dot.getAttribute('aria-current') !== 'step') found.push(`step ${index + 1} does not open`);
        found.push(...misfitsNow().map((what) => `step ${index + 1}: ${what}`));
      }
      return dots.length === 0 ? ['there are no steps'] : found;
    },
    { ...window, ofAll: whichSteps === 'all' },
  );

/** Nothing scrolls, and every part of the lesson is on the screen. */
const fits = async (page: Page, what: string): Promise<void> => expect(await misfits(page), what).toEqual([]);

const noError = async (page: Page, what: string): Promise<void> =>
  expect(await page.locator('.notes .reason, .mark.warn, [role=alert], .bubble.wrong').allTextContents(), what).toEqual(
    [],
  );

const done = (page: Page): Locator => page.locator('.lesson.done');

/** How to make the right move of each step by touch, by its number: what to tap, in this order. */
type Taps = Readonly<Record<GameId, readonly (readonly string[])[]>>;
const TAPS: Taps = {
  isaac: [
    ['45', '!'],
    ['piece*34-37', '!'],
    ['piece*04-08', '!'],
    ['#Piece of length 4', '91', '!'],
    ['piece*57-87', '!'],
    ['piece*38-78', '!'],
    ['piece*03-33', '!'],
    ['piece*32-62', '!'],
  ],
  nasca: [
    ['#Piece of length 5', 'cell60', '!'],
    ['cell15', '!'],
    ['cell36', '!'],
    ['#Piece of length 4', '#Rotate', 'cell59', '!'],
    ['#Piece of length 3', 'cell16', '!'],
    ['#Piece of length 4', '#Rotate', 'cell14', '!'],
    ['#Piece of length 3', '#Rotate', 'cell16', '!'],
    ['#Piece of length 2', '#Rotate', 'cell96', '!'],
    ['#Piece of length 3', '#Rotate', 'cell47', '!'],
  ],
  masker: [
    ['c4', '!'],
    ['d4', '!'],
    ['#Stop'],
    ['b3', 'b3'],
    ['f3', '!'],
    ['c4', '!'],
    ['b1', '!'],
    ['c5', 'c5'],
    ['a1', '!'],
  ],
  arcanor: [
    ['b1', 'b2', '#Slide'],
    ['b2', 'b3', '#Set free'],
    ['b4', 'c5'],
    ['b6', 'c7'],
    ['b6', 'c7', '#Set free'],
    ['b4', 'a5'],
    ['e1', 'e2', '#Set free'],
    ['e6', 'e7'],
  ],
};

/** Taps one thing: `#` a button by its name, `!` the button that places, `piece*` a piece by its cells, else a place. */
async function tap(page: Page, what: string): Promise<void> {
  if (what === '!') return confirm(page).tap();
  if (what.startsWith('piece*')) {
    const span = what.slice('piece*'.length);
    return picture(page)
      .getByRole('button', { name: new RegExp(`\\b${span}\\b`) })
      .tap({ force: true });
  }
  if (!what.startsWith('#')) return place(page, what).tap({ force: true });
  const name = what.slice(1);
  const asked = page.locator('.chooser').getByRole('button', { name });
  if ((await asked.count()) > 0) return asked.tap();
  return page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .tap();
}

test.describe('by touch on the smallest phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

  for (const game of GAMES) {
    test(`the whole lesson of ${game}: nothing scrolls, and no error follows a right move`, async ({ page }) => {
      const complaints = listen(page);
      await openLesson(page, game);
      await fits(page, 'the goal');
      expect(await faults(page)).toEqual([]);
      await forward(page).tap();
      for (const [index, taps] of TAPS[game].entries()) {
        const what = `step ${index + 2}`;
        await fits(page, what);
        for (const each of taps) {
          await tap(page, each);
          // The last cross of a colour is announced before it is taken, as a question.
          if (each !== 'c5') await noError(page, `${what}: ${each}`);
        }
        await expect(done(page), what).toBeAttached();
        await expect(coach(page)).toHaveClass(/glad/);
        await fits(page, `${what}, done`);
        await noError(page, what);
        if (index + 1 < TAPS[game].length) await forward(page).tap();
      }
      await expect(page.getByText('You know all the rules now.').first()).toBeVisible();
      expect(await faults(page)).toEqual([]);
      for (const step of await steps(page).all()) await expect(step).toHaveAccessibleName(/, done$/);
      await page.getByRole('button', { name: 'First game against the easiest bot' }).tap();
      await expect(page).toHaveURL(/\/play\/\w{12}$/);
      await expect(page.locator('.game-table:not(.lesson)')).toBeVisible();
      expect(complaints).toEqual([]);
    });
  }

  test('a wrong move is not made, and gets the reason; an illegal one gets that of the board', async ({ page }) => {
    await openLesson(page, 'masker');
    await forward(page).tap();
    await place(page, 'c2').tap({ force: true });
    await confirm(page).tap();
    await expect(coach(page)).toHaveText('That touches it too. Take the green one above.');
    await expect(coach(page)).toHaveClass(/wrong/);
    await expect(page.getByRole('main').getByRole('status')).toContainText('That touches it too.');
    await expect(done(page)).toHaveCount(0);
    await expect(place(page, 'c3')).toHaveAccessibleName(/plain/);
    await fits(page, 'after a wrong move');
    await place(page, 'f6').tap({ force: true });
    await expect(page.locator('.notes .reason')).toHaveText('This cross does not touch the plain cross.');
    await fits(page, 'after an illegal move');
    await place(page, 'c4').tap({ force: true });
    await confirm(page).tap();
    await expect(coach(page)).toHaveText('Good. The plain cross stands there now.');
    await noError(page, 'after the right move');
  });

  test('after the guided moves there is a game to play, or more to learn', async ({ page }) => {
    // The game after the lesson is a random one, and its first cross may be one that the guide questions.
    await withoutGuide(page);
    await openLesson(page, 'masker');
    for (const taps of TAPS.masker.slice(0, 3)) {
      await forward(page).tap();
      for (const each of taps) await tap(page, each);
    }
    await expect(coach(page)).toContainText('That is enough for a first game.');
    await expect(forward(page)).toBeVisible();
    await page.getByRole('button', { name: 'First game against the easiest bot' }).tap();
    await expect(page).toHaveURL(/\/play\/\w{12}$/);
    const first = page.url();
    await expect(page.locator('.game-table:not(.lesson)')).toBeVisible();
    // What was learnt is kept, and a second game does not replace the first.
    await place(
      page,
      (await picture(page).locator('[aria-disabled="false"]').first().getAttribute('data-target')) ?? '',
    ).tap({
      force: true,
    });
    await confirm(page).tap();
    await expect(page.getByRole('group', { name: 'Captures: 1 of 3' })).toBeVisible();
    await page.goto('/masker/learn');
    await expect(sentence(page)).toHaveText('One capture is a must, the others are not.');
    await page.getByRole('button', { name: 'Skip to a game' }).tap();
    await expect(page).toHaveURL((url) => url.pathname.startsWith('/play/') && url.href !== first);
    await page.goto('/games');
    await expect(page.getByRole('link', { name: /Resume/ })).toHaveCount(2);
  });
});

/** The narrowest phone still in use. */
const NARROWEST = { width: 320, height: 568 };
const SMALLEST = { width: 360, height: 640 };
const ON_ITS_SIDE = { width: 740, height: 360 };
/** In English the whole lessons above are on the smallest phone. */
const PHONES: Readonly<Record<string, readonly Window[]>> = {
  en: [NARROWEST, ON_ITS_SIDE],
  fr: [NARROWEST, SMALLEST, ON_ITS_SIDE],
  de: [NARROWEST, SMALLEST, ON_ITS_SIDE],
  nl: [NARROWEST, SMALLEST, ON_ITS_SIDE],
};
/** As narrow as one laptop and as low as another one: what fits here fits on both. */
const LAPTOPS: Readonly<Record<string, readonly Window[]>> = { de: [{ width: 1280, height: 650 }] };

/** Looks at every step of every lesson in these windows. Little is drawn of them, because only the layout is looked at. */
async function fitEveryStep(page: Page, windows: readonly Window[], mobile: boolean): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile, maxTouchPoints: mobile ? 5 : 1 });
  for (const game of GAMES) {
    await follow(page, `/${game}/learn`);
    await expect(picture(page)).toBeVisible();
    for (const window of windows) {
      await session.send('Emulation.setDeviceMetricsOverride', {
        ...window,
        deviceScaleFactor: 1,
        mobile,
        viewport: DRAWN,
      });
      const what = `${game} at ${window.width} by ${window.height}`;
      expect.soft(await misfits(page, 'all', window), what).toEqual([]);
    }
  }
  await session.detach();
}

for (const [language, phones] of Object.entries(PHONES))
  test(`every step of every lesson fits in ${language}`, async ({ browser }) => {
    // A context of its own: the windows and fingers that it pretends would stay for the next test.
    const page = await newPage(browser, { locale: language });
    await open(page, '/settings');
    await fitEveryStep(page, phones, true);
    const laptops = LAPTOPS[language];
    if (laptops !== undefined) await fitEveryStep(page, laptops, false);
  });

test('a lesson by keyboard alone: the focus is never lost, and everything is announced', async ({ page }) => {
  const complaints = listen(page);
  await openLesson(page, 'arcanor');
  const spoken = page.locator('.lesson > [role=status]');
  await forward(page).focus();
  await page.keyboard.press('Enter');
  for (const [index, taps] of TAPS.arcanor.entries()) {
    await expect(sentence(page)).toBeFocused();
    await expect(spoken).not.toBeEmpty();
    for (const each of taps) {
      if (each.startsWith('#')) {
        await page.keyboard.press(each === '#Slide' ? 's' : 'o');
        continue;
      }
      await place(page, each).focus();
      await page.keyboard.press('Enter');
    }
    await expect(done(page), `step ${index + 2}`).toBeAttached();
    const last = index + 1 === TAPS.arcanor.length;
    await expect(spoken).toContainText(last ? 'You win!' : 'Good.');
    const next = last ? page.getByRole('button', { name: /^First game/ }) : page.locator('.foot .primary');
    await expect(next).toBeFocused();
    if (!last && (await forward(page).count()) > 0) {
      await forward(page).focus();
      await page.keyboard.press('Enter');
    }
  }
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

test('the lesson continues after a reload, and its steps can be visited again', async ({ page }) => {
  await openLesson(page, 'isaac');
  await forward(page).click();
  await page.getByRole('button', { name: 'Show me' }).click();
  await place(page, '45').click({ force: true });
  await expect(coach(page)).toHaveText('Good. Long pieces are rare, and their number is high.');
  await forward(page).click();
  await expect(sentence(page)).toHaveText('A piece scores for every other piece on its line.');
  await page.reload();
  await expect(sentence(page)).toHaveText('A piece scores for every other piece on its line.');
  await expect(steps(page).nth(1)).toHaveAccessibleName('Step 2 of 9, done');
  await expect(steps(page).nth(2)).toHaveAttribute('aria-current', 'step');
  await steps(page).nth(1).click();
  await expect(sentence(page)).toHaveText('Lay a piece along a row or a column, on empty cells.');
  await expect(done(page)).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('tablier.learn', '{"isaac":7'));
  await page.reload();
  await expect(sentence(page)).toHaveText('Fill the board, then remove your pieces for points.');
});

test('the home page leads to the lessons, and the lesson back', async ({ page }) => {
  await open(page, '/');
  for (const name of ['Isaac', 'Nasca', 'Masker', 'Arcanor']) {
    await page
      .getByRole('link', { name: `Learn ${name}` })
      .first()
      .click();
    await expect(page).toHaveURL(`/${name.toLowerCase()}/learn`);
    await expect(page).toHaveTitle(`Learn ${name} · Tablier`);
    await page.getByRole('link', { name: 'Close the lesson' }).click();
    await expect(page).toHaveURL('/');
  }
});
