import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test';
import { open } from './helpers.ts';
import { newMember } from './members.ts';
import { exampleOf, keep, SHORT } from './archived-games.ts';
import { example, type Played, resume, savedGame } from './saved-games.ts';
import type { Size } from './sweep-sizes.ts';

/** What a sweep looks at. It is opened in any language, by mouse or by finger. */
export interface State {
  readonly name: string;
  /** What needs no session is opened by its address, or by a link from a page like it. */
  readonly address?: string;
  readonly show: (page: Page, browser: Browser) => Promise<void>;
  /** Windows that once had a fault: always looked at. */
  readonly also?: readonly Size[];
  /** Like other states: looked at in the whole sweep only. */
  readonly isRare?: boolean;
}

/** Events in the middle of an element that has no name in all languages. */
const send = (page: Page, selector: string, types: readonly string[]): Promise<void> =>
  page
    .locator(selector)
    .first()
    .evaluate((element, all) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const at = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, pointerType: 'mouse' };
      for (const type of all)
        element.dispatchEvent(type === 'click' ? new MouseEvent(type, at) : new PointerEvent(type, at));
    }, types);

/** A preview. */
const point = (page: Page, selector: string) => send(page, selector, ['pointerover', 'pointermove']);

/** A finger presses as a mouse does. */
const press = (page: Page, selector: string) =>
  send(page, selector, ['pointerover', 'pointermove', 'pointerdown', 'pointerup', 'click']);

const table = (name: string, saved: () => string, then: (page: Page) => Promise<void> = async () => {}): State => ({
  name,
  show: async (page) => {
    await resume(page, saved());
    await then(page);
  },
});

/** Every state is opened in a window with a toolbar, whose last button is the menu. */
const menuButton = '.game-table > .toolbar button:last-of-type';
const isMemory = ({ options }: Played): boolean => options['table'] === 'memory';
const cell = (id: string): string => `.game-table svg [data-target="${id}"]`;
const LONGEST = '.tray button.item:enabled';
const PLACE = '.game-table svg[role=group] [data-target][aria-disabled=false]';

export const TABLES: readonly State[] = [
  table(
    'isaac: placing',
    () => savedGame('isaac', example('isaac'), 8, 'alone'),
    (page) => press(page, LONGEST),
  ),
  {
    ...table('isaac: scoring', () => savedGame('isaac', example('isaac'), 24, 'alone')),
    also: [
      { width: 320, height: 256, scale: 4, isTouch: false },
      { width: 740, height: 360, scale: 1, isTouch: false },
    ],
  },
  table(
    'nasca: placing',
    () => savedGame('nasca', example('nasca'), 12, 'alone'),
    (page) => press(page, LONGEST),
  ),
  table(
    'isaac: what a piece is worth',
    () => savedGame('isaac', example('isaac'), 24, 'alone'),
    async (page) => {
      await point(page, PLACE);
      await expect(page.locator('.notes .preview')).toBeVisible();
    },
  ),
  {
    ...table(
      'nasca: before a bridge is placed, which is said at length',
      () => savedGame('nasca', example('nasca'), 15, 'alone'),
      async (page) => {
        await press(page, `${LONGEST} >> nth=1`);
        await point(page, cell('cell25'));
        await expect(page.locator('.notes')).toContainText('b3-e3');
      },
    ),
    also: [
      { width: 360, height: 640, scale: 2, isTouch: true },
      { width: 600, height: 400, scale: 1, isTouch: true },
    ],
  },
  table(
    'arcanor: after a peek',
    () => savedGame('arcanor', example('arcanor', isMemory), 0, 'alone'),
    async (page) => {
      await press(page, cell('b1'));
      await press(page, '.acts .group button:last-of-type');
      await expect(page.locator('.notes .preview')).toBeVisible();
    },
  ),
  table(
    'nasca: the result of a round',
    () => savedGame('nasca', example('nasca'), 23, 'alone'),
    async (page) => {
      await press(page, LONGEST);
      await press(page, PLACE);
      if (!(await page.locator('.round').isVisible())) await press(page, PLACE);
      await expect(page.locator('.round .primary')).toBeVisible();
    },
  ),
  table('nasca: between the rounds', () => savedGame('nasca', example('nasca'), 24, 'alone')),
  table('masker: capture', () => savedGame('masker', example('masker'), 5, 'alone')),
  table('masker: three and the tower', () =>
    savedGame(
      'masker',
      example('masker', ({ players, options }) => players === 3 && options['board'] === 'tower'),
      8,
      'alone',
    ),
  ),
  table('masker: four', () =>
    savedGame(
      'masker',
      example('masker', ({ players }) => players === 4),
      9,
      'alone',
    ),
  ),
  table('masker: the curtain', () => savedGame('masker', example('masker'), 5, 'together')),
  {
    ...table('arcanor: choosing', () => savedGame('arcanor', example('arcanor', isMemory), 20, 'alone')),
    also: [1280, 1366].map((width) => ({ width, height: width === 1280 ? 800 : 768, scale: 1, isTouch: false })),
  },
  table(
    'arcanor: slide or set free',
    () => savedGame('arcanor', example('arcanor', isMemory), 0, 'alone'),
    async (page) => {
      await press(page, cell('b1'));
      await press(page, cell('b2'));
      await expect(page.locator('.chooser')).toBeVisible();
    },
  ),
  table(
    'arcanor: at the other edge',
    () => savedGame('arcanor', example('arcanor', isMemory), 0, 'alone'),
    async (page) => {
      await press(page, cell('h1'));
      await press(page, cell('h2'));
      await expect(page.locator('.chooser')).toBeVisible();
    },
  ),
];

