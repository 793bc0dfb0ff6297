import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import {
  chooseOpponent,
  faults,
  giveUp,
  listen,
  movesMade,
  newPage,
  open,
  placeByMouse,
  playing as tableOf,
} from './helpers.ts';

interface Visitor {
  readonly page: Page;
  readonly complaints: string[];
}

const PHONE = { width: 360, height: 740 };

/** A user with a browser of their own. */
async function visitor(browser: Browser, viewport = PHONE): Promise<Visitor> {
  const page = await newPage(browser, { viewport });
  return { page, complaints: listen(page) };
}

const lobby = (page: Page): Promise<unknown> => open(page, '/lobby');

/** Gives a name where it is first needed. */
async function giveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** A cell of the table of games by time control, such as `Isaac, Days`. */
const cell = (page: Page, name: string) => page.getByRole('button', { name: `${name}: ` });

const playing = (page: Page) => expect(tableOf(page)).toBeVisible();

/** Expects no axe finding and nothing wider than the screen. */
async function isSound({ page, complaints }: Visitor): Promise<void> {
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
}

test('two people who want the same game find each other with one press each, in cells for a finger; a search goes on elsewhere, and who was found is invited again', async ({
  browser,
}) => {
  const [ada, basil] = [
    await visitor(browser, { width: 360, height: 640 }),
    await visitor(browser, { width: 1440, height: 900 }),
  ];
  for (const { page } of [ada, basil]) await lobby(page);
  // Next to the games is something to do, or what the others did.
  await expect(basil.page.locator('.results').locator('li, .pictured').first()).toBeVisible();
  // Every cell is in sight across a phone, and large enough for a finger.
  const cells = await ada.page.getByRole('table', { name: 'Find an opponent' }).getByRole('button').all();
  expect(cells).toHaveLength(16);
  for (const each of cells) {
    const box = await each.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
  const wanted = 'Arcanor, No clock';
  const [searched, waiting] = [`${wanted}: wait for an opponent`, `${wanted}: 1 waiting, play`];
  await cell(ada.page, wanted).click();
  await giveName(ada.page, 'Ada');
  await expect(ada.page.getByText(`Finding an opponent: ${wanted}.`)).toBeVisible();
  await expect(cell(ada.page, wanted)).toHaveAccessibleName(`${wanted}: cancel`);
  await expect(cell(basil.page, wanted)).toHaveAccessibleName(waiting);
  await expect(cell(basil.page, wanted)).toHaveAttribute('title', 'Ada (guest)');
  await expect(cell(basil.page, 'Arcanor, Days')).toHaveAccessibleName('Arcanor, Days: wait for an opponent');
  for (const each of [ada, basil]) await isSound(each);
  await ada.page.getByRole('button', { name: 'Stop looking' }).click();
  await expect(cell(ada.page, wanted)).toBeFocused();
  await expect(cell(basil.page, wanted)).toHaveAccessibleName(searched);

  // It goes on while they are elsewhere, and can be stopped there.
  await cell(ada.page, wanted).click();
  await expect(cell(basil.page, wanted)).toHaveAccessibleName(waiting);
  await ada.page.getByRole('banner').getByRole('link', { name: 'Settings' }).click();
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(ada.page.getByText(`Finding an opponent: ${wanted}.`)).toBeVisible();
  await isSound(ada);
  await ada.page.getByRole('button', { name: 'Stop looking' }).click();
  await expect(cell(basil.page, wanted)).toHaveAccessibleName(searched);

  // And the game that is found opens there.
  await ada.page.getByRole('banner').getByRole('link', { name: 'Lobby' }).click();
  await cell(ada.page, wanted).click();
  await ada.page.getByRole('region', { name: 'While you wait' }).getByRole('link', { name: 'Learn Arcanor' }).click();
  await expect(ada.page.getByRole('heading', { level: 1, name: 'Learn Arcanor' })).toBeVisible();
  await expect(cell(basil.page, wanted)).toHaveAccessibleName(waiting);
  await cell(basil.page, wanted).click();
  await giveName(basil.page, 'Basil Guest');
  for (const { page } of [ada, basil]) await playing(page);
  expect(ada.page.url()).toBe(basil.page.url());
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
  await giveUp(ada.page);
  await inviteAgain(ada, basil);
});

/** The one who was found declines once and accepts once. */
async function inviteAgain(ada: Visitor, basil: Visitor): Promise<void> {
  await basil.page.setViewportSize(PHONE);
  await open(basil.page, '');
  const invite = async (): Promise<void> => {
    await open(ada.page, '/isaac/play');
    await chooseOpponent(ada.page, 'Basil Guest');
    await expect(ada.page.getByText('Basil Guest will see the invitation')).toBeVisible();
    await ada.page.getByRole('button', { name: 'Create game' }).click();
    await expect(ada.page.getByText('Basil Guest can see the invitation')).toBeVisible();
  };
  await invite();
  await expect(basil.page.getByText('Ada (guest) invites you: Isaac').first()).toBeVisible();
  await isSound(basil);
  await basil.page.getByRole('button', { name: 'Decline: Isaac with Ada (guest)' }).click();
  await expect(ada.page.getByText('Basil Guest cannot play now.')).toBeVisible();
  await expect(basil.page.getByRole('button', { name: 'Accept: Isaac with Ada (guest)' })).toBeHidden();
  await isSound(ada);

  await ada.page.getByRole('button', { name: 'Cancel' }).click();
  await invite();
  await basil.page.getByRole('link', { name: 'Lobby', exact: true }).click();
  await basil.page.getByRole('button', { name: 'Accept: Isaac with Ada (guest)' }).click();
  for (const { page } of [ada, basil]) await playing(page);
  await basil.page.goto('/');
  await expect(basil.page.getByRole('link', { name: /^(Play|Look): Isaac with Ada \(guest\)$/ })).toBeVisible();
  await isSound(basil);
}

test('an open table is joined from the lobby, watched there without a name, and leaves its result', async ({
  browser,
}) => {
  const [ada, basil, cleo] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  // The server may also list tables of earlier tests.
  const host = `Ada ${Date.now()}`;
  await open(cleo.page, '/lobby');
  await open(ada.page, '/isaac/play');
  await chooseOpponent(ada.page, 'Anyone');
  await ada.page.getByLabel('Your name').fill(host);
  await ada.page.getByRole('group', { name: 'Clock' }).getByLabel('Custom…').check();
  await ada.page.getByLabel('Time control').selectOption({ label: 'Byo-yomi periods' });
  await ada.page.getByLabel('Main time, in minutes').fill('12.5');
  await ada.page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You', { exact: true }).check();
  await isSound(ada);
  await ada.page.getByRole('button', { name: 'Create game' }).click();
  await expect(ada.page.getByText('The table stays in the lobby as long as you are here.')).toBeVisible();
  await isSound(ada);

  await lobby(basil.page);
  const row = basil.page.getByRole('region', { name: 'Open tables' }).getByRole('listitem').filter({ hasText: host });
  await expect(row).toContainText('12.5 min, then 5 × 30 s');
  const choice = basil.page.getByLabel('Tables of this game');
  await choice.selectOption('Arcanor');
  await expect(row).toBeHidden();
  await expect(basil.page.getByText('No open table like this right now.')).toBeVisible();
  await expect(basil.page.getByRole('link', { name: 'Open a table of Arcanor' }).last()).toBeVisible();
  await isSound(basil);
  await basil.page.getByRole('button', { name: 'All tables' }).click();
  await expect(choice).toBeFocused();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: `Sit down with ${host} (guest): Isaac` }).click();
  await giveName(basil.page, 'Basil');
  for (const { page } of [ada, basil]) await playing(page);

  const game = cleo.page.getByRole('region', { name: 'Games in progress' }).getByRole('link', { name: host });
  await expect(game).toContainText('0 moves');
  await placeByMouse(ada.page);
  await expect.poll(() => movesMade(basil.page)).toHaveLength(1);
  await expect(game).toContainText('1 move');
  // Boards are drawn where they are nearly seen.
  await game.scrollIntoViewIfNeeded();
  await expect(game.locator('[data-solid^="piece"]')).toHaveCount(1);
  await isSound(cleo);
  await expect(basil.page.getByText('Your turn: place a piece', { exact: true })).toBeVisible();
  await placeByMouse(basil.page);
  await expect(game).toContainText('2 moves');
  await giveUp(ada.page);
  const result = cleo.page.getByRole('region', { name: 'Results' }).getByRole('listitem').filter({ hasText: host });
  await expect(result).toContainText(`Basil wins against ${host}`);
  await expect(game).toBeHidden();
  await isSound(cleo);
});

