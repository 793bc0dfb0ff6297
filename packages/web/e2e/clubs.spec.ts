import { expect } from '@playwright/test';
import { expectSound, newMember } from './members.ts';
import { test } from './fixtures.ts';

test('a club is founded, joined by its link, and its second event begins', async ({ browser }) => {
  // The server of these tests keeps its data.
  const key = Date.now().toString(36);
  const [name, id] = [`The Woods, ${key}`, `the-woods-${key}`];
  const owner = await newMember(browser, 'Olga', { width: 360, height: 640 }, '/clubs');
  const { page } = owner;
  await expect(page).toHaveTitle('Clubs · Tablier');
  await page.getByRole('textbox', { name: 'Name of the club' }).fill(name);
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(id);
  await expectSound(owner);
  await page.getByRole('button', { name: 'Found the club' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(`${name} · Tablier`);
  // The first steps of the owner: the link, an event, an announcement.
  const steps = page.getByRole('region', { name: 'Three steps to the first evening' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.getByText(`/club/${id}#`)).toBeVisible();
  await steps.getByRole('button', { name: 'New announcement' }).click();
  const announcement = page.getByRole('textbox', { name: 'New announcement' });
  await expect(announcement).toBeFocused();
  await announcement.fill('We play on Fridays.');
  await page.getByRole('button', { name: 'Announce', exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'We play on Fridays.' })).toBeVisible();

  const club = (await (await page.request.get(`/api/clubs/${id}`)).json()) as {
    readonly you: { readonly code: string };
  };
  const { code } = club.you;
  const member = await newMember(browser, 'Paul', { width: 1440, height: 900 }, `/club/${id}#${code}`);
  await member.page.getByRole('button', { name: 'Join the club' }).click();
  const members = member.page.getByRole('region', { name: 'Members' });
  await expect(members.getByRole('link')).toHaveText(['Olga', 'Paul']);
  await expect(members.getByRole('listitem').first()).toContainText('online · owner');
  await members.getByRole('button', { name: 'Challenge Olga' }).click();
  const games = member.page.getByRole('dialog', { name: 'Challenge Olga: which game?' });
  await expect(games.getByRole('link', { name: 'Isaac' })).toHaveAttribute(
    'href',
    `/isaac/play?against=${owner.username}`,
  );
  await games.getByRole('button', { name: 'Cancel' }).click();
  await expectSound(member);

  // Weekly, from tomorrow on.
  await steps.getByRole('button', { name: 'New event' }).click();
  await page.getByRole('textbox', { name: 'Name of the tournament' }).fill('Friday');
  await page.getByRole('spinbutton', { name: 'Rounds' }).fill('1');
  await page.getByRole('combobox', { name: 'Start', exact: true }).selectOption('In 60 minutes');
  await page.getByRole('combobox', { name: 'Repeat' }).selectOption('Every week');
  await expect(page.getByRole('checkbox', { name: 'Only members may enter' })).toBeChecked();
  await expectSound(owner);
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  const enter = async (path: string): Promise<void> => {
    for (const each of [page, member.page]) {
      if (each.url() !== new URL(path, page.url()).href) await each.goto(path);
      await each.getByRole('button', { name: 'Enter', exact: true }).click();
      await expect(each.getByText('You are in.')).toBeVisible();
    }
    await page.reload();
    await page.getByRole('button', { name: 'Start now' }).click();
    await expect(page.getByText('Round 1 of 1')).toBeVisible();
  };
  await expect(page.getByRole('link', { name: `Club: ${name}` })).toBeVisible();
  await enter(new URL(page.url()).pathname);
  await page.getByRole('button', { name: 'Give board 1 a result' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Paul won' }).click();
  await expect(page.getByText('The tournament is over.')).toBeVisible();

  await page.getByRole('link', { name: `Club: ${name}` }).click();
  await expect(page.getByRole('region', { name: 'Past events' })).toContainText('Won by Paul');
  await page.getByText('New season').click();
  await page.getByRole('textbox', { name: 'Name of the season' }).fill('Winter');
  const year = new Date().getFullYear();
  await page.getByLabel('First day').fill(`${year}-01-01`);
  await page.getByLabel('Last day').fill(`${year + 1}-12-30`);
  await page.getByRole('button', { name: 'Add the season' }).click();
  await expect(page.getByRole('region', { name: 'Season' }).getByRole('row').nth(1)).toContainText('Paul');
  await expect(page.getByRole('link', { name: 'Calendar file' })).toHaveAttribute('href', `/club/${id}.ics`);
  await expectSound(owner);
  const next = page.getByRole('region', { name: 'Next event', exact: true });
  await expect(next).toContainText('Friday');
  await enter((await next.getByRole('link', { name: 'To the event' }).getAttribute('href')) ?? '');
  await page.goto(`/club/${id}`);
  await expect(next).toContainText('Being played');
  for (const each of [page, member.page]) await each.context().close();
});
