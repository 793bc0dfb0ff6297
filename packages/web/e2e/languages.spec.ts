import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { follow, listen, open, placeByMouse, startIsaac, yourTurn } from './helpers.ts';

/** What browsers of that language ask for, what the page then says of itself, and a heading to know it by. */
const LANGUAGES = [
  { locale: 'en-GB', language: 'en', home: 'Pick a box and play', play: 'Play', turn: /^Your turn/ },
  { locale: 'fr-BE', language: 'fr', home: 'Choisissez une boîte', play: 'Jouer', turn: /^À vous/ },
  { locale: 'de-AT', language: 'de', home: 'Wähle ein Spiel', play: 'Spielen', turn: /^Dein Zug/ },
  { locale: 'nl-BE', language: 'nl', home: 'Kies een spel', play: 'Spelen', turn: /^Jouw beurt/ },
] as const;
const GAMES = ['arcanor', 'isaac', 'masker', 'nasca'] as const;

/** Texts that do not fit where they stand: next to the window, cut off, or with a word that is broken without a hyphen. */
const squeezed = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    // One letter many times is the name of a person in another test, who may be listed in the lobby.
    // A word that fits on a line is not broken: only longer ones are measured.
    const brokenWord = (node: Text, letters: number): string | undefined =>
      [...(node.textContent ?? '').matchAll(/(?<![\p{L}\u00ad])[\p{L}’]{2,}/gu)].find(({ index, 0: word }) => {
        if (word.length < letters || /^(.)\1+$/u.test(word)) return false;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      })?.[0];
    // A long name may be cut off; a note without room is left out as a whole; a table of rules and the rack of a phone may be moved sideways.
    const elements = [...document.querySelectorAll('body *')].filter(
      (element) =>
        element.checkVisibility() &&
        element.closest('.visually-hidden, [data-cut], .skip, .me, .wide, .tray, svg') === null,
    );
    return elements.flatMap((element) => {
      const texts = [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '') as Text[];
      if (texts.length === 0) return [];
      const words = element.textContent?.trim().slice(0, 40) ?? '';
      const { display, fontSize, paddingLeft, paddingRight } = getComputedStyle(element);
      const isInline = display === 'inline';
      const room = isInline
        ? 0
        : element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      // No letter is wider than its height and a fifth.
      const letters = room / (1.2 * Number.parseFloat(fontSize));
      const isCut = !isInline && element.scrollWidth > element.clientWidth + 1;
      const isOut = element.getBoundingClientRect().right > width + 1;
      const broken = texts.map((text) => brokenWord(text, letters)).find((word) => word !== undefined);
      return [...(isCut || isOut ? [words] : []), ...(broken === undefined ? [] : [`${words}: ${broken}`])];
    });
  });

/** Starts a game from its box on the home page, in any language. */
async function startGame(page: Page, game: string, words: { readonly play: string; readonly turn: RegExp }) {
  const section = page.getByRole('listitem').or(page.getByRole('article')).or(page.locator('section'));
  const shown = section.filter({ has: page.locator(`a[href="/${game}"]`) }).last();
  await shown.getByRole('button', { name: new RegExp(words.play, 'i') }).click();
  await expect(page.getByText(words.turn).first()).toBeVisible();
}

async function expectRoom(page: Page, screen: string): Promise<void> {
  // Texts of buttons change their size with the typeface that the browser finds.
  await page.evaluate(() => document.fonts.ready);
  expect(await squeezed(page), screen).toEqual([]);
}

