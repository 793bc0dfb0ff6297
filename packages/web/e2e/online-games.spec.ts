import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { join, playRandomly } from '@tablier/testkit/online';
import { chooseInMenu, faults, giveUp, stepSlider } from './helpers.ts';
import { arcanor, ARCANOR_GAME, isaac, masker, nasca } from './movers.ts';
import {
  agreedRecord,
  clocksOf,
  complaintsOf,
  dropMoving,
  dropWaiting,
  makeTable,
  play,
  shown,
  sitDown,
  visit,
  visitLate,
  type Visitor,
  type Wanted,
} from './online.ts';

const ISAAC: Wanted = { game: 'isaac', players: 2, options: [] };
/** The number of moves before a connection is cut; it is cut once more later. */
const DROPS = [4, 9] as const;
/** What falls over the boards: it begins in the middle of the game. */
const FALLS = 'Placing is over. Scoring begins.';

/** What who watches sees of a game: a clock for each player, whole names, and the seal of what is hidden. */
async function expectSeen({ page }: Visitor, { game, players }: Wanted): Promise<void> {
  expect(await clocksOf(page)).toHaveLength(players);
  // No name is cut to make room for a clock.
  const cut = await page
    .locator('.player')
    .evaluateAll((names) =>
      names.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
    );
  expect(cut).toEqual([]);
  if (game !== 'masker') return;
  await page.getByRole('button', { name: 'Moves', exact: true }).click();
  await expect(page.getByText('Fair deal', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
}

// `tables/play.test.ts` of the server plays every game to its end.
test('Isaac: a game over the network, watched, with two lost connections: what begins falls over every board', async ({
  browser,
}) => {
  const [host, friend, cleo] = [await visit(browser, 'Ada'), await visit(browser, 'Basil'), await visit(browser)];
  const link = await makeTable(host, 'Ada', ISAAC);
  await sitDown(friend, 'Basil', link);
  const players = [host, friend];
  await cleo.page.goto(link);
  await expect(cleo.page.getByText('You are watching.')).toBeVisible();
  await shown([...players, cleo], 0);
  let made = await play(players, [cleo], isaac, DROPS[0]);
  await expectSeen(cleo, ISAAC);
  await dropWaiting(players, [cleo], isaac);
  made += 1 + (await play(players, [cleo], isaac, DROPS[1] - DROPS[0]));
  await dropMoving(players, [cleo], isaac);
  made += 1;
  let areFallen = false;
  // Looks at each frame: the next move lifts the curtain.
  const isDown = (text: string): boolean =>
    [...document.querySelectorAll('.curtain')].some((curtain) => curtain.textContent.includes(text));
  const fallen = Promise.all(
    [...players, cleo].map(({ page }) => page.waitForFunction(isDown, FALLS, { polling: 'raf', timeout: 150_000 })),
  ).then(() => (areFallen = true));
  for (let more = 1; !areFallen && more > 0; made += more) more = await play(players, [cleo], isaac, 1);
  await fallen;
  await giveUp(host.page);
  await agreedRecord([...players, cleo], made, 'resign');
  expect(complaintsOf([...players, cleo])).toEqual([]);
});

/** Notes what falls over the board of a page from now on, for those who see motion: it rises by itself, or with the next move. */
async function noteFallen(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.evaluate(() => {
    const fallen: string[] = [];
    Reflect.set(window, 'fallen', fallen);
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (!(added instanceof Element)) continue;
        const curtain = added.matches('.curtain') ? added : added.querySelector('.curtain');
        if (curtain !== null) fallen.push(curtain.querySelector('.title')?.textContent ?? '');
      }
    }).observe(document.body, { childList: true, subtree: true });
  });
}
const fallenOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Reflect.get(window, 'fallen') as string[]);

