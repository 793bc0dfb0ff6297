import { type Browser, expect, type Page, test } from '@playwright/test';
import { faults, giveUp, listen, newContext, open, placeByMouse, yourTurn } from './helpers.ts';

interface Member {
  readonly page: Page;
  readonly complaints: string[];
  readonly username: string;
}

/** A member with a browser of their own, in the lobby. */
async function member(browser: Browser, name: string, viewport: { width: number; height: number }): Promise<Member> {
  const page = await (await newContext(browser, { viewport })).newPage();
  const complaints = listen(page);
  const username = `${name.toLowerCase()} ${Date.now()}`;
  await open(page, '/');
  const post = (path: string, body: unknown) =>
    page.evaluate(
      async ([to, sent]) => {
        const headers = { 'content-type': 'application/json' };
        return (await fetch(to, { method: 'POST', headers, body: JSON.stringify(sent) })).status;
      },
      [path, body] as const,
    );
  expect(await post('/api/guests', { name })).toBe(201);
  expect(await post('/api/me/password', { password: 'a few words in a row', login: username })).toBe(204);
  await page.evaluate(() => localStorage.setItem('tablier.known', 'yes'));
  await open(page, '/lobby');
  return { page, complaints, username };
}

async function isSound({ page, complaints }: Member): Promise<void> {
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
}

test('two members play a rated game: it says so, changes their ratings, and is on their profiles', async ({
  browser,
}) => {
  const [ada, basil] = [
    await member(browser, 'Ada', { width: 360, height: 640 }),
    await member(browser, 'Basil', { width: 1440, height: 900 }),
  ];
  await expect(ada.page.getByText('Between accounts these games are rated.')).toBeVisible();
  await ada.page.getByRole('button', { name: 'Isaac, No clock: ' }).click();
  const cell = basil.page.getByRole('button', { name: 'Isaac, No clock: 1 waiting, play' });
  await expect(cell).toHaveAttribute('title', 'Ada (1500?)');
  await cell.click();
  await expect(basil.page.getByText('This game is rated.')).toBeVisible();
  for (const { page } of [ada, basil]) {
    const plates = page.getByRole('list', { name: 'Players' }).getByRole('listitem');
    for (const plate of await plates.all()) await expect(plate).toContainText('1500?');
  }
  const isFirst = await Promise.race([yourTurn(ada.page).then(() => true), yourTurn(basil.page).then(() => false)]);
  const [first, second] = isFirst ? [ada, basil] : [basil, ada];
  await placeByMouse(first.page);
  await placeByMouse(second.page);
  await giveUp(first.page);
  const changes = second.page.getByRole('list', { name: 'New ratings' });
  await expect(changes).toContainText('1662? (+162)');
  await expect(changes).toContainText('1338? (−162)');
  for (const each of [ada, basil]) await isSound(each);

  await open(second.page, '/isaac');
  await second.page.getByRole('combobox', { name: 'Clock' }).selectOption('untimed');
  await expect(second.page.getByText('Your rating: 1662?')).toBeVisible();
  await open(second.page, `/@${encodeURIComponent(first.username)}`);
  await expect(second.page.getByText('You against this player: 1 won, 0 drawn, 0 lost.')).toBeVisible();
  await expect(second.page.getByRole('img', { name: 'Between 1338 and 1338' })).toBeVisible();
  await expect(second.page.getByRole('listitem').filter({ hasText: 'Lost' })).toContainText('−162');
  await isSound(second);

  await open(first.page, '/account');
  await first.page.getByLabel('Show my ratings').uncheck();
  await first.page.getByLabel('Show my rated games').uncheck();
  await expect(first.page.getByRole('link', { name: `/@${encodeURIComponent(first.username)}` })).toBeHidden();
  await expect
    .poll(() => first.page.evaluate(async () => (await fetch('/api/me/profile')).json() as Promise<unknown>))
    .toEqual({ ratings: false, games: false });
  await isSound(first);
  const answer = await second.page.goto(`/@${encodeURIComponent(first.username)}`);
  expect(answer?.status()).toBe(404);
  await expect(second.page.getByRole('heading', { name: 'No profile' })).toBeVisible();
});
