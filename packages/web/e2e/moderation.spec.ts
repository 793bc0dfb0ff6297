import { type Browser, expect, type Page } from '@playwright/test';
import { test } from './fixtures.ts';
import { faults, listen, newPage, open } from './helpers.ts';
import { appoint, newMember } from './members.ts';

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 640 };
/** The last one is how the pages of these tests begin. */
const LOOKS = [
  { viewport: DESKTOP, colorScheme: 'dark' },
  { viewport: PHONE, colorScheme: 'light' },
] as const;

/** Sends a command of a member to the documented API. */
async function command(page: Page, token: string, path: string, data: object): Promise<{ readonly table: string }> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await page.request.post(`/api/v1${path}`, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { readonly table: string };
}

async function tokenOf(page: Page): Promise<string> {
  const answer = await page.request.post('/api/me/tokens', { data: { label: 'x', scopes: ['play'], days: 1 } });
  return ((await answer.json()) as { readonly secret: string }).secret;
}

/** Someone is rude at a table, and who plays them reports it. The page of the rude person, at that table. */
async function reportSomeone(browser: Browser): Promise<Page> {
  const [victim, rude] = [
    await newMember(browser, 'Vera', PHONE, null),
    await newMember(browser, 'Rufus', PHONE, null),
  ];
  const [token, other] = [await tokenOf(victim.page), await tokenOf(rude.page)];
  const terms = {
    ...{ game: 'isaac', options: {}, clock: { system: 'none' }, takeBack: 'never' },
    ...{ visibility: 'link', seating: 'chosen', chairs: ['me', 'open'] },
  };
  const { table } = await command(victim.page, token, '/tables', { id: `t-${Date.now()}`, terms });
  await command(rude.page, other, `/tables/${table}/join`, { id: 'join', chair: 1 });
  await command(rude.page, other, `/tables/${table}/chat`, { id: 'say', text: 'You play like a cow.' });
  const about = { person: { table, seat: 1 }, reason: 'chat', text: 'Rufus insults me.' };
  expect((await victim.page.request.post('/api/v1/reports', { data: about })).status()).toBe(200);
  await open(rude.page, `/t/${table}`);
  return rude.page;
}

/** Axe finds nothing and nothing is too wide, on a desktop in the dark and on a phone. */
async function expectSound(page: Page): Promise<void> {
  for (const { viewport, colorScheme } of LOOKS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    expect(await faults(page), colorScheme).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  }
}

test('a moderator looks at the evidence of a report and warns the person', async ({ browser }) => {
  await reportSomeone(browser);
  const { page, username, complaints } = await newMember(browser, 'Mona', PHONE, '/moderation');
  await expect(page.getByText('Only moderators see reports.')).toBeVisible();
  await expect(page.getByText('Players reported these people.')).toBeHidden();
  await expectSound(page);
  appoint(username);
  await page.goto('/account');
  await page.getByRole('link', { name: 'See the reports' }).click();
  await expect(page).toHaveTitle('Reports · Tablier');
  const report = page.getByRole('listitem').filter({ hasText: 'Rufus' }).first();
  await report.getByText('Evidence and decision').click();
  await expect(report.getByText('Rufus insults me.')).toBeVisible();
  await expect(report.getByText('You play like a cow.')).toBeVisible();
  await expect(report.getByRole('link', { name: 'Isaac' })).toBeVisible();
  await expectSound(page);
  await report.getByRole('radio', { name: 'Warning' }).check();
  await report.getByLabel('What the person reads').fill('Be kind.');
  await report.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('Rufus: Warning. The report is closed.')).toBeVisible();
  await page.getByRole('button', { name: 'Decided' }).click();
  const closed = page.getByRole('listitem').filter({ hasText: 'Be kind.' }).first();
  await expect(closed).toContainText(`Warning by @${username}`);
  await expectSound(page);
  expect(complaints.filter((line) => !line.includes('403'))).toEqual([]);
});

test('a moderator mutes a person, who reads in the chat until when and why', async ({ browser }) => {
  const rude = await reportSomeone(browser);
  const { page, username } = await newMember(browser, 'Mona', PHONE, null);
  appoint(username);
  await open(page, '/moderation');
  const report = page.getByRole('listitem').filter({ hasText: 'Rufus' }).first();
  await report.getByText('Evidence and decision').click();
  await report.getByRole('radio', { name: 'Mute' }).check();
  await report.getByLabel('For how many hours, at most 720').fill('48');
  await report.getByLabel('What the person reads').fill('Be kind.');
  await expectSound(page);
  await report.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('Rufus: Mute. The report is closed.')).toBeVisible();
  await page.getByRole('button', { name: 'Decided' }).click();
  const closed = page.getByRole('listitem').filter({ hasText: 'Be kind.' }).first();
  await expect(closed).toContainText(/Mute, until .+ by @/);
  await closed.getByText('Evidence and decision').click();
  await expect(closed.getByText('Cannot chat before')).toBeVisible();
  await expectSound(page);

  const complaints = listen(rude);
  await open(rude, new URL(rude.url()).pathname);
  await rude.getByRole('button', { name: 'Chat' }).first().click();
  await rude.getByRole('textbox', { name: 'Your message' }).fill('Moo.');
  await rude.getByRole('button', { name: 'Send' }).click();
  await expect(rude.getByRole('alert')).toHaveText(/^You cannot chat before \w{3}, .+ [A-Z]{3}\S*\. Be kind\.$/);
  await expectSound(rude);
  expect(complaints).toEqual([]);
});