export const RESULTS: readonly State[] = ['isaac', 'nasca', 'masker', 'arcanor'].map((game) =>
  table(
    `${game}: result`,
    () =>
      savedGame(
        game,
        example(game, ({ moves }) => moves.length <= SHORT),
        1e4,
        'alone',
      ),
    // The turning point is found late, and hidden where it has no room.
    (page) =>
      expect(page.locator('.finished .moment, .finished p[aria-busy=false]').first()).toBeAttached({
        timeout: 400_000,
      }),
  ),
);

const inMenu = (name: string, game: string, plies: number): State =>
  table(
    name,
    () => savedGame(game, example(game), plies, 'alone'),
    async (page) => {
      await press(page, menuButton);
      await expect(page.locator('dialog:modal')).toBeVisible();
    },
  );

const at = (name: string, address: string, show: (page: Page) => Promise<void> = async () => {}): State => ({
  name,
  address,
  show,
});

const archived = (name: string, game: string, then: (page: Page) => Promise<void>): State => ({
  name,
  show: async (page) => {
    await open(page, `/g/${await keep(page, exampleOf(game, 2, SHORT))}/10`);
    await then(page);
  },
});

/** Who has opened the tables with clocks and the tournament: their session, and what they look at. The server limits how many members an address makes. */
let host: Parameters<BrowserContext['addCookies']>[0] | null = null;
const paths = new Map<string, string>();
const guests = new Map<string, Page>();

async function secretOf(page: Page): Promise<{ readonly authorization: string }> {
  const token = await page.request.post('/api/me/tokens', { data: { label: 'x', scopes: ['play'], days: 1 } });
  expect(token.ok(), await token.text()).toBe(true);
  return { authorization: `Bearer ${((await token.json()) as { readonly secret: string }).secret}` };
}

/** A table with clocks, opened and joined by the documented API; the one who opened it looks at it. */
const online = (game: string, players: number): State => ({
  name: `${game}: ${players} players with clocks`,
  show: async (page, browser) => {
    const key = `${game} ${players}`;
    await becomeHost(page);
    const path = paths.get(key) ?? (await begin(page, browser, game, players));
    paths.set(key, path);
    await open(page, path);
    await expect(page.locator('.game-table:not(.finished)')).toBeVisible();
  },
});

/** A table on a shared screen, or what the phone of its first seat shows. */
const sofa = (part: 'screen' | 'hand', size: Size): State => ({
  name: `masker: ${part} of a shared table`,
  show: async (page, browser) => {
    await becomeHost(page);
    const path = paths.get('sofa') ?? (await begin(page, browser, 'masker', 4, true));
    paths.set('sofa', path);
    await open(page, `${path}/${part}`);
    await expect(page.locator('.sofa svg[role=group]').first()).toBeAttached();
  },
  also: [size],
});