test('the open tables are narrowed to a game and a time control, which the address keeps', async ({ browser }) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  const host = `Ada ${Date.now()}`;
  await open(ada.page, '/isaac/play?with=anyone&pace=days');
  await expect(ada.page.getByRole('group', { name: 'Clock' }).getByLabel('3 days per turn')).toBeChecked();
  await ada.page.getByLabel('Your name').fill(host);
  await ada.page.getByRole('button', { name: 'Create game' }).click();
  await expect(ada.page.getByText('The table stays in the lobby as long as you are here.')).toBeVisible();

  await lobby(basil.page);
  const tables = basil.page.getByRole('region', { name: 'Open tables' });
  const row = tables.getByRole('listitem').filter({ hasText: host });
  const [game, pace] = [tables.getByLabel('Tables of this game'), tables.getByLabel('Tables with this clock')];
  await pace.selectOption('Days');
  await game.selectOption('Isaac');
  await expect(row).toBeVisible();
  expect(new URL(basil.page.url()).search).toBe('?pace=days&game=isaac');
  await isSound(basil);

  await pace.selectOption('Quick');
  await expect(row).toBeHidden();
  await expect(tables).toContainText('No open table like this right now.');
  await open(basil.page, `/lobby${new URL(basil.page.url()).search}`);
  await expect(pace).toHaveValue('quick');
  await expect(game).toHaveValue('isaac');
  await expect(row).toBeHidden();
  const opening = tables.getByRole('link', { name: 'Open a table of Isaac' });
  await expect(opening).toHaveAttribute('href', '/isaac/play?with=anyone&pace=quick');
  await isSound(basil);
  await tables.getByRole('button', { name: 'All tables' }).click();
  await expect(game).toBeFocused();
  await expect(row).toBeVisible();
  expect(new URL(basil.page.url()).search).toBe('');
  expect(ada.complaints).toEqual([]);
});

