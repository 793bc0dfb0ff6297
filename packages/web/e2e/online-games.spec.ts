import { readFileSync } from 'node:fs';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { chooseInMenu, faults, giveUp, stepSlider } from './helpers.ts';
import { isaac, masker } from './movers.ts';
import {
  agreedRecord,
  clocksOf,
  complaintsOf,
  dropMoving,
  dropWaiting,
  makeTable,
  type Mover,
  play,
  shown,
  sitDown,
  visit,
  type Wanted,
} from './online.ts';

interface Match extends Wanted {
  readonly move: Mover;
  /** The number of moves before a connection is cut; it is cut once more later. None: no connection is cut. */
  readonly drops?: readonly [number, number];
  /** By the rules, or by resignation soon after: `tables/play.test.ts` of the server plays every game to the end, `whole-games.spec.ts` in the page. */
  readonly end: 'rules' | 'resign';
}

const MATCHES: Readonly<Record<string, Match>> = {
  Isaac: { game: 'isaac', players: 2, options: [], move: isaac, drops: [4, 9], end: 'resign' },
  'Masker with three': { game: 'masker', players: 3, options: [], move: masker, end: 'rules' },
};

const NAMES = ['Ada', 'Basil', 'Dora'] as const;

/** Plays in several browsers, one of which watches; connections may be cut twice. */
async function playMatch(browser: Browser, match: Match) {
  const { move, drops, end } = match;
  const [host, ...friends] = await Promise.all(NAMES.slice(0, match.players).map((name) => visit(browser, name)));
  const cleo = await visit(browser);
  if (host === undefined) throw new Error('no host');
  const link = await makeTable(host, 'Ada', match);
  for (const [index, friend] of friends.entries()) await sitDown(friend, NAMES[index + 1] ?? '', link);
  const players = [host, ...friends];
  await cleo.page.goto(link);
  await expect(cleo.page.getByText('You are watching.')).toBeVisible();
  await shown([...players, cleo], 0);
  let made = await play(players, [cleo], move, drops?.[0] ?? 6);
  expect(await clocksOf(cleo.page)).toHaveLength(match.players);
  // No name is cut to make room for a clock.
  const cut = await cleo.page
    .locator('.player')
    .evaluateAll((names) =>
      names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
    );
  expect(cut).toEqual([]);
  if (match.game === 'masker') {
    await cleo.page.getByRole('button', { name: 'Moves', exact: true }).click();
    await expect(cleo.page.getByText('Fair deal', { exact: true })).toBeVisible();
    await cleo.page.keyboard.press('Escape');
  }
  if (drops !== undefined) {
    await dropWaiting(players, [cleo], move);
    made += 1 + (await play(players, [cleo], move, drops[1] - drops[0]));
    await dropMoving(players, [cleo], move);
    made += 1;
  }
  if (end === 'rules') made += await play(players, [cleo], move);
  if (end === 'resign') await giveUp(host.page);
  const record = await agreedRecord([...players, cleo], made, end);
  return { host, cleo, players, link, record };
}

test('Isaac: what begins falls over the board of the players and of who watches', async ({ browser }) => {
  const [ada, basil, cleo] = await Promise.all([visit(browser, 'Ada'), visit(browser, 'Basil'), visit(browser)]);
  const link = await makeTable(ada, 'Ada', { game: 'isaac', players: 2, options: [] });
  await sitDown(basil, 'Basil', link);
  await cleo.page.goto(link);
  await shown([ada, basil, cleo], 0);
  const fallen = Promise.all(
    [ada, basil, cleo].map(({ page }) =>
      expect(page.locator('.curtain', { hasText: 'Placing is over. Scoring begins.' })).toBeVisible({
        timeout: 150_000,
      }),
    ),
  );
  await Promise.race([fallen, play([ada, basil], [cleo], isaac)]);
  await fallen;
  expect(complaintsOf([ada, basil, cleo])).toEqual([]);
});

const MASKER: Match = { game: 'masker', players: 2, options: [], move: masker, drops: [4, 8], end: 'resign' };

for (const [name, match] of Object.entries(MATCHES)) {
  test(`${name}: a game over the network until its end, watched${match.drops === undefined ? '' : ', with two lost connections'}`, async ({
    browser,
  }) => {
    const { players, cleo } = await playMatch(browser, match);
    expect(complaintsOf([...players, cleo])).toEqual([]);
  });
}

test('Masker: the same, then reviewed as every viewer, and the deal checked', async ({ browser, request }) => {
  const { host, cleo, players, link, record } = await playMatch(browser, MASKER);
  // On a phone the cards are in the sheet of the moves.
  const colours = (page: Page) => page.locator('li').filter({ hasText: /^\s*(Ada|Basil)\s.*Colour: \w+/ });

  await cleo.page.goto(`${link}/2/seat1`);
  await expect(stepSlider(cleo.page)).toHaveValue('2');
  const eyes = cleo.page.getByLabel('View');
  await expect(eyes.locator('option:checked')).toHaveText('as Ada saw it');
  await expect(colours(cleo.page)).toHaveText([/Ada/]);
  await eyes.selectOption({ label: 'as a spectator saw it' });
  await expect(colours(cleo.page)).toHaveCount(0);
  await expect(cleo.page).toHaveURL(`${link}/2/spectator`);
  await eyes.selectOption({ label: 'everything revealed' });
  await expect(colours(cleo.page)).toHaveText([/Ada/, /Basil/]);
  await expect(cleo.page).toHaveURL(`${link}/2`);
  expect(await faults(cleo.page)).toEqual([]);

  const { page } = host;
  // The plates and with them the colours of the pictures are those of the game.
  await expect(page.locator('.player')).toHaveText(['Ada', 'Basil']);
  const moves = page.getByRole('button', { name: 'Moves', exact: true });
  await moves.click();
  await page.getByText('Fair deal', { exact: true }).click();
  const check = page.getByRole('button', { name: 'Check the deal' });
  await check.click();
  await expect(page.getByText(/^Right: the deal is the one that was sealed/)).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.evaluate(() => {
    const noted = localStorage.getItem('tablier.seals') ?? '';
    localStorage.setItem('tablier.seals', noted.replace(/"[0-9a-f]{64}"/g, `"${'0'.repeat(64)}"`));
  });
  await page.reload();
  await moves.click();
  await page.getByText('Fair deal', { exact: true }).click();
  await check.click();
  await expect(page.getByText(/^Wrong: this is not the seal that was shown/)).toBeVisible();
  await page.keyboard.press('Escape');

  const [download] = await Promise.all([page.waitForEvent('download'), chooseInMenu(page, 'Download the record')]);
  const { numbers: _, ...file } = JSON.parse(readFileSync(await download.path(), 'utf8')) as Record<string, unknown>;
  const told = await request.get(`/api/v1/tables/${link.split('/').at(-1)}/record`);
  expect(await told.json()).toEqual(file);
  expect(file).toMatchObject({ ...record, seats: [{ name: 'Ada' }, { name: 'Basil' }] });
  expect(complaintsOf([...players, cleo])).toEqual([]);
});
