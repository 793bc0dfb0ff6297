import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { faults } from './helpers.ts';
import { expectSound, type Member, newMember } from './members.ts';

const PHONE = { width: 360, height: 640 };
const DESKTOP = { width: 1440, height: 900 };

/** A page of someone with an account. */
const member = (browser: Browser, size: typeof PHONE): Promise<Member> =>
  newMember(browser, 'Cup', size, '/tournaments');

const isWiderThanScreen = (page: Page): Promise<boolean> =>
  page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) > innerWidth);

test('a tournament is organised, entered and started, and its page leads to the own game', async ({ browser }) => {
  const [organiser, other] = [await member(browser, PHONE), await member(browser, DESKTOP)];
  const { page } = organiser;
  await page.goto('/tournaments');
  await page.getByRole('textbox', { name: 'Name' }).fill('The evening cup');
  await page.getByRole('spinbutton', { name: 'Rounds' }).fill('1');
  await expect(page.getByRole('checkbox', { name: 'Programs may enter' })).not.toBeChecked();
  expect(await faults(page)).toEqual([]);
  expect(await isWiderThanScreen(page)).toBe(false);
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The evening cup' })).toBeVisible();
  await expect(page).toHaveTitle('The evening cup · Tablier');
  // An organiser may enter, or only start what others play.
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(page.getByText('There are not enough players yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(page.getByText('You are in.')).toBeVisible();

  await other.page.goto('/tournaments');
  await other.page.getByRole('link', { name: 'The evening cup' }).first().click();
  await other.page.getByRole('button', { name: 'Enter', exact: true }).click();
  await expect(other.page.getByRole('row')).toHaveCount(3);

  // What most would do next is the one button in sight.
  await expect(page.getByRole('region', { name: 'The evening cup' }).getByRole('button')).toHaveText(['Start now']);
  await page.getByRole('button', { name: 'Start now' }).click();
  await expect(page.getByText('Round 1 of 1')).toBeVisible();
  // The other page learns it by itself.
  const game = other.page.getByRole('link', { name: 'To my game' });
  await expect(game).toBeVisible();
  for (const each of [page, other.page]) {
    expect(await faults(each)).toEqual([]);
    expect(await isWiderThanScreen(each)).toBe(false);
  }
  // Each tie-break has a column where there is room, else one is chosen: nothing scrolls to the side.
  for (const [each, isPhone] of [
    [page, true],
    [other.page, false],
  ] as const) {
    const standings = each.getByRole('group', { name: 'Standings' });
    const columns = standings.getByRole('columnheader').filter({ hasText: /^(Buchholz|Sonneborn-Berger|Wins|Direct)/ });
    await expect(columns.filter({ visible: true })).toHaveCount(isPhone ? 1 : 5);
    // No column is a number without a name, and each is explained.
    await expect(columns.filter({ visible: true }).first()).toBeInViewport();
    await each.getByText('What the columns mean').click();
    await expect(each.getByRole('definition')).toHaveCount(6);
    await expect(each.getByText('The points of all your opponents added up')).toBeVisible();
    const choice = standings.getByRole('combobox', { name: 'Tie-break' });
    if (isPhone) await choice.selectOption('Sonneborn-Berger');
    else await expect(choice).toBeHidden();
    await expect(standings.getByRole('columnheader', { name: 'Sonneborn-Berger' })).toBeVisible();
    expect(await standings.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  }
  await game.click();
  await expect(other.page).toHaveURL(/\/t\/[\w-]{22}$/);

  // The game leads back, and leaving it costs the round.
  await page.getByRole('link', { name: 'To my game' }).click();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Abort the game' }).click();
  await expect(
    page.getByText('In the tournament, a player who leaves or does not come loses the round.'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'To the tournament' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The evening cup' })).toBeVisible();
  const back = other.page.getByRole('link', { name: 'To the tournament' });
  await expect(back).toBeVisible();
  expect(await faults(other.page)).toEqual([]);

  // Neither has played a rated game, and both have a page.
  const names = page.getByRole('group', { name: 'Standings' }).getByRole('rowheader').getByRole('link');
  await expect(names).toHaveCount(2);
  for (const each of await names.all())
    expect((await page.request.get((await each.getAttribute('href')) ?? '')).status()).toBe(200);
  await page.locator(`a[href="/@${other.username}"]`).click();
  await expect(page.getByText(`@${other.username}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Challenge' })).toBeVisible();
  await page.getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByRole('button', { name: 'Stop following' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await page.getByRole('region', { name: 'Tournaments' }).getByRole('link', { name: 'The evening cup' }).click();

  // The tools of the organiser: two presses each, and a log.
  const dialog = page.getByRole('dialog');
  await page.getByText('More', { exact: true }).click();
  await page.getByRole('button', { name: 'Pause' }).click();
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await expect(page.getByText('The organiser has paused the tournament.')).toBeVisible();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('button', { name: 'Give board 1 a result' }).click();
  await expect(dialog.getByRole('button', { name: 'A tie' })).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'A tie' }).click();
  await expect(page.getByText('½ – ½ (by the organiser)')).toBeVisible();
  await expect(page.getByText('The tournament is over.')).toBeVisible();
  const report = await page.request.get(`${new URL(page.url()).pathname}.trf`);
  expect(await report.text()).toMatch(/^012 The evening cup\n[^]*\n001 {4}1 .* 0\.5 +1 {5}2 [wb] =\n/);
  await page.getByRole('button', { name: 'Undo round 1' }).click();
  await dialog.getByRole('button', { name: 'Undo round 1' }).click();
  await expect(page.getByText('The organiser has paused the tournament.')).toBeVisible();
  await page.getByText('Changes of the organiser and the players').click();
  await expect(page.getByText('The organiser gave round 1, board 1 a result: ? – ? became ½ – ½.')).toBeVisible();
  expect(await faults(page)).toEqual([]);
  expect(await isWiderThanScreen(page)).toBe(false);

  await page.getByRole('button', { name: 'Cancel the tournament' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel the tournament' }).click();
  await expect(page.getByText('The tournament was cancelled.')).toBeVisible();
  // The browser logs the refused start itself.
  expect(organiser.complaints.filter((text) => !text.includes('status of 409'))).toEqual([]);
  expect(other.complaints).toEqual([]);
  for (const each of [page, other.page]) await each.context().close();
});

/** A reader of tournaments in a language and a time zone. */
const reader = (browser: Browser, locale: string, timezoneId: string): Promise<Member> =>
  newMember(browser, 'Clock', { ...PHONE, locale, timezoneId }, '/tournaments');

/** What a page says, with plain spaces. */
const saidIn = async (page: Page): Promise<string> => (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');

/** A day at least five months and at most a year from now, in winter or summer: what is said of it depends on the season only. */
function someDay() {
  const [month, year] = [new Date().getUTCMonth(), new Date().getUTCFullYear()];
  return month > 0 && month < 7
    ? { day: `${year + 1}-01-20`, next: `${year + 1}-01-21`, inUtc: 19, paris: 'Central European Standard Time' }
    : {
        day: `${month === 0 ? year : year + 1}-07-20`,
        next: `${month === 0 ? year : year + 1}-07-21`,
        inUtc: 18,
        paris: 'Central European Summer Time',
      };
}

test('the date of a tournament is read in the zone of the reader and in that of the organiser', async ({ browser }) => {
  const { day, next, inUtc, paris } = someDay();
  const { page } = await reader(browser, 'en-GB', 'Europe/Paris');
  await page.getByRole('textbox', { name: 'Name' }).fill('The dated cup');
  await page.getByRole('combobox', { name: 'Start', exact: true }).selectOption('On a date');
  await page.getByLabel('Date and time').fill(`${day}T20:00`);
  await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue('Europe/Paris');
  expect(await faults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create the tournament' }).click();
  await expect(page.getByText(/^Starts: \w+day, \w+ 20, /)).toBeVisible();
  const own = await saidIn(page);
  expect(own).toContain(paris);
  // Their clocks are the same.
  expect(own).not.toContain('Europe/Paris:');
  const address = page.url();

  const overseas = (await reader(browser, 'en-US', 'America/New_York')).page;
  await overseas.goto(address);
  await expect(overseas.getByText(/^Starts: /)).toBeVisible();
  const there = await saidIn(overseas);
  expect(there).toMatch(/Starts: \w+day, \w+ 20, \d{4} at 2:00 PM Eastern (Standard|Daylight) Time/);
  expect(there).toMatch(new RegExp(`Europe/Paris: \\w+day, \\w+ 20, \\d{4} at 8:00 PM ${paris}`));
  await overseas.getByRole('link', { name: 'All tournaments' }).click();
  const item = overseas
    .getByRole('listitem')
    .filter({ has: overseas.locator(`a[href="${new URL(address).pathname}"]`) });
  await expect(item).toContainText(/Starts: \w+, \w+ 20, \d{4}, 2:00\sPM E[SD]T/);
  const download = overseas.waitForEvent('download');
  await item.getByRole('link', { name: 'Calendar file' }).click();
  const start = `${day.replaceAll('-', '')}T${inUtc}0000Z`;
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`\r\nDTSTART:${start}\r\n`);

  // The organiser puts it off by a day.
  await page.getByText('More', { exact: true }).click();
  await page.getByText('Change the start').click();
  await page.getByLabel('Date and time').fill(`${next}T21:30`);
  await page.getByRole('button', { name: 'Save the start' }).click();
  await expect(page.getByText(/^Starts: \w+day, \w+ 21, /)).toBeVisible();
  const tokyo = (await reader(browser, 'de-DE', 'Asia/Tokyo')).page;
  await tokyo.goto(address);
  await expect(tokyo.getByText(/^Beginn: \w+tag, 22\. \w+ \d{4} um 0[45]:30/)).toBeVisible();
  expect(await saidIn(tokyo)).toMatch(/Europe\/Paris: \w+, 21\. \w+ \d{4} um 21:30 Mitteleuropäische/);
  expect(await isWiderThanScreen(tokyo)).toBe(false);
  expect(await faults(tokyo)).toEqual([]);
  for (const each of [page, overseas, tokyo]) await each.context().close();
});

test('the first HTML of a tournament has its name, and an unknown one is not found', async ({ browser }) => {
  const { page } = await member(browser, PHONE);
  const id = await page.evaluate(async () => {
    const terms = {
      name: 'Quick <cup>',
      game: 'isaac',
      options: {},
      seats: 2,
      clock: { system: 'fischer', base: 300, increment: 3 },
      kind: 'round-robin',
      visibility: 'link',
      bots: false,
      rated: false,
    };
    const body = JSON.stringify({ id: 'first-html', terms });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/v1/tournaments', { method: 'POST', headers, body });
    return ((await answer.json()) as { readonly tournament: string }).tournament;
  });
  const html = await (await page.request.get(`/tournament/${id}`)).text();
  expect(html).toContain('Isaac · Quick &lt;cup&gt;');
  expect((await page.request.get(`/tournament/${'x'.repeat(22)}`)).status()).toBe(404);
  expect((await page.request.get('/tournaments')).status()).toBe(200);
  await page.goto(`/tournament/${'x'.repeat(22)}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.context().close();
});

test('a file of another program fills a tournament, and what is wrong with one is said with its line', async ({
  browser,
}) => {
  const organiser = await newMember(browser, 'Olga', { width: 360, height: 640 }, '/tournaments');
  const { page } = organiser;
  const terms = {
    ...{ name: 'Winter', game: 'isaac', options: {}, seats: 2, kind: 'swiss', rounds: 2, visibility: 'link' },
    ...{ clock: { system: 'fischer', base: 300, increment: 3 }, bots: false, rated: false },
  };
  const made = await page.request.post('/api/v1/tournaments', { data: { id: `import-${Date.now()}`, terms } });
  await page.goto(`/tournament/${((await made.json()) as { readonly tournament: string }).tournament}`);
  const player = (number: number, name: string, rest: string): string =>
    `001    ${number}      ${name.padEnd(33)} 1500`.padEnd(80) + rest;
  const read = async (second: string): Promise<void> => {
    const text = `012 Winter\n${player(1, 'Ada', ' 1.0    1     2 w 1')}\n${player(2, 'Bob', second)}\n`;
    await page.getByLabel('File of another program').setInputFiles({
      ...{ name: 'winter.trf', mimeType: 'text/plain' },
      buffer: Buffer.from(text),
    });
  };
  await page.getByText('Read players and rounds from a file').click();
  await read(' 1.0    2     1 b 1');
  await expect(page.getByText('Line 2: a result is unknown, or does not fit that of the opponent.')).toBeVisible();
  await expectSound({ ...organiser, complaints: organiser.complaints.filter((line) => !line.includes('422')) });
  await read(' 0.0    2     1 b 0');
  await expect(page.getByText('The organiser has paused the tournament.').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /Ada/ }).first()).toContainText('1');
  await page.getByRole('button', { name: 'Go on', exact: true }).click();
  // They play at a real board: their names lead to no table, and the organiser gives the result.
  await page.getByRole('button', { name: 'Give board 1 a result' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'A tie' }).click();
  await expect(page.getByText('½ – ½').first()).toBeVisible();
  await expectSound({ ...organiser, complaints: organiser.complaints.filter((line) => !line.includes('422')) });
});
