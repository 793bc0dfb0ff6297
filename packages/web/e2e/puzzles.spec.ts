import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { legalMoveTexts, type Puzzle, replayPuzzle } from '@tablier/core';
import { findGame } from '@tablier/games';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, open } from './helpers.ts';
import { example, resume, savedGame } from './saved-games.ts';

/** The puzzles that the page shows. */
const puzzlesOf = (game: string): readonly Puzzle[] =>
  readFileSync(fileURLToPath(new URL(`../../games/src/${game}/puzzles.jsonl`, import.meta.url)), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Puzzle);

/** A puzzle of Masker with a capture to find, its number, and a capture that is wrong. */
function maskerPuzzle() {
  const isCell = (move: string): boolean => /^[a-f][1-6]$/.test(move);
  for (const [index, data] of puzzlesOf('masker').entries()) {
    const replayed = replayPuzzle(findGame, data);
    if (!replayed.ok) throw new Error(replayed.error.name);
    const { game, position, puzzle } = replayed.value;
    const [right = ''] = puzzle.best;
    const wrong = legalMoveTexts(game, position).find((move) => isCell(move) && move !== right);
    if (isCell(right) && wrong !== undefined) return { number: index + 1, right, wrong };
  }
  throw new Error('there is no puzzle with a capture');
}

const place = (page: Page, id: string): Locator => page.locator(`svg[role=group] [data-target="${id}"]`);
const coach = (page: Page): Locator => page.locator('.bubble');

/** Nothing scrolls, and every part is on the screen. */
const fits = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.scrollingElement ?? document.documentElement;
      const parts = [...document.querySelectorAll('.say h2, .bubble, .picture, .foot :is(button, a)')];
      const outside = parts.filter((part) => {
        const { left, right, bottom } = part.getBoundingClientRect();
        return left < 0 || right > innerWidth || bottom > innerHeight;
      });
      return [scrollHeight - innerHeight, scrollWidth - innerWidth, parts.length > 3, outside.length];
    }),
  ).toEqual([0, 0, true, 0]);

test.describe('by touch on the smallest phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });

  test('a puzzle: a wrong move gets the reason, the right one is solved and stays so', async ({ page }) => {
    const complaints = listen(page);
    const { number, right, wrong } = maskerPuzzle();
    await open(page, `/masker/puzzles/${number}`);
    await expect(page.locator('.say h2')).toContainText('Find it.');
    await fits(page);
    await place(page, wrong).tap({ force: true });
    await page.getByRole('button', { name: /^Take \w+$/ }).tap();
    await expect(coach(page)).toHaveClass(/wrong/);
    await expect(coach(page)).toContainText(new RegExp(`${wrong} takes your chance to win from \\d+% to \\d+%\\.`));
    await expect(page.getByRole('main').getByRole('status')).toContainText(`${wrong} takes your chance`);
    await fits(page);
    expect(await faults(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).tap();
    await place(page, right).tap({ force: true });
    await place(page, right).tap({ force: true });
    await expect(coach(page)).toHaveClass(/glad/);
    await expect(coach(page)).toContainText(`Well done: ${right}.`);
    await fits(page);
    await page.getByRole('link', { name: 'Close the puzzle' }).tap();
    await expect(page.getByRole('link', { name: `Puzzle ${number}, solved` })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('link', { name: `Puzzle ${number}, solved` })).toBeVisible();
    expect(complaints).toEqual([]);
  });
});

test('the puzzle of the day is on the home page, and is marked when it is solved', async ({ page }) => {
  // The server says which day it is.
  let time = '2026-11-23T12:00:00Z';
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(time).toUTCString() } });
  });
  await page.clock.setFixedTime(time);
  await open(page, '/');
  const daily = page.getByRole('region', { name: 'Puzzle of the day' });
  await expect(daily.locator('svg').first()).toBeAttached();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(daily.getByRole('link', { name: 'Solve it' })).toBeInViewport({ ratio: 1 });
  const path = (await daily.getByRole('link', { name: 'Solve it' }).getAttribute('href')) ?? '';
  const [, game = '', number = ''] = /^\/(\w+)\/puzzles\/(\d+)$/.exec(path) ?? [];
  const id = puzzlesOf(game)[Number(number) - 1]?.puzzle.id ?? '';
  // The same for everyone, all day long.
  time = '2026-11-23T23:59:00Z';
  await page.clock.setFixedTime(time);
  await page.evaluate(
    ([key = '', of]) => localStorage.setItem('tablier.puzzles', JSON.stringify({ [key]: [of] })),
    [game, id],
  );
  await page.reload();
  await expect(daily.getByText('Solved', { exact: true })).toBeVisible();
  await daily.getByRole('link', { name: 'Look again' }).click();
  await expect(page).toHaveURL(path);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(coach(page)).toContainText('The move is');
  await page.locator('.foot').getByRole('link', { name: 'Next puzzle' }).click();
  await expect(page).not.toHaveURL(path);
  await expect(coach(page)).toBeVisible();
});

test('the mistakes of an analysed game come back the next day, and later each time they are solved', async ({
  page,
}) => {
  const complaints = listen(page);
  let time = Date.parse('2026-11-23T12:00:00Z');
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: new Date(time).toUTCString() } });
  });
  await page.clock.setFixedTime(time);
  await open(page, '/isaac/puzzles');
  const own = page.getByRole('region', { name: 'Your own mistakes' });
  await expect(own).toContainText('Analyse a finished game of yours');
  // The second move is a mistake of the user, who gives up two plies later.
  await resume(page, savedGame('isaac', example('isaac'), 3, 'alone'));
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Analyse' }).click();
  await expect(page.getByText('Positions analysed: 4')).toBeVisible({ timeout: 300_000 });
  await open(page, '/isaac/puzzles');
  await expect(own).toContainText('The next one comes back tomorrow.');
  time += 86_400_000;
  await page.clock.setFixedTime(time);
  await page.reload();
  await own.getByRole('link', { name: 'Due now: ' }).click();
  const goal = page.locator('.say h2');
  await expect(goal).toHaveText(/^You played \S+ here\. Find a better move\.$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your own mistakes');
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(coach(page)).toContainText(
    /, your move in the game, costs [\d.]+ points\. This position comes back tomorrow\./,
  );
  await fits(page);
  expect(await faults(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
