import type { RecordEnd, StoredRecord } from '@tablier/core';
import { parseRoute } from '@tablier/protocol/routes';
import { describe, expect, test } from 'vitest';
import { type Found, pageHead, type TournamentFacts } from '../../src/http/page-head.ts';
import { escapeHtml, parseTemplate, type RenderedPage, renderPage } from '../../src/http/page-html.ts';
import { Writer } from '../../src/http/page-texts.ts';
import { PAGE_HTML, PAGE_TEXTS } from '../page.ts';

const GAMES = 'Arcanor, Isaac, Masker, and Nasca';
/** A text of the page with what it is given, as `page.ts` writes it. */
const said = (key: string, given: Readonly<Record<string, string>> = {}): string =>
  `[en ${key} ${['game', 'games', 'names', 'tagline'].map((gap) => `${gap}=${given[gap] ?? `{${gap}}`}`).join(' ')}]`;

const headAt = (path: string, found: Partial<Found> = {}) =>
  pageHead(parseRoute(path), new Writer(PAGE_TEXTS, 'en'), found);

/** A record of a game, that ended so if an end is given. */
const record = (end?: Partial<RecordEnd>, game = 'isaac'): StoredRecord => ({
  format: 1,
  game,
  rules: 1,
  options: {},
  players: 2,
  deal: null,
  moves: [],
  ...(end !== undefined && { end: { by: 'rules', scores: [0, 0], places: [1, 2], ...end } }),
});

describe('the description of a page', () => {
  const home = said('meta_home_description', { games: GAMES });

  test.each([
    ['/', 'meta_home_title'],
    ['/play', 'meta_play_title'],
    ['/settings', 'settings_title'],
    ['/account', 'account_title'],
  ])('%s has its own title and describes the site', (path, title) => {
    expect(headAt(path)).toMatchObject({ title: said(title), description: home, status: 200, path, canonical: path });
  });

  test('the lobby and a table have their own words', () => {
    expect(headAt('/lobby')).toMatchObject({
      title: said('lobby_title'),
      description: said('meta_lobby_description', { games: GAMES }),
    });
    expect(headAt('/t/some-table')).toMatchObject({
      title: said('meta_table_title'),
      description: said('meta_table_description', { games: GAMES }),
      path: '/t/some-table',
    });
  });

  test('a game has its name and its tagline, and so have its rules', () => {
    const given = { game: 'Isaac', tagline: 'en "tagline" <b>of Isaac</b>' };
    expect(headAt('/isaac')).toMatchObject({ title: 'Isaac', description: said('meta_game_description', given) });
    expect(headAt('/isaac/play')).toMatchObject({
      title: said('setup_title', given),
      description: said('meta_setup_description', given),
      canonical: '/isaac/play',
      isListed: true,
    });
    expect(headAt('/isaac/rules')).toMatchObject({
      title: said('rules_title', given),
      description: said('meta_rules_description', given),
      canonical: '/isaac/rules',
      isListed: true,
    });
    expect(headAt('/isaac/rules/I12')).toMatchObject({
      title: said('rules_numbered_title', given),
      description: said('meta_numbered_description', given),
      path: '/isaac/rules/I12',
      canonical: '/isaac/rules/numbered',
      isListed: true,
    });
  });

  test.each(['/nowhere/at/all', '/checkers', '/checkers/rules'])('%s is missing', (path) => {
    expect(headAt(path)).toStrictEqual({
      title: said('not_found_title'),
      description: said('not_found_text', { games: GAMES }),
      status: 404,
      path: null,
      canonical: null,
      isListed: false,
      picture: { path: '/tablier.png', alt: said('meta_picture_site', { games: GAMES }) },
    });
  });

  test('search engines list the pages that are the same for all people', () => {
    const paths = [
      '/',
      '/isaac',
      '/isaac/rules',
      '/isaac/puzzles/1',
      '/lobby',
      '/g/game',
      '/t/table',
      '/play',
      '/settings',
      '/account',
    ];
    expect(paths.filter((path) => headAt(path).isListed)).toEqual(paths.slice(0, 6));
  });
});

