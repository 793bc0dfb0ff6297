import { type Browser, expect, type Page } from '@playwright/test';
import { PROTOCOL_VERSION } from '@tablier/protocol';
import { test } from './fixtures.ts';
import { chooseInMenu, faults, listen, movesMade, newPage, placeByMouse, playing } from './helpers.ts';
import { ownServer } from './servers.ts';

const PHONE = { width: 360, height: 740 };
const DESK = { width: 1280, height: 800 };

interface Visitor {
  readonly page: Page;
  readonly complaints: string[];
}

/** A user with a browser of their own. */
async function visitor(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visitor> {
  const page = await newPage(browser, { viewport: PHONE, ...options });
  return { page, complaints: listen(page) };
}

/** Signs a browser in as a guest with this name. */
async function introduce(page: Page, base: string, name: string): Promise<void> {
  expect((await page.request.post(`${base}/api/guests`, { data: { name } })).ok()).toBe(true);
}

/** Sends a command over a separate connection, as the page would; returns the table. */
async function command(page: Page, base: string, wanted: object): Promise<string> {
  // Any file of the server will do: the page itself takes a second to start.
  if (page.url() === 'about:blank') await page.goto(`${base}/robots.txt`);
  return page.evaluate(
    ({ sent, version }) =>
      new Promise<string>((resolve, reject) => {
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/socket`);
        const send = (message: object) => socket.send(JSON.stringify(message));
        socket.addEventListener('open', () => send({ kind: 'hello', version }));
        socket.addEventListener('close', ({ code }) => reject(new Error(`the connection was closed with ${code}`)));
        socket.addEventListener('message', ({ data }) => {
          const { kind, table } = JSON.parse(String(data)) as { readonly kind: string; readonly table?: string };
          if (kind === 'welcome') return send({ kind: 'do', id: `e${Date.now()}`, command: sent });
          if (kind === 'done' && table !== undefined) resolve(table);
          else reject(new Error(String(data)));
          socket.close();
        });
      }),
    { sent: wanted, version: PROTOCOL_VERSION },
  );
}

/** A table at which Ada plays first and Basil second; both have it open. */
async function seated(ada: Page, basil: Page, terms: object, base = ''): Promise<string> {
  await introduce(ada, base, 'Ada');
  await introduce(basil, base, 'Basil');
  return another(ada, basil, terms, base);
}

/** Another such table, of two who have met. */
async function another(ada: Page, basil: Page, terms: object, base = ''): Promise<string> {
  const table = await command(ada, base, {
    kind: 'open',
    terms: {
      game: 'isaac',
      options: {},
      clock: { system: 'none' },
      takeBack: 'asked',
      visibility: 'link',
      seating: 'chosen',
      chairs: ['me', 'open'],
      ...terms,
    },
  });
  await ada.goto(`${base}/t/${table}`);
  await command(basil, base, { kind: 'sit', table, chair: 1 });
  await basil.goto(`${base}/t/${table}`);
  await expect(playing(ada)).toBeVisible();
  return table;
}

const myTurn = (page: Page) => page.getByText('Your turn: place a piece', { exact: true });

async function placeInTurn(page: Page): Promise<void> {
  await expect(myTurn(page)).toBeVisible();
  await placeByMouse(page);
  await expect(myTurn(page)).toBeHidden();
}

const chat = (page: Page) => page.getByRole('region', { name: /^Chat/ });
const said = (page: Page, room = 'Players') => chat(page).getByRole('log', { name: room });

async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel('Your message').fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByLabel('Your message')).toHaveValue('');
}

test('the panel of a large screen has tabs for the moves and the chat, with a mark for new lines', async ({
  browser,
  baseURL,
}) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser, { viewport: DESK, colorScheme: 'dark' })];
  await seated(ada.page, basil.page, {}, baseURL);
  await placeInTurn(ada.page);
  await placeInTurn(basil.page);
  const { page } = basil;
  const [moves, tab] = [page.getByRole('tab', { name: 'Moves' }), page.getByRole('tab', { name: /^Chat/ })];
  const list = page.getByRole('tabpanel', { name: 'Moves' }).getByRole('list', { name: 'Moves' });
  await expect(moves).toHaveAttribute('aria-selected', 'true');
  await expect(list).toBeVisible();
  const places = (): Promise<unknown> =>
    page.evaluate(() =>
      ['.picture', '.panel', '.toolbar', '[role=tab]'].map((part) =>
        document.querySelector(part)?.getBoundingClientRect(),
      ),
    );
  const before = JSON.stringify(await places());
  await ada.page.getByRole('button', { name: 'Chat' }).click();
  await say(ada.page, 'Well met');
  await expect(tab).toHaveAccessibleName('Chat (1 new message)');
  await expect(page.getByRole('status').filter({ hasText: 'Ada: Well met' })).toBeAttached();
  expect(await faults(page)).toEqual([]);

  // The arrow keys choose a tab, and do not look back at a move.
  await moves.focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab).toBeFocused();
  await expect(tab).toHaveAccessibleName('Chat');
  await expect(said(page)).toContainText('Ada Well met');
  await expect(list).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(said(page)).toBeFocused();
  for (const line of ['one', 'two', 'three', 'four']) await say(ada.page, `${line} `.repeat(50));
  await expect(said(page)).toContainText('four');
  expect(JSON.stringify(await places())).toBe(before);
  await expect(page.getByRole('button', { name: 'Send' })).toBeInViewport();
  expect(await faults(page)).toEqual([]);
  await tab.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(moves).toBeFocused();
  await expect(list).toBeVisible();
  expect(await faults(page)).toEqual([]);
  await expect(page.getByText('Looking back')).toHaveCount(0);
  expect(JSON.stringify(await places())).toBe(before);
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});

test('players and spectators have separate chats until the end', async ({ browser, baseURL }) => {
  const [ada, basil, cleo] = [
    await visitor(browser),
    await visitor(browser, { viewport: DESK, colorScheme: 'dark' }),
    await visitor(browser, { viewport: DESK, locale: 'fr-FR' }),
  ];
  const table = await seated(ada.page, basil.page, {}, baseURL);
  await introduce(cleo.page, baseURL ?? '', 'Cléo');
  await cleo.page.goto(`${baseURL}/t/${table}`);
  await ada.page.getByRole('button', { name: 'Moves', exact: true }).click();
  for (const { page } of [ada, basil]) await expect(page.getByText('1 spectator')).toBeVisible();
  await ada.page.keyboard.press('Escape');
  // A spectator does not count themselves.
  await expect(cleo.page.getByText('Vous regardez la partie.')).toBeVisible();
  await expect(cleo.page.getByText('spectateur', { exact: false }).filter({ hasText: /^\d/ })).toHaveCount(0);

  await basil.page.getByRole('tab', { name: 'Chat' }).click();
  await cleo.page.getByRole('tab', { name: 'Discussion' }).click();
  await basil.page.getByRole('button', { name: 'Hello!' }).click();
  await expect(said(basil.page)).toContainText('Basil Hello!');
  // On a phone it is closed, below the board, with a counter above it.
  const opener = ada.page.getByRole('button', { name: 'Chat (1 new message)' });
  await expect(opener).toBeInViewport();
  await opener.click();
  await expect(said(ada.page)).toContainText('Basil Hello!');
  await expect(ada.page.getByLabel('Your message')).toBeFocused();
  await say(ada.page, '<b>bold</b> & plain');
  await expect(said(basil.page)).toContainText('Ada <b>bold</b> & plain');
  await cleo.page.getByRole('button', { name: 'Bien joué !' }).click();
  await expect(cleo.page.getByRole('log', { name: 'Spectateurs' })).toContainText('Cléo Bien joué !');
  await expect(cleo.page.getByText('Hello!')).toBeHidden();
  for (const { page } of [ada, basil]) await expect(page.getByText('Cléo')).toBeHidden();
  for (const { page } of [ada, basil, cleo]) expect(await faults(page)).toEqual([]);

  await basil.page.getByRole('button', { name: 'Turn the chat off' }).click();
  await basil.page.reload();
  await basil.page.getByRole('tab', { name: 'Chat' }).click();
  await expect(basil.page.getByRole('button', { name: 'Turn the chat on' })).toBeVisible();
  await expect(basil.page.getByText('bold')).toBeHidden();
  await basil.page.getByRole('button', { name: 'Turn the chat on' }).click();

  await chooseInMenu(basil.page, 'Abort the game');
  expect(await faults(basil.page)).toEqual([]);
  await basil.page.getByRole('dialog').getByRole('button', { name: 'Abort the game' }).click();
  await expect(ada.page.getByRole('heading', { name: 'The game was aborted' })).toBeVisible();
  // No one has a place, and no one is to move.
  await expect(ada.page.getByRole('columnheader', { name: 'Place' })).toHaveCount(0);
  await expect(ada.page.getByRole('list', { name: 'Players and scores' }).locator('[aria-current]')).toHaveCount(0);
  await expect(said(basil.page, 'Spectators')).toContainText('Cléo Well played!');
  await expect(cleo.page.getByRole('log', { name: 'Joueurs' })).toContainText('Basil Bonjour !');
  for (const { page } of [ada, basil, cleo]) expect(await faults(page)).toEqual([]);
  for (const { complaints } of [ada, basil, cleo]) expect(complaints).toEqual([]);
});

test('vacation begins and ends, and its clock shows it to all', async ({ browser, baseURL }) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  await seated(ada.page, basil.page, { clock: { system: 'days', days: 3, vacation: 14 } }, baseURL);
  await ada.page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(ada.page.getByText('Vacation left: 14 d 0 h.')).toBeVisible();
  await ada.page.keyboard.press('Escape');
  await expect(ada.page).toHaveTitle('Your turn · Isaac · Tablier');
  await expect(basil.page).toHaveTitle('Isaac · Tablier');
  await chooseInMenu(ada.page, 'Begin vacation');
  const seats = basil.page.getByRole('list', { name: 'Players and scores' });
  await expect(seats.getByRole('listitem').first()).toContainText('on vacation');
  for (const { page } of [ada, basil]) expect(await faults(page)).toEqual([]);
  await chooseInMenu(ada.page, 'End vacation');
  await expect(seats.getByRole('listitem').first()).not.toContainText('on vacation');
  await expect(playing(basil.page)).toBeVisible();
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});

test('from a game of days the next one is a press away, and comes up while one waits for the other player', async ({
  browser,
  baseURL,
}) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  const days = { clock: { system: 'days', days: 3, vacation: 14 } } as const;
  await seated(ada.page, basil.page, days, baseURL);
  const first = ada.page.url();
  await another(ada.page, basil.page, { clock: { system: 'none' } }, baseURL);
  const second = ada.page.url();
  const next = ada.page.getByRole('link', { name: 'Next game (1)' });
  await expect(next).toBeVisible();
  for (const [width, height] of [
    [360, 640],
    [740, 360],
    [1440, 900],
  ] as const) {
    await ada.page.setViewportSize({ width, height });
    await expect(next).toBeInViewport({ ratio: 1 });
    expect(await faults(ada.page)).toEqual([]);
  }
  await next.click();
  await expect(ada.page).toHaveURL(first);
  await expect(next).toHaveAttribute('href', new URL(second).pathname);
  // Basil is to move in neither.
  await expect(basil.page.getByRole('link', { name: /Next game/ })).toHaveCount(0);
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});

test('clocks show their periods and delays, and low time', async ({ browser, baseURL }) => {
  const [ada, basil] = [await visitor(browser), await visitor(browser)];
  const seats = (page: Page) => page.getByRole('list', { name: 'Players and scores' }).getByRole('listitem');
  await seated(ada.page, basil.page, { clock: { system: 'byo-yomi', base: 0, periods: 2, period: 6 } }, baseURL);
  await expect(seats(basil.page).first()).toContainText(/little time:.*0:0\d.*2 periods/);
  await expect(seats(basil.page).first()).toContainText('last period');
  await expect(ada.page.getByText('You have less than 10 seconds.')).toHaveCount(1);
  for (const { page } of [ada, basil]) expect(await faults(page)).toEqual([]);
  await seated(ada.page, basil.page, { clock: { system: 'delay', base: 300, delay: 60 } }, baseURL);
  await expect(seats(basil.page).first()).toContainText(/5:00.*first 0:5\d/);
  for (const { complaints } of [ada, basil]) expect(complaints).toEqual([]);
});

test('the win against an absent player can be claimed after a time; a player who returns continues', async ({
  browser,
}) => {
  const impatient = await ownServer('impatient');
  const [ada, basil, cleo] = [await visitor(browser), await visitor(browser), await visitor(browser)];
  const clock = { system: 'fischer', base: 900, increment: 10 };
  const table = await seated(ada.page, basil.page, { clock }, impatient.url);
  await placeInTurn(ada.page);
  await placeInTurn(basil.page);
  await cleo.page.goto(`${impatient.url}/t/${table}`);
  const claim = (page: Page) => page.getByRole('button', { name: 'Claim the win' });

  await ada.page.getByRole('button', { name: 'Menu', exact: true }).click();
  await ada.page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(basil.page.getByText('Ada has left the page.')).toBeVisible();
  await expect(claim(basil.page)).toBeVisible();
  expect(await faults(basil.page)).toEqual([]);
  await ada.page.goBack();
  await expect(claim(basil.page)).toBeHidden();
  await placeInTurn(ada.page);
  await placeInTurn(basil.page);
  // A page that has not heard of this move would plan its own in advance.
  await expect(myTurn(ada.page)).toBeVisible();

  await ada.page.context().setOffline(true);
  await ada.page.evaluate(() => window.dispatchEvent(new Event('offline')));
  await expect(basil.page.getByText('No connection to Ada: waiting.')).toBeVisible();
  await expect(cleo.page.getByText('No connection to Ada: waiting.')).toBeVisible();
  await placeByMouse(ada.page);
  await expect(ada.page.getByText('No connection: your move will be sent later.')).toBeVisible();
  await basil.page.getByRole('button', { name: 'Keep waiting' }).click();
  await expect(claim(basil.page)).toBeHidden();
  await basil.page.getByRole('button', { name: 'End the game…' }).click();
  await claim(basil.page).click();
  await expect(cleo.page.getByRole('heading', { name: 'Basil (Light) wins' })).toBeVisible();
  await expect(claim(cleo.page)).toBeHidden();
  await expect(basil.page.getByText('Ada had left, and Basil ended the game.', { exact: true })).toBeVisible();
  await expect(
    basil.page.getByRole('status').getByText('You win. Ada had left, and Basil ended the game.'),
  ).toHaveCount(1);
  await expect.poll(() => movesMade(basil.page)).toHaveLength(4);
  await ada.page.context().setOffline(false);
  await expect(ada.page.getByRole('heading', { name: 'You lose' })).toBeVisible();
  for (const { complaints } of [basil, cleo]) expect(complaints).toEqual([]);
  await impatient.close();
});
