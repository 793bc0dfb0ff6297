import { expect } from '@playwright/test';
import { test } from './fixtures.ts';
import { follow, giveUp, open, placeByMouse, yourTurn } from './helpers.ts';
import { expectSound, type Member, newMember } from './members.ts';

const PHONE = { width: 360, height: 640 };
const DESKTOP = { width: 1440, height: 900 };

/** The player to move makes a move, so many times. */
async function playMoves(players: readonly [Member, Member], moves: number): Promise<Member> {
  const isFirst = await Promise.race(players.map(({ page }, index) => yourTurn(page).then(() => index === 0)));
  const order = isFirst ? players : players.toReversed();
  for (let move = 0; move < moves; move++) {
    const mover = order[move % 2];
    if (mover === undefined) throw new Error('no player');
    await yourTurn(mover.page);
    await placeByMouse(mover.page);
  }
  return order[moves % 2] ?? players[0];
}

/** Both play a short game by quick pairing. */
async function meet(ada: Member, basil: Member): Promise<void> {
  await ada.page.getByRole('button', { name: 'Isaac, No clock: ' }).click();
  await basil.page.getByRole('button', { name: 'Isaac, No clock: 1 waiting, play' }).click();
  const next = await playMoves([ada, basil], 2);
  await giveUp(next.page);
  for (const { page } of [ada, basil]) await expect(page.locator('.game-table.finished')).toBeVisible();
}