describe('a game of the archive', () => {
  const title = said('meta_archive_title', { game: 'Isaac' });
  const kept = said('meta_archive_description', { game: 'Isaac' });
  const seats = (names: string): string => said('meta_archive_won', { names });

  test.each([
    ['the winner', { places: [1, 2] }, `${seats('en Dark')} ${kept}`],
    ['the winner in the second seat', { places: [2, 1] }, `${seats('en Light')} ${kept}`],
    ['a draw', { places: [1, 1] }, `${said('meta_archive_drawn')} ${kept}`],
    ['that it was aborted', { by: 'abort', places: [1, 1] }, `${said('meta_archive_aborted')} ${kept}`],
  ] as const)('says %s', (_, end, description) => {
    expect(headAt('/g/x', { record: record(end) })).toMatchObject({ title, description, status: 200 });
  });

  test('names all winners of a team, and no seat that its game does not have', () => {
    const won = (places: readonly number[]) => headAt('/g/x', { record: record({ places }) }).description;
    expect(won([1, 1, 2])).toBe(`${seats('en Dark and en Light')} ${kept}`);
    expect(won([2, 2, 1])).toBe(`${seats('')} ${kept}`);
  });

  test('has no result while it is being played', () => {
    expect(headAt('/g/x', { record: record() })).toMatchObject({ title, description: kept });
  });

  test('is missing where the archive has none', () => {
    expect(headAt('/g/x', { isMissing: true }).status).toBe(404);
  });

  test('is general if the game was not looked up, or is unknown', () => {
    const any = { title: said('meta_archive_any'), description: said('meta_home_description', { games: GAMES }) };
    expect(headAt('/g/x')).toMatchObject({ ...any, status: 200 });
    expect(headAt('/g/x', { record: record({}, 'checkers') })).toMatchObject({ ...any, status: 200 });
  });
});

describe('a tournament', () => {
  const AT = Date.parse('2027-03-27T19:00:00Z');
  const cup = {
    name: 'Spring',
    game: 'isaac',
    date: { of: 'starts', at: AT },
    zone: 'Europe/Paris',
    entrants: 7,
  } as const;
  const texts = {
    ...PAGE_TEXTS.languages['fr'],
    meta_tournament_title: '{game} · {name}',
    meta_tournament_starts: 'Début : {date}.',
    meta_tournament_cancelled: 'Annulé.',
    meta_tournament_players: 'Participants : {count}.',
    meta_tournament_description: 'Tournoi ({game}).',
  };
  const writer = new Writer({ ...PAGE_TEXTS, languages: { fr: texts } }, 'fr');
  const headOf = (tournament: TournamentFacts) =>
    pageHead(parseRoute(`/tournament/${'x'.repeat(22)}`), writer, { tournament });

  test('says its name, its game, its date in the zone of its organiser, and how many play', () => {
    const head = headOf(cup);
    expect(head).toMatchObject({ title: 'Isaac · Spring', isListed: false, picture: { path: '/isaac.png' } });
    expect(head.description.replaceAll(/\s/g, ' ')).toBe(
      'Début : samedi 27 mars 2027 à 20:00 heure normale d’Europe centrale. Participants : 7. Tournoi (Isaac).',
    );
    const other = headOf({ ...cup, zone: 'America/New_York' }).description;
    expect(other).toContain('à 15:00 heure d’été de l’Est');
  });

  test('says that it was cancelled, and nothing of a date that it does not have', () => {
    expect(headOf({ ...cup, date: 'cancelled' }).description).toBe('Annulé. Participants : 7. Tournoi (Isaac).');
    expect(headOf({ ...cup, date: null }).description).toBe('Participants : 7. Tournoi (Isaac).');
  });
});

