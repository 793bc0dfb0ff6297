import { expect, type Page } from '@playwright/test';
import type { Route } from '@tablier/protocol/routes';
import { EXAMPLES, keep } from './archived-games.ts';
import { test } from './fixtures.ts';
import { follow, started } from './helpers.ts';
import { newMember } from './members.ts';
import { example, savedGame, store } from './saved-games.ts';

/** Every page, by its kind: a new kind of page has no build without a path here. `null`: it needs something that exists. */
const PATHS: Readonly<Record<Route['page'], string | null>> = {
  ...{ home: '/', account: '/account', archives: '/archives', games: '/games', lobby: '/lobby', watch: '/watch' },
  authorize: '/authorize?redirect_uri=https://boards.example/back',
  ...{ moderation: '/moderation', puzzles: '/puzzles', reset: '/reset', search: '/search', settings: '/settings' },
  ...{ studies: '/studies', tournaments: '/tournaments', game: '/nasca', 'set-up': '/masker/play', lessons: '/learn' },
  ...{ learn: '/arcanor/learn', 'game-puzzles': '/isaac/puzzles', puzzle: '/masker/puzzles/1', rules: '/nasca/rules' },
  ...{ 'own-mistake': '/isaac/puzzles/0a1b2c3d', openings: '/nasca/openings', strength: '/strength' },
  position: '/nasca/position/nasca_none,2,closed,no_2_1_0_-_-_.',
  ...{ 'numbered-rules': '/arcanor/rules/numbered', 'not-found': '/no/such/page', play: '/play/stored000000' },
  // A club that does not exist says so.
  ...{ clubs: '/clubs', club: '/club/abcdefghijklmnopqrstuv', sofa: '/sofa', hand: null },
  ...{ kept: null, study: null, tournament: null, table: null, profile: null, screen: null },
};

/** How far the page is wider than its window, and what can be scrolled both ways. A phone would have to go back and forth for each line. */
const widths = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth } = document.documentElement;
    const both = [...document.querySelectorAll('body *')].filter(
      ({ scrollWidth: wide, clientWidth, scrollHeight, clientHeight }) => {
        return clientWidth > 1 && wide > clientWidth + 1 && scrollHeight > clientHeight + 1;
      },
    );
    const scrolling = both.filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX));
    return [
      ...(scrollWidth > innerWidth ? [`${scrollWidth} px wide`] : []),
      ...scrolling.map((one) => `scrolls both ways: ${one.outerHTML.slice(0, 90)}`),
    ];
  });

test('at 400 % no page has to be scrolled both ways', async ({ browser }) => {
  const { page, username } = await newMember(browser, 'Zoe', { width: 320, height: 256 }, '/settings');
  const post = async (path: string, data: object): Promise<Readonly<Record<string, string>>> => {
    const token = await page.request.post('/api/me/tokens', { data: { label: path, scopes: ['play'], days: 1 } });
    const headers = { authorization: `Bearer ${((await token.json()) as { readonly secret: string }).secret}` };
    const made = await page.request.post(`/api/v1${path}`, { headers, data: { id: 'one', ...data } });
    expect(made.ok(), await made.text()).toBe(true);
    return (await made.json()) as Readonly<Record<string, string>>;
  };
  const clock = { system: 'fischer', base: 3600, increment: 30 };
  const rules = { game: 'masker', options: {}, clock, takeBack: 'never', visibility: 'link', seating: 'chosen' };
  const { table } = await post('/tables', { terms: { ...rules, chairs: ['me', { bot: 'beginner' }] } });
  const cup = {
    name: 'The long evening cup of the club',
    kind: 'swiss',
    seats: 2,
    rounds: 2,
    bots: false,
    rated: false,
  };
  const terms = { ...cup, game: 'isaac', options: {}, clock, visibility: 'open' };
  const entered = await page.request.post('/api/v1/tournaments', { data: { id: 'zoom', terms } });
  expect(entered.ok(), await entered.text()).toBe(true);
  const { tournament } = (await entered.json()) as { readonly tournament: string };
  const id = await keep(page, EXAMPLES[1]?.record ?? { moves: [] });
  await page.evaluate(store, savedGame('arcanor', example('arcanor'), 6, 'alone'));
  await follow(page, '/studies');
  await page.locator('.card form select').first().selectOption('isaac');
  await page.locator('.card form .primary').click();
  await expect(page).toHaveURL(/\/study\//);
  const study = new URL(page.url()).pathname;
  const made: Readonly<Record<string, string>> = {
    ...{
      screen: `/t/${table}/screen`,
      hand: `/t/${table}/hand`,
      kept: `/g/${id}/7`,
      table: `/t/${table}`,
      profile: `/@${username}`,
      study,
      tournament: `/tournament/${tournament}`,
    },
  };
  const found: Record<string, readonly string[]> = {};
  for (const [kind, path] of Object.entries(PATHS)) {
    const address = path ?? made[kind];
    if (address === undefined) throw new Error(`no path of ${kind}`);
    await (kind === 'not-found' ? page.goto(address) : follow(page, address));
    await started(page);
    await page.waitForLoadState('networkidle');
    const wide = await widths(page);
    if (wide.length > 0) found[kind] = wide;
  }
  expect(found).toEqual({});
});
