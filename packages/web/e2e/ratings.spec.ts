import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { follow, giveUp, open, placeByMouse, yourTurn } from './helpers.ts';
import { expectSound, newMember } from './members.ts';

test('two members play a rated game: it says so, changes their ratings, and is on their profiles', async ({
  browser,
}) => {
  const [ada, basil] = [
    await newMember(browser, 'Ada', { width: 360, height: 640 }),
    await newMember(browser, 'Basil', { width: 1440, height: 900 }),
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
  for (let moves = 0; moves < 5; moves++) {
    for (const { page } of [first, second]) {
      await yourTurn(page);
      await placeByMouse(page);
    }
  }
  await yourTurn(first.page);
  await giveUp(first.page);
  const changes = second.page.getByRole('list', { name: 'New ratings' });
  await expect(changes).toContainText('1662? (+162)');
  await expect(changes).toContainText('1338? (−162)');
  for (const each of [ada, basil]) await expectSound(each);

  await open(second.page, '/isaac');
  await second.page.getByRole('combobox', { name: 'Clock' }).selectOption('untimed');
  await expect(second.page.getByText('Your rating: 1662?')).toBeVisible();
  await open(second.page, `/@${encodeURIComponent(first.username)}`);
  await expect(second.page.getByText('You against this player: 1 won, 0 drawn, 0 lost.')).toBeVisible();
  await expect(second.page.getByRole('img', { name: 'Between 1338 and 1338' })).toBeVisible();
  const games = second.page.getByRole('region', { name: 'Rated games' });
  await expect(games.getByRole('listitem').filter({ hasText: 'Lost' })).toContainText('−162');
  // Their games first, each a challenge.
  const boxes = second.page.getByRole('region', { name: /^Challenge / }).getByRole('link');
  await expect(boxes.first()).toHaveAccessibleName(/^Isaac\s*0 won, 0 drawn, 1 lost$/);
  await expect(boxes.first()).toHaveAttribute('href', `/isaac/play?against=${first.username}`);
  await expect(boxes).toHaveCount(4);
  await expectSound(second);

  await open(first.page, '/account#profile');
  await first.page.getByLabel('Show my ratings').uncheck();
  await first.page.getByLabel('Show my rated games').uncheck();
  await expect(first.page.getByRole('link', { name: `/@${encodeURIComponent(first.username)}` })).toBeHidden();
  await expect
    .poll(() => first.page.evaluate(async () => (await fetch('/api/me/profile')).json() as Promise<unknown>))
    .toEqual({ ratings: false, games: false });
  await expectSound(first);
  const answer = await second.page.goto(`/@${encodeURIComponent(first.username)}`);
  expect(answer?.status()).toBe(200);
  await expect(second.page.getByText(`@${first.username}`)).toBeVisible();
  await expect(second.page.getByRole('button', { name: 'Challenge' })).toBeVisible();
  await expect(second.page.getByRole('heading', { level: 2 })).toHaveText([/^Challenge /]);
});

test('the own profile exists before the first rated game, and no request fails', async ({ browser }) => {
  const member = await newMember(browser, 'Ida', { width: 360, height: 640 }, '/account');
  await follow(member.page, `/@${encodeURIComponent(member.username)}`);
  await expect(member.page.getByText('No rated games yet.')).toBeVisible();
  expect((await member.page.reload())?.status()).toBe(200);
  await expect(member.page.getByText('No rated games yet.')).toBeVisible();
  await expectSound(member);
});

test('a profile that the server does not send is no missing profile, and can be asked for again', async ({ page }) => {
  const request = '**/api/v1/people/stranger';
  await page.route(request, (route) => route.abort());
  await open(page, '/@stranger');
  await expect(page.getByRole('heading', { level: 1, name: 'The page could not load' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('The server does not answer.');
  await page.unroute(request);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'No profile' })).toBeVisible();
});