describe('the first HTML', () => {
  const ORIGIN = 'https://club.example';
  const rendered = (path: string, page: Partial<RenderedPage> = {}): string =>
    renderPage(parseTemplate(PAGE_HTML), {
      language: 'en',
      fromAddress: null,
      languages: ['en', 'fr'],
      head: headAt(path),
      origin: ORIGIN,
      theme: null,
      files: [],
      typefaces: [],
      frame: '',
      ...page,
    });
  const pageOf = (language: string, ...tags: readonly string[]): string => `<!doctype html>
<html lang="${language}">
  <head>
    ${tags.join('\n    ')}
    <script type="module" src="/assets/app-1a2b.js"></script>
  </head>
  <body><div id="app"></div></body>
</html>
`;
  const named = (name: string, content: string) => `<meta name="${name}" content="${content}" />`;
  const property = (name: string, content: string) => `<meta property="og:${name}" content="${content}" />`;

  const picture = (name: string, alt: string): string[] => [
    property('image', `${ORIGIN}/${name}.png`),
    property('image:type', 'image/png'),
    property('image:width', '1200'),
    property('image:height', '630'),
    property('image:alt', escapeHtml(alt)),
    named('twitter:card', 'summary_large_image'),
  ];

  test('of a listed page has an address in each language', () => {
    const description = escapeHtml(headAt('/isaac').description);
    const alternate = (language: string, query: string) =>
      `<link rel="alternate" hreflang="${language}" href="${ORIGIN}/isaac${query}" />`;
    expect(rendered('/isaac', { language: 'fr', fromAddress: 'fr' })).toBe(
      pageOf(
        'fr',
        '<title>Isaac · Tablier</title>',
        named('description', description),
        '<link rel="manifest" href="/manifest-fr.webmanifest" />',
        `<link rel="canonical" href="${ORIGIN}/isaac?lang=fr" />`,
        alternate('en', '?lang=en'),
        alternate('fr', '?lang=fr'),
        alternate('x-default', ''),
        property('site_name', 'Tablier'),
        property('type', 'website'),
        property('title', 'Isaac'),
        property('description', description),
        property('url', `${ORIGIN}/isaac?lang=fr`),
        ...picture('isaac', said('meta_picture_game', { game: 'Isaac' })),
      ),
    );
  });

  test('of a page that is not listed asks search engines to leave it out', () => {
    const { title, description } = headAt('/settings');
    expect(rendered('/settings')).toBe(
      pageOf(
        'en',
        `<title>${title} · Tablier</title>`,
        named('description', description),
        '<link rel="manifest" href="/manifest-en.webmanifest" />',
        `<link rel="canonical" href="${ORIGIN}/settings" />`,
        named('robots', 'noindex'),
        property('site_name', 'Tablier'),
        property('type', 'website'),
        property('title', title),
        property('description', description),
        property('url', `${ORIGIN}/settings`),
        ...picture('tablier', said('meta_picture_site', { games: GAMES })),
      ),
    );
  });

  test.each([
    ['the public address is not known', rendered('/isaac', { origin: null })],
    ['the page is missing', rendered('/nowhere/at/all')],
  ])('names no address where %s', (_, html) => {
    expect(html).not.toMatch(/canonical|alternate|og:url/);
  });

  test('has no picture and no addresses where the public address is not known', () => {
    const { title, description } = headAt('/settings');
    expect(rendered('/settings', { origin: null })).toBe(
      pageOf(
        'en',
        `<title>${title} · Tablier</title>`,
        named('description', description),
        '<link rel="manifest" href="/manifest-en.webmanifest" />',
        named('robots', 'noindex'),
        property('site_name', 'Tablier'),
        property('type', 'website'),
        property('title', title),
        property('description', description),
        named('twitter:card', 'summary'),
      ),
    );
    expect(rendered('/nowhere/at/all')).toContain('og:image');
  });

  test('does not repeat the name of the site in a title that begins with it', () => {
    const titled = (title: string) => rendered('/', { head: { ...headAt('/'), title } });
    expect(titled('Tablier: four games')).toContain('<title>Tablier: four games</title>');
    expect(titled('Play on Tablier')).toContain('<title>Play on Tablier · Tablier</title>');
  });

  test('has the theme, the files and the frame of the page, whose styles the first HTML does not wait for', () => {
    const files = ['/assets/fr-1.js', '/assets/SetUp-1.css'];
    const html = rendered('/isaac', { theme: 'dark', files, frame: '<h1>Isaac $& x</h1>' });
    expect(html).toContain('<html lang="en" data-theme="dark">');
    expect(html).toContain(`    <link rel="modulepreload" crossorigin href="/assets/fr-1.js" />
    <link rel="preload" as="style" crossorigin href="/assets/SetUp-1.css" />
  </head>`);
    expect(html).toContain('<div id="app"><h1>Isaac $& x</h1></div>');
  });

  test('escapes all words', () => {
    const html = rendered('/', { language: '"<', head: { ...headAt('/'), title: '<&>', description: `"'` } });
    expect(html).toContain('<html lang="&quot;&lt;">');
    expect(html).toContain('<title>&lt;&amp;&gt; · Tablier</title>');
    expect(html).toContain('<meta name="description" content="&quot;&#39;" />');
  });

  test.each([
    '<html>',
    '<html lang="en"><!-- head -->',
    '<html lang="en"><!-- /head -->',
    '<!-- head --><!-- /head -->',
    '<html lang="en"><!-- head --><!-- /head --></head>',
  ])('needs a place in the built page: %s has none', (html) =>
    expect(() => parseTemplate(html)).toThrow('index.html has no language, or no <!-- head -->'),
  );

  test('is the built page with the head replaced, and nothing else changed', () => {
    expect(
      parseTemplate(
        'a <html lang="en" dir="ltr"> <!-- headless --> <!-- head: x --> y <!-- /head --> z </head> <i><!-- frame --></i>',
      ),
    ).toEqual({
      beforeLanguage: 'a <html lang="',
      beforeHead: '" dir="ltr"> <!-- headless --> ',
      afterHead: ' z ',
      beforeFrame: '</head> <i>',
      afterFrame: '</i>',
    });
  });
});