test('Nasca: the card of round 1 is over both boards, says whose clock runs, and goes with the next move', async ({
  browser,
  baseURL,
}) => {
  const before = 20;
  const players = await visitLate(browser, baseURL ?? '', 'nasca', before);
  const card = (page: Page) => page.locator('.round');
  const roundOf = ({ view }: Visitor): unknown => Reflect.get(view()?.match?.view ?? {}, 'round');
  let made = before;
  expect(roundOf(players[0])).toBe(1);
  while (roundOf(players[0]) === 1) made += await play(players, [], nasca, 1);
  const isNext = players.map(({ view }) => view()?.match?.view.turn === view()?.you);
  expect(isNext.filter(Boolean)).toHaveLength(1);
  for (const [index, { page }] of players.entries()) {
    await expect(card(page).getByRole('heading', { name: 'Round 1' })).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Go to round 2' })).toBeFocused();
    await expect(card(page)).toContainText(isNext[index] ? 'Your clock is running.' : 'Your clock is not running.');
    expect(await faults(page)).toEqual([]);
  }
  await card(players[isNext.indexOf(true)]?.page ?? players[0].page)
    .getByRole('button')
    .first()
    .click();
  made += await play(players, [], nasca, 1);
  for (const { page } of players) {
    await expect(card(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Moves', exact: true }).click();
    await expect(page.getByText('Round 2', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
  // A question about the game goes with it.
  const question = players[1].page.getByRole('dialog', { name: 'Resign this game?' });
  await chooseInMenu(players[1].page, 'Resign');
  await expect(question).toBeVisible();
  await giveUp(players[0].page);
  await agreedRecord(players, made, 'resign');
  await expect(question).toHaveCount(0);
  expect(complaintsOf(players)).toEqual([]);
});

test('Arcanor: twelve points fall over both boards, with the name of who has them', async ({ browser, baseURL }) => {
  const before = ARCANOR_GAME.length - 1;
  const players = await visitLate(browser, baseURL ?? '', 'arcanor', ARCANOR_GAME.slice(0, before));
  for (const { page } of players) await noteFallen(page);
  const made = before + (await play(players, [], arcanor));
  expect(made).toBe(ARCANOR_GAME.length);
  for (const { page } of players) await expect.poll(() => fallenOn(page)).toHaveLength(1);
  const said = await Promise.all(
    players.map(async ({ page }) => (await fallenOn(page)).join().replaceAll(/[\u2066-\u2069]/g, '')),
  );
  expect(said).toEqual(['You reached 12 points.', 'Ada reached 12 points.']);
  await agreedRecord(players, made, 'rules');
  expect(complaintsOf(players)).toEqual([]);
});

test('Masker with three: a game over the network until its end, watched, reviewed as every viewer, and the deal checked', async ({
  browser,
  baseURL,
  request,
}) => {
  const wanted = { game: 'masker', players: 3, options: [] };
  const [host, cleo] = [await visit(browser, 'Ada'), await visit(browser)];
  const link = await makeTable(host, 'Ada', wanted);
  const table = link.split('/').at(-1) ?? '';
  // The pages of a player and of who watches are seen: two more players need none.
  const others = await Promise.all(['Basil', 'Dora'].map((name) => join(baseURL ?? '', name)));
  for (const [index, other] of others.entries()) {
    await other.view(table);
    await other.must({ kind: 'sit', table, chair: index + 1 });
  }
  await cleo.page.goto(link);
  await expect(cleo.page.getByText('You are watching.')).toBeVisible();
  await shown([host, cleo], 0);
  await expectSeen(cleo, wanted);
  for (const { page } of [host, cleo]) await noteFallen(page);
  for (const [index, other] of others.entries()) void playRandomly(other, table, `three players: ${index}`);
  const plies = (): number => host.view()?.match?.plies ?? 0;
  for (let before = 0; ;) {
    const isNext = (): boolean => {
      const view = host.view();
      return view?.phase === 'over' || (plies() >= before && view?.match?.view.turn === view?.you);
    };
    await expect.poll(isNext, { intervals: [15] }).toBe(true);
    const view = host.view();
    if (view === null || view.phase === 'over') break;
    before = plies() + 1;
    await masker(host.page, view);
  }
  // The last of the two who go out ends the game; the curtain of the first may have risen with a move that came at once.
  for (const { page } of [host, cleo]) {
    await expect.poll(() => fallenOn(page)).not.toEqual([]);
    for (const title of await fallenOn(page)) expect(title).toMatch(/You|Ada|Basil|Dora/);
  }
  const record = await agreedRecord([host, cleo], plies(), 'rules');
  for (const other of others) await other.leave();

  // On a phone the cards are in the sheet of the moves.
  const colours = (page: Page) => page.locator('li').filter({ hasText: /^\s*(Ada|Basil|Dora)\s.*Colour: \w+/ });

  await cleo.page.goto(`${link}/2/seat1`);
  await expect(stepSlider(cleo.page)).toHaveValue('2');
  const eyes = cleo.page.getByLabel('View');
  await expect(eyes.locator('option:checked')).toHaveText('as Ada saw it');
  await expect(colours(cleo.page)).toHaveText([/Ada/]);
  await eyes.selectOption({ label: 'as a spectator saw it' });
  await expect(colours(cleo.page)).toHaveCount(0);
  await expect(cleo.page).toHaveURL(`${link}/2/spectator`);
  await eyes.selectOption({ label: 'everything revealed' });
  await expect(colours(cleo.page)).toHaveText([/Ada/, /Basil/, /Dora/]);
  await expect(cleo.page).toHaveURL(`${link}/2`);
  expect(await faults(cleo.page)).toEqual([]);

  const { page } = host;
  // The plates and with them the colours of the pictures are those of the game.
  const plates = page.getByRole('list', { name: 'Players and scores' }).locator('.player');
  await expect(plates).toHaveText(['Ada', 'Basil', 'Dora']);
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
  const told = await request.get(`/api/v1/tables/${table}/record`);
  expect(await told.json()).toEqual(file);
  expect(file).toMatchObject({ ...record, seats: [{ name: 'Ada' }, { name: 'Basil' }, { name: 'Dora' }] });
  expect(complaintsOf([host, cleo])).toEqual([]);
});
