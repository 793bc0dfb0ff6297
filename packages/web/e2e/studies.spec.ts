import { readFileSync } from 'node:fs';
import { readChapter, type StudyRecord } from '@tablier/core';
import { findGame } from '@tablier/games';
import { expect, type Locator, type Page } from '@playwright/test';
import { EXAMPLES, keep } from './archived-games.ts';
import { test } from './fixtures.ts';
import { chooseInMenu, faults, giveUp, listen, newPage, open, playing } from './helpers.ts';
import { newMember } from './members.ts';
import { makeTable, sitDown, visit } from './online.ts';

const place = (page: Page, id: string): Locator => page.locator(`svg[role=group] [data-target="${id}"]`);
const tool = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const shown = (page: Page): Locator => page.locator('.lines [aria-current=step]');

/** Nothing is wider than the screen, and what is used is on it. */
const fits = async (page: Page): Promise<void> =>
  expect(
    await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.scrollingElement ?? document.documentElement;
      const parts = [...document.querySelectorAll('.picture, .study-steps button, .acts button')];
      const outside = parts.filter((part) => part.getBoundingClientRect().bottom > innerHeight);
      return [scrollHeight - innerHeight, scrollWidth - innerWidth, parts.length > 5, outside.length];
    }),
  ).toEqual([0, 0, true, 0]);

/** The chapters of the downloaded file. */
async function downloaded(page: Page): Promise<readonly StudyRecord[]> {
  const download = page.waitForEvent('download');
  await chooseInMenu(page, 'Download as a file');
  const path = await (await download).path();
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as StudyRecord);
}

for (const viewport of [
  { width: 360, height: 640 },
  { width: 740, height: 360 },
]) {
  test.describe(`by touch at ${viewport.width} by ${viewport.height}`, () => {
    test.use({ hasTouch: true, isMobile: true, viewport });

    test('a study without the network: a variation, a mark, an arrow and a comment stay, also in the file', async ({
      page,
    }) => {
      await open(page, '/studies');
      await page.getByRole('combobox', { name: 'Game' }).selectOption({ label: 'Arcanor' });
      await page.getByRole('button', { name: 'Start' }).tap();
      await place(page, 'a1').tap({ force: true });
      await page.context().setOffline(true);
      await place(page, 'a2').tap({ force: true });
      await page.locator('.chooser').getByRole('button', { name: 'Slide' }).tap();
      await expect(page.getByText('Dark to move')).toBeVisible();
      await tool(page, 'Back').tap();
      await place(page, 'd1').tap({ force: true });
      await place(page, 'd2').tap({ force: true });
      await page.locator('.chooser').getByRole('button', { name: 'Slide' }).tap();
      await tool(page, 'Mark places').tap();
      await place(page, 'd2').tap({ force: true });
      await tool(page, 'Draw arrows').tap();
      await place(page, 'd2').tap({ force: true });
      await place(page, 'd4').tap({ force: true });
      await tool(page, 'Draw arrows').tap();
      await tool(page, 'Comment').tap();
      await page.getByLabel('Comment on this position').fill('The plan');
      await page.getByRole('button', { name: 'Close' }).tap();
      await fits(page);
      expect(await faults(page)).toEqual([]);
      const [study] = await downloaded(page);
      expect(study?.moves).toEqual(['a1-a2']);
      expect(study?.study).toMatchObject({
        variations: [{ of: 0, after: 0, moves: ['d1-d2'] }],
        notes: [{ line: 1, after: 1, text: 'The plan', marks: [{ from: 'd2' }, { from: 'd2', to: 'd4' }] }],
      });
      expect(readChapter(findGame, study)).toMatchObject({ ok: true });
      await page.context().setOffline(false);
      await page.reload();
      await tool(page, 'Forward').tap();
      await page.getByRole('button', { name: 'Moves' }).tap();
      await page.getByRole('button', { name: 'd1-d2' }).tap();
      await page.getByRole('button', { name: 'Move variation up' }).tap();
      await expect(shown(page)).toHaveText('d1-d2');
      expect(await faults(page)).toEqual([]);
    });
  });
}