const CLOCKS = { clock: { system: 'fischer', base: 3600, increment: 30 } };
const SHARED = { clock: { system: 'none' }, sofa: true };

async function begin(page: Page, browser: Browser, game: string, players: number, isShared = false): Promise<string> {
  const terms = {
    game,
    options: {},
    takeBack: 'asked',
    visibility: 'link',
    seating: 'chosen',
    chairs: isShared ? Array(players).fill('link') : ['me', ...Array<string>(players - 1).fill('open')],
    ...(isShared ? SHARED : CLOCKS),
  };
  const headers = await secretOf(page);
  const data = { id: `open-${game}-${players}${isShared ? '-shared' : ''}`, terms };
  const made = await page.request.post('/api/v1/tables', { headers, data });
  expect(made.ok(), await made.text()).toBe(true);
  const { table: id } = (await made.json()) as { readonly table: string };
  if (isShared) await page.request.post(`/api/v1/tables/${id}/join`, { headers, data: { id: `sit-${id}`, chair: 0 } });
  for (const [index, name] of ['Bo', 'Celeste', 'Dora'].slice(0, players - 1).entries()) {
    const guest = guests.get(name) ?? (await newMember(browser, name, { width: 360, height: 640 }, '/settings')).page;
    guests.set(name, guest);
    const data = { id: `join-${id}`, chair: index + 1 };
    const joined = await guest.request.post(`/api/v1/tables/${id}/join`, { headers: await secretOf(guest), data });
    expect(joined.ok(), await joined.text()).toBe(true);
  }
  return `/t/${id}`;
}

/** Makes the reader a member, always the same one. */
async function becomeHost(page: Page): Promise<void> {
  if (host === null) {
    await page.request.post('/api/guests', { data: { name: 'Wilhelmina' } });
    const login = `wilhelmina${Date.now().toString(36)}`;
    await page.request.post('/api/me/password', { data: { login, password: 'a few words in a row' } });
    host = await page.context().cookies();
  } else await page.context().addCookies(host);
  await page.evaluate(() => localStorage.setItem('tablier.known', 'yes'));
}

/** The path of a tournament, for its organiser. */
async function tournamentPath(page: Page): Promise<string> {
  await becomeHost(page);
  const path = paths.get('tournament') ?? (await createTournament(page));
  paths.set('tournament', path);
  return path;
}

/** A tournament that its organiser looks at, before it begins. */
const tournament: State = {
  name: 'a tournament',
  show: async (page) => {
    await open(page, await tournamentPath(page));
    await expect(page.getByRole('table').first()).toBeVisible();
  },
};

/** A club with an event, for its owner, with the forms that fold. */
const club: State = {
  name: 'a club',
  show: async (page) => {
    await becomeHost(page);
    const path = paths.get('club') ?? (await createClub(page));
    paths.set('club', path);
    await open(page, path);
    // The forms come after the heading, one after the other.
    await expect(async () => {
      const folded = page.locator('details:not([open]) > summary');
      await folded.evaluateAll((all) => all.forEach((each) => (each as HTMLElement).click()));
      await expect(page.locator('form input[type=text]').first()).toBeVisible({ timeout: 500 });
    }).toPass();
  },
};

/** The path of a club. A repeated test has another host, who needs a club of their own. */
async function createClub(page: Page): Promise<string> {
  const id = `sweep-${Date.now().toString(36)}`;
  const about = 'Wir spielen jeden Freitagabend in der Nachbarschaftsbibliothek am Wilhelmsplatz.';
  const data = { id, name: 'The long evenings of the neighbourhood', about, isListed: true };
  const made = await page.request.post('/api/clubs', { data });
  expect(made.ok(), await made.text()).toBe(true);
  const change = (given: object) => page.request.post(`/api/clubs/${id}/change`, { data: given });
  await change({ kind: 'announce', words: 'The next evening begins at eight, and new players learn all four games.' });
  await change({ kind: 'add-season', name: 'Winter', from: Date.now() - 864e5, until: Date.now() + 864e6 });
  return `/club/${id}`;
}

/** The article of a game while it is written, with its history. */
const writing: State = {
  name: 'tips and strategy',
  show: async (page) => {
    await becomeHost(page);
    await open(page, '/arcanor');
    await press(page, '.article ~ p button');
    await press(page, 'section:has(textarea) > details > summary');
    await expect(page.locator('section textarea')).toBeVisible();
  },
};