for (const { locale, language, home, play, turn } of LANGUAGES)
  test.describe(`a phone that asks for ${locale}`, () => {
    test.use({ locale, hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

    test('reads its language alone, from the first HTML on, and every text has room', async ({ page, request }) => {
      const complaints = listen(page);
      const catalogues: string[] = [];
      page.on('request', (asked) =>
        catalogues.push(...(/\/assets\/(\w\w)-[^/]+\.js$/.exec(asked.url())?.slice(1) ?? [])),
      );
      const first = await request.get('/', { headers: { accept: 'text/html', 'accept-language': locale } });
      expect(await first.text()).toContain(`<html lang="${language}">`);
      await open(page, '/');
      await expect(page.getByRole('heading', { level: 1, name: home })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expectRoom(page, 'home');
      for (const address of [
        '/settings',
        '/account',
        '/lobby',
        ...GAMES.flatMap((game) => [`/${game}`, `/${game}/play`]),
      ]) {
        await follow(page, address);
        if (address === '/lobby') await expect(page.getByRole('table')).toBeVisible();
        await expectRoom(page, address);
      }
      for (const game of GAMES) {
        await follow(page, `/${game}/rules`);
        await expect(page.locator('.guide .picture svg').first()).toBeVisible();
        await expectRoom(page, `the rules of ${game}`);
        await follow(page, `/${game}/rules/numbered`);
        await expect(page.getByRole('article')).toHaveAttribute('lang', language);
        await expectRoom(page, `the numbered rules of ${game}`);
      }
      for (const game of GAMES) {
        await follow(page, '/');
        await startGame(page, game, { play, turn });
        await expectRoom(page, game);
      }
      expect(new Set(catalogues)).toEqual(new Set([language]));
      expect(complaints).toEqual([]);
      // The browser complains of its status.
      await open(page, '/nowhere/at/all');
      await expectRoom(page, 'an unknown address');
    });
  });

for (const { locale, language, play, turn } of LANGUAGES)
  test.describe(`a large screen in ${language}`, () => {
    test.use({ locale, viewport: { width: 1440, height: 900 } });

    test('has room for the actions of Arcanor and for the buttons of every box', async ({ page }) => {
      await open(page, '/');
      await page.evaluate(() => document.fonts.ready);
      // The texts of a box are on one line each, and end where the box ends.
      const boxes = await page.locator('li:has(> .play)').evaluateAll((items) =>
        items.map((item) => {
          const { right } = item.getBoundingClientRect();
          const buttons = [...item.querySelectorAll(':scope > :is(.play, .online, .learn)')];
          const [first, second] = buttons.map((button) => button.clientHeight);
          return first === second && buttons.every((button) => button.getBoundingClientRect().right <= right + 1);
        }),
      );
      expect(boxes).toEqual(GAMES.map(() => true));
      await startGame(page, 'arcanor', { play, turn });
      const actions = page.locator('.acts button');
      await expect(actions).toHaveCount(3);
      const cut = await actions.evaluateAll((buttons) =>
        buttons.filter((button) => button.scrollWidth > button.clientWidth).map((button) => button.textContent),
      );
      expect(cut).toEqual([]);
    });
  });

test.describe('a phone that gets the typefaces too late', () => {
  // The words of this header are long.
  test.use({ locale: 'nl-BE', hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('has room for every text of the home page', async ({ page }) => {
    await page.route('**/*.woff2', (route) => route.abort());
    await open(page, '/');
    await expect(page.getByRole('heading', { level: 1, name: 'Kies een spel' })).toBeVisible();
    await expectRoom(page, 'home');
  });
});

/** The moves in the list under this heading, in notation. */
async function movesUnder(page: Page, heading: string): Promise<readonly string[]> {
  const list = page.getByRole('region', { name: heading, exact: true });
  await expect(list).toBeVisible();
  return (await list.locator('ol').textContent())?.match(/\d\d-\d\d/g) ?? [];
}

async function chooseLanguage(page: Page, language: string): Promise<void> {
  await page.getByRole('button', { name: /^Men[uü]$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: language }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** What a turn asks of the user, in all games and languages. */
function tasks(): string[] {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const files = globSync(['messages/table/*.json', 'src/games/*/words.*.json'], { cwd });
  const entries = files.flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Record<string, unknown>),
  );
  return entries.flatMap(([key, text]) => (key.startsWith('turnyou_') && typeof text === 'string' ? [text] : []));
}

test('the card next to the board has room for every task of a turn, in each language', async ({ page }) => {
  // The card is narrowest here.
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/arcanor/play');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const task = page.locator('.turn .status.mine');
  await expect(task).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const texts = tasks();
  expect(texts.length).toBeGreaterThanOrEqual(4 * 7);
  const cut = await task.evaluate((element, all) => {
    const doesNotFit = (text: string): boolean => {
      element.textContent = text;
      return element.scrollWidth > element.clientWidth;
    };
    return all.filter(doesNotFit);
  }, texts);
  expect(cut).toEqual([]);
});

test('the language is switched in the middle of a game, which goes on', async ({ page }) => {
  const complaints = listen(page);
  await startIsaac(page);
  await placeByMouse(page);
  await yourTurn(page);
  const moves = await movesUnder(page, 'Moves');
  expect(moves.length).toBeGreaterThan(1);

  await chooseLanguage(page, 'Deutsch');
  await expect(page.getByText('Dein Zug: Lege einen Stein', { exact: true })).toBeVisible();
  const task = page.locator('.turn .status');
  expect(await task.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth), 'the task is cut').toBe(
    true,
  );
  await expect(page).toHaveURL(/\/play\/[a-z0-9]{12}$/);
  await expect(page).toHaveTitle('Isaac · Tablier');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  expect(await movesUnder(page, 'Züge')).toEqual(moves);

  const pieces = page.getByRole('button', { name: /^Stein der Länge \d/, disabled: false });
  await pieces.first().click();
  const board = page.getByRole('group', { name: 'Brett: Isaac' });
  await board.getByRole('button', { disabled: false }).first().click();
  await expect.poll(async () => (await movesUnder(page, 'Züge')).length).toBeGreaterThan(moves.length);
  await expect(page.getByText('Dein Zug: Lege einen Stein', { exact: true })).toBeVisible();

  await chooseLanguage(page, 'Nederlands');
  expect((await movesUnder(page, 'Zetten')).slice(0, moves.length)).toEqual(moves);
  await page.reload();
  await expect.poll(async () => (await movesUnder(page, 'Zetten')).slice(0, moves.length)).toEqual(moves);
  const html = await (await page.request.get('/play', { headers: { accept: 'text/html' } })).text();
  expect(html).toContain('<html lang="nl"');
  expect(complaints).toEqual([]);
});

test('an address may name a language, whatever the browser asks for', async ({ page }) => {
  await open(page, '/isaac/rules?lang=nl');
  await expect(page.getByRole('heading', { level: 1, name: 'Spelregels van Isaac' })).toBeVisible();
  await expect(page).toHaveTitle('Spelregels van Isaac · Tablier');
  await page.goto('/isaac/rules');
  await expect(page.getByRole('heading', { level: 1, name: 'Rules of Isaac' })).toBeVisible();
});