/** Captures a cross, and ends the turn if more could follow. */
async function captureOnce(page: Page): Promise<void> {
  const made = (await movesMade(page)).join();
  const places = page.getByRole('group', { name: 'Board of Masker' }).getByRole('button', { disabled: false });
  await places.first().click();
  // The last cross of a colour needs a second press.
  if (await page.getByText(/^This is (the last \w+|your last) cross/).isVisible()) await places.first().click();
  await expect.poll(async () => (await movesMade(page)).join()).not.toBe(made);
  // Until the answer is there, nothing can be pressed; at the beginning of the next turn the button is there and disabled.
  const turn = page.getByText(/^Your turn/).first();
  await expect.poll(async () => (await places.count()) > 0 || !(await turn.isVisible())).toBe(true);
  const stop = page.getByRole('button', { name: /^Stop here/ }).and(page.locator(':enabled'));
  if (await stop.isVisible()) await stop.click();
}

test('a table with a seat for a friend and one for a bot enters the lobby after the friend has sat down, and all four play', async ({
  browser,
}) => {
  const [ada, basil, cleo] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  const host = `Ada ${Date.now()}`;
  await lobby(cleo.page);
  await open(ada.page, '/masker/play');
  await ada.page.getByRole('group', { name: 'Number of players' }).getByLabel('4').check();
  await chooseOpponent(ada.page, 'Anyone', 2);
  await chooseOpponent(ada.page, 'A friend', 3);
  await chooseOpponent(ada.page, 'Computer', 4);
  await ada.page.getByLabel('Your name').fill(host);
  await expect(
    ada.page.getByText('The lobby shows the table once those who have the link have sat down.'),
  ).toBeVisible();
  await ada.page.getByRole('group', { name: 'Who begins', exact: true }).getByLabel('You', { exact: true }).check();
  await isSound(ada);
  await ada.page.getByRole('button', { name: 'Create game' }).click();
  await expect(
    ada.page.getByText('The lobby shows the table once those who have the link have sat down.'),
  ).toBeVisible();
  await expect(ada.page.getByText('Free, by link')).toBeVisible();
  await isSound(ada);
  const link = await ada.page.getByLabel('The link to this table').inputValue();
  const row = cleo.page.getByRole('region', { name: 'Open tables' }).getByRole('listitem').filter({ hasText: host });
  await expect(row).toBeHidden();
  await basil.page.goto(link);
  await basil.page.getByLabel('Your name').fill('Basil');
  await basil.page.getByRole('button', { name: 'Sit down and play' }).click();
  await expect(ada.page.getByText('The table stays in the lobby as long as you are here.')).toBeVisible();
  await expect(row).toContainText('Basil');
  await row.getByRole('button', { name: /^Sit down with/ }).click();
  await giveName(cleo.page, 'Cleo');
  for (const { page } of [ada, basil, cleo]) await playing(page);
  // The seats of the table are in this order; the last one is the bot's.
  for (const { page } of [ada, cleo, basil, ada]) {
    await expect(page.getByText(/^Your turn/).first()).toBeVisible();
    await captureOnce(page);
  }
  await isSound(ada);
});