test('a member shares the study of an archived game, and another person reads and copies it', async ({
  browser,
  page,
}) => {
  const complaints = listen(page);
  const example = EXAMPLES.find(({ game }) => game === 'masker');
  if (example === undefined) throw new Error('no example');
  await open(page, `/g/${await keep(page, example.record)}/4`);
  await page.evaluate(() => localStorage.setItem('tablier.known', 'yes'));
  const by = { login: `studious ${Date.now()}`, password: 'a few words in a row' };
  expect((await page.request.post('/api/me/password', { data: by })).ok()).toBe(true);
  await page.reload();
  await page.getByRole('button', { name: 'Study this game' }).click();
  await expect(shown(page)).toHaveText(example.record.moves[3] ?? '');
  await page.getByLabel('Title').fill('How it began');
  await page.getByLabel('Comment on this position').fill('Here it was decided.');
  await page.getByRole('button', { name: 'Show best moves' }).click();
  await page.locator('section .moves button').last().click();
  await expect(page.getByText('Saved in your account')).toBeVisible();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Copy the link' })).toBeVisible();
  await expect(page.getByRole('dialog').getByRole('combobox')).toHaveValue('masker');
  await page.keyboard.press('Escape');
  expect(complaints).toEqual([]);

  const other = await newPage(browser);
  const answer = await other.goto(page.url());
  expect(await answer?.text()).toContain('<title>How it began · Tablier</title>');
  await expect(other.getByText('By Ada')).toBeVisible();
  await expect(other.getByText('Here it was decided.').first()).toBeVisible();
  await expect(other.getByRole('button', { name: 'Delete from here' })).toHaveCount(0);
  await other.locator('h1').focus();
  await other.keyboard.press('ArrowRight');
  await expect(shown(other)).toHaveText(example.record.moves[0] ?? '');
  expect(await faults(other)).toEqual([]);
  await chooseInMenu(other, 'Copy to my studies');
  await expect(other.getByText('Saved on this device')).toBeVisible();
  expect(other.url()).not.toBe(page.url());
});

test('the link of a new study is in the menu at once, saves the study, and moves nothing', async ({ browser }) => {
  const { page } = await newMember(browser, 'Ada', { width: 1440, height: 900 }, '/studies');
  // The account gets the study only when this test says so.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/api/studies/*', async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  // Before the start: on a slow machine the study is saved before the menu is open.
  const saving = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await saving;
  const menu = page.getByRole('dialog');
  const link = menu.getByRole('button', { name: 'Copy the link' });
  await expect(link).toHaveAttribute('aria-disabled', 'true');
  const before = await menu.getByRole('button', { name: 'Add a chapter' }).boundingBox();
  release();
  await expect(link).toHaveAttribute('aria-disabled', 'false');
  expect(await menu.getByRole('button', { name: 'Add a chapter' }).boundingBox()).toEqual(before);
  await link.click();
  await expect(menu.getByText(/The link is copied|does not let the page copy/)).toBeVisible();
});

test('no best moves are shown while the user plays this game online', async ({ browser }) => {
  const [ada, grace] = [await visit(browser), await visit(browser)];
  const link = await makeTable(ada, 'Ada in a study', { game: 'nasca', players: 2, options: [] });
  await sitDown(grace, 'Grace at a table', link);
  await expect(playing(ada.page)).toBeVisible();
  const study = await ada.page.context().newPage();
  await study.setViewportSize({ width: 1440, height: 900 });
  const best = study.getByRole('button', { name: 'Show best moves' });
  await open(study, '/studies');
  await study.getByLabel('Game').selectOption('nasca');
  await study.getByRole('button', { name: 'Start' }).click();
  await best.click();
  await expect(study.getByText('You play this game online right now.')).toBeVisible();
  const way = study.getByRole('link', { name: 'To your game' });
  await expect(way).toHaveAttribute('href', new URL(link).pathname);
  await study.getByRole('button', { name: 'Hide best moves' }).click();
  await giveUp(ada.page);
  await expect(playing(ada.page)).toBeHidden();
  await best.click();
  await expect(study.locator('section .moves button').last()).toBeVisible();
});