test('a tournament is reported on its page, and a moderator renames and cancels it', async ({ browser }) => {
  const [organiser, player] = [
    await newMember(browser, 'Otto', PHONE, null),
    await newMember(browser, 'Pia', PHONE, null),
  ];
  const clock = { system: 'fischer', base: 300, increment: 3 };
  const rules = { game: 'isaac', options: {}, seats: 2, clock, kind: 'swiss', rounds: 2, bots: false, rated: false };
  const terms = { ...rules, name: 'A rude word', visibility: 'link' };
  const made = await organiser.page.request.post('/api/v1/tournaments', { data: { id: 'first', terms } });
  const { tournament } = (await made.json()) as { readonly tournament: string };
  const address = `/tournament/${tournament}`;
  await open(organiser.page, address);
  await expect(organiser.page.getByText('Report this tournament')).toHaveCount(0);

  const { page } = player;
  await open(page, address);
  const summary = page.getByText('Report this tournament');
  await summary.click();
  await expect(page.getByLabel('Reason')).toHaveValue('name');
  await expectSound(page);
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(summary).toBeFocused();
  await summary.press('Enter');
  await page.getByRole('button', { name: 'Send the report' }).click();
  await expect(page.getByText('Your report about A rude word has been sent.')).toBeFocused();
  await expectSound(page);

  const moderator = await newMember(browser, 'Mona', PHONE, null);
  appoint(moderator.username);
  await open(moderator.page, '/moderation');
  const reports = moderator.page.getByRole('listitem').filter({ hasText: organiser.username });
  await expect(reports).toContainText('Tournament · A rude word · Offensive name');
  await reports.getByText('Evidence and decision').click();
  await expect(reports.getByRole('link', { name: 'A rude word' })).toBeVisible();
  await reports.getByRole('radio', { name: 'Another tournament name' }).check();
  await reports.getByLabel('New name of the tournament').fill('The evening cup');
  await reports.getByLabel('What the person reads').fill('It insults.');
  await expectSound(moderator.page);
  await reports.getByRole('button', { name: 'Decide' }).click();
  await expect(moderator.page.getByText('Otto: Another tournament name. The report is closed.')).toBeVisible();
  await open(page, address);
  await expect(page.getByRole('heading', { level: 1, name: 'The evening cup' })).toBeVisible();

  await moderator.page.getByRole('button', { name: 'Decided' }).click();
  await reports.getByText('Evidence and decision').click();
  await reports.getByRole('radio', { name: 'Cancellation of the tournament' }).check();
  await reports.getByLabel('What the person reads').fill('It goes on.');
  await reports.getByRole('button', { name: 'Decide' }).click();
  await expect(page.getByText('The tournament was cancelled.')).toBeVisible();
  await moderator.page.getByRole('button', { name: 'Decided' }).click();
  await expect(reports).toContainText(`Cancellation of the tournament by @${moderator.username}`);
  await reports.getByText('Evidence and decision').click();
  await expect(reports.getByRole('radio', { name: 'Another tournament name' })).toBeVisible();
  await expect(reports.getByRole('radio', { name: 'Cancellation of the tournament' })).toHaveCount(0);
  // The organiser reads it, at the bell and on the page of the tournament.
  await open(organiser.page, address);
  await expect(organiser.page.getByText('A moderator cancelled this tournament. It goes on.')).toBeVisible();
  await expect(player.page.getByText('A moderator cancelled this tournament.')).toHaveCount(0);
  await organiser.page.getByRole('button', { name: 'Waiting for you: 2' }).click();
  const bell = organiser.page.getByRole('dialog', { name: 'Waiting for you' });
  await expect(
    bell.getByRole('link', { name: /^Your tournament The evening cup was renamed It insults\.$/ }),
  ).toBeVisible();
  await expectSound(organiser.page);
  await bell.getByRole('button', { name: 'I have read this' }).click();
  await expect(bell.getByText('Nothing is waiting for you.')).toBeVisible();
  await expect(bell).toBeFocused();
  await expect(organiser.page.getByRole('button', { name: 'Waiting for you', exact: true })).toBeAttached();
  for (const { complaints } of [organiser, player, moderator]) expect(complaints).toEqual([]);
});

test('who is not signed in is asked to', async ({ browser, baseURL }) => {
  const page = await newPage(browser, { baseURL: baseURL ?? '', viewport: PHONE });
  await page.goto('/moderation?lang=de');
  await expect(page.getByText('Melde dich als Moderator an')).toBeVisible();
  await expectSound(page);
});