/** What can be watched, with a tournament among it. */
const watch: State = {
  name: 'watch',
  show: async (page) => {
    await tournamentPath(page);
    await open(page, '/watch');
    // Other tests have tournaments, too, and the page shows the next five.
    await expect(page.locator('.tournaments a[href^="/tournament/"]').first()).toBeVisible();
  },
};

async function createTournament(page: Page): Promise<string> {
  const clock = { system: 'fischer', base: 300, increment: 3 };
  const rules = { game: 'isaac', options: {}, seats: 2, clock, kind: 'swiss', rounds: 2, bots: false, rated: false };
  const terms = { ...rules, name: 'The long evening cup of the club', visibility: 'open' };
  const made = await page.request.post('/api/v1/tournaments', { data: { id: 'sweep', terms } });
  expect(made.ok(), await made.text()).toBe(true);
  const { tournament: id } = (await made.json()) as { readonly tournament: string };
  expect((await page.request.post(`/api/v1/tournaments/${id}/join`, { data: { id: 'sweep-join' } })).ok()).toBe(true);
  return `/tournament/${id}`;
}

export const ONLINE: readonly State[] = [
  online('isaac', 2),
  { ...online('nasca', 2), isRare: true },
  { ...online('arcanor', 2), isRare: true },
  online('masker', 3),
  online('masker', 4),
  sofa('screen', { width: 1920, height: 1080, scale: 1, isTouch: false }),
  sofa('hand', { width: 360, height: 640, scale: 3, isTouch: true }),
];

export const PAGES: readonly State[] = [
  at('home', '/'),
  at('page of a game', '/nasca'),
  ...['isaac', 'nasca', 'masker', 'arcanor'].map((game) => ({
    ...at(`set-up of ${game}`, `/${game}/play`),
    isRare: game === 'isaac' || game === 'arcanor',
  })),
  at('lobby', '/lobby', (page) => expect(page.getByRole('table').first()).toBeVisible()),
  ...['isaac', 'nasca', 'masker', 'arcanor'].map((game) =>
    at(`lesson of ${game}`, `/${game}/learn`, async (page) => {
      await expect(page.locator('.bar ol button').first()).toBeVisible();
      await press(page, '.bar ol li:nth-child(4) button');
    }),
  ),
  archived('looking back', 'nasca', (page) => expect(page.locator('.game-table .review').first()).toBeVisible()),
  archived('analysis', 'masker', async (page) => {
    await press(page, '.game-table .moves + div button');
    await expect(page.locator('.analysis [data-state]')).toBeVisible();
  }),
  archived('film', 'arcanor', async (page) => {
    await press(page, '.game-table .moves + div button + button');
    await expect(page.locator('dialog article').first()).toBeVisible({ timeout: 120_000 });
  }),
  { ...at('studies', '/studies'), isRare: true },
  at('an open study', '/studies', async (page) => {
    await page.locator('.card form select').first().selectOption('isaac');
    await press(page, '.card form .primary');
    await press(page, LONGEST);
    await press(page, PLACE);
    await expect(page.locator('.lines [aria-current=step]')).toBeVisible();
  }),
  at('account', '/account'),
  {
    name: 'account of a member',
    show: async (page) => {
      await becomeHost(page);
      await open(page, '/account');
    },
  },
  tournament,
  club,
  at('clubs', '/clubs', (page) => expect(page.locator('h1')).toBeVisible()),
  writing,
  at('settings', '/settings'),
  at('rules', '/isaac/rules', (page) => expect(page.locator('.guide .picture svg').first()).toBeVisible()),
  at('numbered rules', '/nasca/rules/numbered', (page) => expect(page.locator('.cited').first()).toBeVisible()),
  at('puzzle', '/isaac/puzzles/1', (page) => expect(page.locator('svg[role=group]').first()).toBeVisible()),
  { ...at('puzzles', '/puzzles'), isRare: true },
  { ...at('lessons', '/learn'), isRare: true },
  watch,
  at('search', '/search'),
  at('own games', '/games'),
  at('tournaments', '/tournaments'),
  inMenu('menu of a table', 'isaac', 8),
];