test('a member follows another, challenges them by name, and they play', async ({ browser }) => {
  const basil = await newMember(browser, 'Basil', DESKTOP, null);
  const ada = await newMember(browser, 'Ada', PHONE, `/@${basil.username}`);
  await ada.page.getByRole('button', { name: 'Follow', exact: true }).click();
  await expect(ada.page.getByRole('button', { name: 'Stop following' })).toBeVisible();
  await expectSound(ada);
  await ada.page.getByRole('button', { name: 'Challenge' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Challenge Basil: which game?' });
  await expect(dialog).toBeVisible();
  await expectSound(ada);
  await dialog.getByRole('link', { name: 'Isaac' }).click();
  await expect(ada.page.getByRole('textbox', { name: 'Username' })).toHaveValue(basil.username);
  await expectSound(ada);
  await ada.page.getByRole('button', { name: 'Create game' }).click();
  await expect(ada.page.getByText('Basil can see the invitation')).toBeVisible();

  // The bell of any page counts it, and leads there.
  await open(basil.page, '/settings');
  await basil.page.getByRole('button', { name: 'Waiting for you: 1' }).click();
  const bell = basil.page.getByRole('dialog', { name: 'Waiting for you' });
  await expect(bell.getByRole('link', { name: /Ada .*invites you: Isaac/ })).toBeVisible();
  const box = bell.locator('img:visible').first();
  await expect.poll(() => box.evaluate((picture) => (picture as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await expectSound(basil);
  await basil.page.keyboard.press('Tab');
  await basil.page.keyboard.press('Escape');
  await expect(bell).toBeHidden();
  await expect(basil.page.getByRole('button', { name: 'Waiting for you: 1' })).toBeFocused();

  await open(basil.page, '/lobby');
  const invitation = basil.page.getByRole('listitem').filter({ hasText: /Ada .*invites you: Isaac/ });
  await expect(invitation).toContainText('No clock · rated');
  await expectSound(basil);
  await invitation.getByRole('button', { name: /^Accept: Isaac with Ada/ }).click();
  const next = await playMoves([ada, basil], 3);
  if (next === ada) {
    await yourTurn(ada.page);
    await placeByMouse(ada.page);
  }
  // The bell counts a turn of the table, but not while that is on the screen, as it says so itself.
  await yourTurn(basil.page);
  const { pathname } = new URL(basil.page.url());
  await follow(basil.page, '/settings');
  await expect(basil.page.getByRole('button', { name: 'Waiting for you: 1' })).toBeVisible();
  await follow(basil.page, pathname);
  await expect(basil.page.getByRole('button', { name: 'Waiting for you', exact: true })).toBeVisible();

  await open(ada.page, '/lobby');
  const followed = ada.page.getByRole('region', { name: 'People you follow' });
  await expect(followed.getByRole('listitem')).toContainText('playing now');
  await expect(followed.getByRole('link', { name: 'Watch Basil play' })).toBeVisible();
  await expectSound(ada);

  await followed.getByRole('button', { name: 'Challenge Basil' }).click();
  await ada.page.getByRole('dialog').getByRole('link', { name: 'Arcanor' }).click();
  await ada.page.getByRole('button', { name: 'Create game' }).click();
  await basil.page.goto('/');
  await basil.page.getByRole('button', { name: /^Decline: Arcanor with Ada/ }).click();
  await expect(ada.page.getByText('Basil declined.')).toBeVisible();
});

test('chat of a table: mute, report and block a person, and unblock them on the account page', async ({ browser }) => {
  const [cleo, dora] = [await newMember(browser, 'Cleo', DESKTOP), await newMember(browser, 'Dora', PHONE)];
  await meet(cleo, dora);
  await dora.page.getByRole('button', { name: 'Chat' }).first().click();
  await dora.page.getByLabel('Your message').fill('you play badly');
  await dora.page.getByRole('button', { name: 'Send' }).click();
  const chat = cleo.page.getByRole('region', { name: /^Chat/ });
  await cleo.page.getByRole('tab', { name: /^Chat/ }).click();
  await expect(chat.getByText('you play badly')).toBeVisible();
  await chat.getByRole('button', { name: 'Block or report…' }).click();
  const dialog = cleo.page.getByRole('dialog', { name: 'Mute, block or report' });
  await expect(dialog.getByLabel('Whom?')).toHaveValue('Dora');
  await expectSound(cleo);
  await dialog.getByRole('button', { name: 'Report' }).click();
  await dialog.getByLabel('Reason').selectOption('Insults or spam');
  await dialog.getByLabel('What happened? (optional)').fill('Rude after the game.');
  await expectSound(cleo);
  await dialog.getByRole('button', { name: 'Send the report' }).click();
  await expect(dialog.getByText('Your report about Dora has been sent.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Block' }).click();
  await expect(dialog.getByText('Dora is blocked.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(chat.getByText('you play badly')).toBeHidden();
  await cleo.page.reload();
  await cleo.page.getByRole('tab', { name: /^Chat/ }).click();
  await expect(cleo.page.getByRole('region', { name: /^Chat/ })).toBeVisible();
  await expect(cleo.page.getByText('you play badly')).toBeHidden();

  await open(dora.page, '/arcanor/play?against=' + cleo.username);
  await dora.page.getByRole('button', { name: 'Create game' }).click();
  await expect(dora.page.getByRole('alert')).toContainText('This player does not play with you');
  await open(cleo.page, '/account');
  await expect(cleo.page.getByRole('listitem').filter({ hasText: 'Dora' })).toContainText('blocked');
  await expectSound(cleo);
  await cleo.page.getByRole('button', { name: 'Unblock Dora' }).click();
  await expect(cleo.page.getByText('You have blocked or muted no one.')).toBeVisible();
  const refusing = cleo.page.waitForResponse((response) => response.url().endsWith('/api/me/contact'));
  await cleo.page.getByRole('radio', { name: 'No one', exact: true }).check();
  await refusing;
  await dora.page.getByRole('button', { name: 'Create game' }).click();
  await expect(dora.page.getByRole('alert')).toContainText('This player does not play with you');
  const saved = cleo.page.waitForResponse((response) => response.url().endsWith('/api/me/contact'));
  await cleo.page.getByRole('radio', { name: 'Everyone', exact: true }).check();
  await saved;
  await dora.page.getByRole('button', { name: 'Create game' }).click();
  await expect(dora.page.getByText('Cleo can see the invitation')).toBeVisible();
});
