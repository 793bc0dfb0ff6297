import { rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { buffer, text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import type { StoredRecord } from '@tablier/core';
import { openStore } from '@tablier/store';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { escapeHtml } from '../../src/http/page-html.ts';
import { startServer } from '../../src/index.ts';
import { LANGUAGES, PAGE_FRAMES, writePage } from '../page.ts';
import { isaacRecord, startTestServer, type TestServer } from '../running.ts';

const HOSTILE = `"><script>alert('x')</script>`;
const ID = 'aB3_-0123456789012345x';

let server: TestServer;
let archived = { won: '', running: '', hostile: '' };
beforeAll(async () => {
  const running = await startTestServer({ limits: { requests: { burst: 1000, perSecond: 1 } } });
  await running.close();
  const store = await openStore({ folder: join(running.folder, 'data'), isServer: true });
  if (!store.ok) throw new Error(store.error.detail);
  archived = {
    won: await store.value.keep(isaacRecord('won') as StoredRecord),
    running: await store.value.keep(isaacRecord('running', 3) as StoredRecord),
    hostile: await store.value.keep({ ...isaacRecord('x'), game: HOSTILE, moves: [HOSTILE] } as StoredRecord),
  };
  await store.value.close();
  server = { ...running, ...(await running.again()) };
});
afterAll(async () => {
  await server.close();
  rmSync(server.folder, { recursive: true });
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.url}${path}`, { headers: { accept: 'text/html', ...headers } });

/** What the HTML of a path says of its page: title, language, and the tags by name. */
async function headOf(path: string, language = 'en'): Promise<Readonly<Record<string, string | undefined>>> {
  const html = await (await get(path, { 'accept-language': language })).text();
  const tags = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)" \/>/g)];
  const named = new Map(tags.map(([, name = '', content = '']) => [name, content]));
  return {
    ...Object.fromEntries(named),
    title: /<title>(.*)<\/title>/.exec(html)?.[1],
    manifest: /<link rel="manifest" href="(.*)" \/>/.exec(html)?.[1],
    lang: /<html lang="(.*)">/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="(.*)" \/>/.exec(html)?.[1],
  };
}

/** How a list ends in each language. */
const AND: Readonly<Record<string, string>> = { en: ', and', fr: ' et', de: ' und', nl: ' en' };

describe.each(LANGUAGES)('the first HTML in %s', (language) => {
  const GAMES = `Arcanor, Isaac, Masker${AND[language] ?? ''} Nasca`;
  const said = (key: string, gaps = ''): string => `[${language} ${key} ${gaps}`;

  test.each([
    ['/', 'meta_home_title', 'meta_home_description'],
    ['/play', 'meta_play_title', 'meta_home_description'],
    ['/lobby', 'lobby_title', 'meta_lobby_description'],
    ['/search', 'search_title', 'meta_search_description'],
    ['/play/a0b1c2d3e4f5', 'meta_play_title', 'meta_home_description'],
    ['/games', 'games_title', 'meta_home_description'],
    ['/strength', 'strength_title', 'meta_strength_description'],
    ['/settings', 'settings_title', 'meta_home_description'],
    ['/account', 'account_title', 'meta_home_description'],
    ['/isaac/learn', 'learn_title', 'meta_learn_description'],
    ['/puzzles', 'puzzles_title', 'meta_puzzles_description'],
    ['/isaac/puzzles', 'puzzles_of', 'meta_game_puzzles_description'],
    ['/isaac/openings', 'openings_of', 'meta_openings_description'],
    ['/isaac/puzzles/0a1b2c3d', 'puzzles_of', 'meta_game_puzzles_description'],
    ['/isaac/puzzles/3', 'puzzle_title', 'puzzle_goal_lead'],
    ['/isaac/play', 'setup_title', 'meta_setup_description'],
    ['/isaac/rules', 'rules_title', 'meta_rules_description'],
    ['/isaac/rules/numbered', 'rules_numbered_title', 'meta_numbered_description'],
    [`/t/${ID}`, 'meta_table_title', 'meta_table_description'],
  ])('%s', async (path, title, description) => {
    const head = await headOf(path, language);
    expect(head).toMatchObject({ manifest: `/manifest-${language}.webmanifest` });
    expect(head).toMatchObject({ lang: language, 'twitter:card': 'summary_large_image', 'og:type': 'website' });
    expect(head['title']).toMatch(new RegExp(`^\\${said(title)}.*\\] · Tablier$`));
    expect(head['description']).toContain(said(description));
    expect(`${head['og:title'] ?? ''} · Tablier`).toBe(head['title']);
    expect(head['og:description']).toBe(head['description']);
    expect(head['og:url']).toBe(`${server.url}${path}`);
    expect(head['canonical']).toBe(`${server.url}${path}`);
    const isOfGame = path.startsWith('/isaac');
    const picture = title === 'puzzle_title' ? 'isaac/puzzles/3' : isOfGame ? 'isaac' : 'tablier';
    expect(head['og:image']).toBe(`${server.url}/${picture}.png`);
    const shown = title === 'puzzle_title' ? 'puzzle' : isOfGame ? 'game' : 'site';
    expect(head['og:image:alt']).toContain(said(`meta_picture_${shown}`));
    if (description === 'meta_home_description') expect(head['description']).toContain(`games=${GAMES} `);
  });

  test('the page of a game has its name and a description', async () => {
    const head = await headOf('/isaac', language);
    expect(head).toMatchObject({ title: 'Isaac · Tablier', lang: language });
    expect(head['description']).toContain(said('meta_game_description', 'game=Isaac'));
    expect(head['description']).toContain(`${language} &quot;tagline&quot; &lt;b&gt;of Isaac&lt;/b&gt;`);
  });

  test('an archived game names its game and how it ended', async () => {
    const { end } = isaacRecord('won');
    const winner = end?.places[0] === 1 ? 'Dark' : 'Light';
    for (const moment of ['', '/0', '/3/seat2']) {
      const head = await headOf(`/g/${archived.won}${moment}`, language);
      expect(head['title']).toContain(said('meta_archive_title', 'game=Isaac'));
      expect(head['description']).toContain(said('meta_archive_won'));
      expect(head['description']).toContain(`names=${language} ${winner} `);
      expect(head['og:image']).toBe(`${server.url}/g/${archived.won}.png`);
      expect(head['og:image:alt']).toContain(said('meta_picture_archive', 'game=Isaac'));
    }
    const film = await headOf(`/g/${archived.won}?film`);
    expect(film['og:image']).toBe(`${server.url}/g/${archived.won}.gif`);
    expect(film['og:image:type']).toBe('image/gif');
  });
});

describe('the first HTML', () => {
  test('of a running game in the archive has no result', async () => {
    const head = await headOf(`/g/${archived.running}`);
    expect(head['description']).not.toMatch(/meta_archive_(won|drawn|aborted)/);
    expect(head['description']).toContain('meta_archive_description game=Isaac');
    expect(head['og:image']).toBe(`${server.url}/tablier.png`);
  });

  test('of a table does not depend on its id', async () => {
    const htmls = [ID, ID.replaceAll('B', 'C'), 'no-such-table'].map(async (id) =>
      (await (await get(`/t/${id}`)).text()).replaceAll(id, 'ID'),
    );
    expect(new Set(await Promise.all(htmls)).size).toBe(1);
    expect((await get('/t/no-such-table')).status).toBe(200);
  });

  test('of a puzzle that its game does not have is not found', async () => {
    expect((await get('/isaac/puzzles/4')).status).toBe(404);
    expect((await get('/isaac/puzzles/3')).status).toBe(200);
  });

  test('of every page of the sitemap is listed, at the address and in the languages that the sitemap names', async () => {
    const robots = await (await get('/robots.txt')).text();
    expect(robots).toBe(`User-agent: *\nDisallow: /t/\nSitemap: ${server.url}/sitemap.xml\n`);
    const answer = await get('/sitemap.xml');
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const entries = [...(await answer.text()).matchAll(/<url><loc>(.*?)<\/loc>(.*?)<\/url>/g)];
    const places = entries.map(([, loc = '']) => loc);
    expect(new Set(places).size).toBe(places.length);
    for (const path of [
      '/',
      '/lobby',
      '/tournaments',
      '/isaac/rules',
      '/masker/learn?lang=de',
      '/nasca/puzzles?lang=nl',
    ])
      expect(places).toContain(`${server.url}${path}`);
    expect(places.join(' ')).not.toMatch(/\/(t|g|study|tournament|@\w+|account|settings|games|moderation|reset)\b/);
    for (const [, loc = '', links = ''] of entries) {
      const html = await (await fetch(loc, { headers: { accept: 'text/html' } })).text();
      expect(html, loc).toContain(`<link rel="canonical" href="${loc}" />`);
      expect(html, loc).not.toContain('noindex');
      const named = [...links.matchAll(/hreflang="([^"]+)" href="([^"]+)"/g)].map(([, language, at]) => [language, at]);
      expect(named.map(([language]) => language)).toEqual([...LANGUAGES, 'x-default']);
      for (const [language, at] of named)
        expect(html, loc).toContain(`<link rel="alternate" hreflang="${language}" href="${at}" />`);
    }
  });

  test('repeats no text of a record, of a path or of a header', async () => {
    const html = await (await get(`/g/${archived.hostile}`)).text();
    expect(html).toContain('meta_archive_any');
    expect(html).not.toContain('alert');
    const path = `/t/${encodeURIComponent(HOSTILE)}`;
    const { hostname, port } = new URL(server.url);
    for (const headers of [{}, { host: `localhost:1"><script>` }, { 'accept-language': HOSTILE }]) {
      const asked = request({ hostname, port, path, headers: { accept: 'text/html', ...headers } }).end();
      const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
      expect(await text(response)).not.toMatch(/<script>|="[^"]*'/);
    }
  });

  test('of rules shows search engines one address for all of them', async () => {
    const head = await headOf('/isaac/rules/I12');
    expect(head['canonical']).toBe(`${server.url}/isaac/rules/numbered`);
    expect(head['og:url']).toBe(`${server.url}/isaac/rules/I12`);
  });

  test.each([
    ['/', undefined],
    ['/isaac', undefined],
    ['/settings', 'noindex'],
    ['/play', 'noindex'],
    ['/games', 'noindex'],
    [`/t/${ID}`, 'noindex'],
    ['/nowhere', 'noindex'],
  ])('%s: for search engines %s', async (path, robots) => expect((await headOf(path))['robots']).toBe(robots));

  test.each([
    ['de-AT, en;q=0.5, fr-CA;q=0.7', 'de'],
    ['nl-BE,nl;q=0.9,fr;q=0.8,en;q=0.7', 'nl'],
    ['da, en;q=0.5, fr-CA;q=0.7', 'fr'],
    ['da', 'en'],
  ])('is in the language that is wanted most of those there are: %s', async (wanted, language) => {
    expect((await headOf('/', wanted))['lang']).toBe(language);
    const response = await get('/', { 'accept-language': wanted });
    expect(response.headers.get('vary')).toBe('Accept-Language, Accept-Encoding, Cookie');
    expect(response.headers.get('content-language')).toBe(language);
  });

  test.each([
    ['/isaac', 'tablier-language=de', 'de'],
    ['/isaac', 'session=x; tablier-language=nl-BE; other=y', 'nl'],
    ['/isaac', 'other-tablier-language=de', 'fr'],
    ['/isaac', 'tablier-language=xx', 'fr'],
    ['/isaac?lang=nl', 'tablier-language=de', 'nl'],
    ['/isaac?lang=de-AT&x=1', '', 'de'],
    ['/isaac?lang=xx', '', 'fr'],
    [`/isaac?lang=${encodeURIComponent(HOSTILE)}`, HOSTILE, 'fr'],
  ])(
    'is in the language of the address, then the one chosen, then the accepted one: %s %s',
    async (path, cookie, language) => {
      const response = await get(path, { cookie, 'accept-language': 'fr' });
      expect(response.headers.get('content-language')).toBe(language);
      expect(await response.text()).not.toContain('alert');
    },
  );

  test('shows search engines the page in every language, each at an address of its own', async () => {
    const html = await (await get('/isaac/rules/I12?lang=de')).text();
    expect(html).toContain(`<link rel="canonical" href="${server.url}/isaac/rules/numbered?lang=de" />`);
    expect(html).toContain(`<meta property="og:url" content="${server.url}/isaac/rules/I12?lang=de" />`);
    for (const [language, query] of [...LANGUAGES.map((each) => [each, `?lang=${each}`]), ['x-default', '']])
      expect(html).toContain(
        `<link rel="alternate" hreflang="${language}" href="${server.url}/isaac/rules/numbered${query}" />`,
      );
    expect(await (await get('/settings')).text()).not.toContain('hreflang');
  });

  test('names the public address where there is one', async () => {
    const data = join(server.folder, 'public');
    const pageDir = writePage(join(server.folder, 'public-page'));
    const origin = 'https://club.example';
    const named = await startServer({ port: 0, host: '127.0.0.1', dataDir: data, pageDir, origin, log: () => {} });
    const { hostname, port } = new URL(named.url);
    const headers = { host: 'club.example', accept: 'text/html' };
    const asked = request({ hostname, port, path: '/isaac', headers }).end();
    const [response] = (await once(asked, 'response')) as [NodeJS.ReadableStream];
    expect(await text(response)).toContain('<meta property="og:url" content="https://club.example/isaac" />');
    await named.close();
  });
});

describe('a path', () => {
  const shared = 'public, max-age=0, s-maxage=60';
  test.each([
    ['/', shared],
    ['/index.html', shared],
    ['/isaac', shared],
    ['/isaac/', shared],
    ['/isaac/rules/I12', shared],
    ['/lobby?from=x', shared],
    ['/settings', 'no-cache'],
    [`/t/${ID}/12/seat2`, 'no-cache'],
  ])('%s is a page, asked for each time, and shared caches may keep a public one', async (path, caching) => {
    const response = await get(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe(caching);
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    expect(await response.text()).toContain('src="/assets/app-1a2b.js"');
  });

  test.each([
    '/@%ff',
    '/isaac%',
    '/%zz?x=%zz',
    '/nowhere',
    '/nowhere/rules',
    '/isaac/x',
    '/t',
    `/t/${ID}/x`,
    '/g/nothing',
    `/g/${ID}`,
    '/tables/x',
  ])('%s is the page with status 404', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const html = await response.text();
    expect(html).toContain('not_found_title');
    expect(html).not.toContain('canonical');
    expect(html).toContain('src="/assets/app-1a2b.js"');
  });

  test('of a file of the build is that file, compressed by the build, and no other spelling of it is one', async () => {
    const headers = { 'accept-encoding': 'br' };
    const { hostname, port } = new URL(server.url);
    const [file] = (await once(
      request({ hostname, port, path: '/assets/app-1a2b.js', headers }).end(),
      'response',
    )) as [IncomingMessage];
    expect(await text(file)).toBe('compressed');
    expect(file.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await (await get('/service-worker.js')).text()).toBe('self.skipWaiting();');
    for (const path of [
      '/assets',
      '/assets/',
      '/assets/APP-1a2b.js',
      '//assets/app-1a2b.js',
      '//',
      '/assets/../meta.json/',
    ]) {
      const [other] = (await once(request({ hostname, port, path, headers }).end(), 'response')) as [IncomingMessage];
      expect(other.statusCode, path).toBe(404);
    }
  });

  test('of a member is there for everyone, also of one who shows nothing', async () => {
    const send = (path: string, body: unknown, cookie = '', method = 'POST') =>
      fetch(`${server.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      });
    const cookieIn = (response: Response): string => response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const guest = cookieIn(await send('/api/guests', { name: 'Ida' }));
    expect((await get('/@ida', { cookie: guest })).status).toBe(404);
    const kept = await send('/api/me/password', { login: 'Ida', password: 'correct horse battery' }, guest);
    const member = cookieIn(kept) || guest;
    expect((await get('/@ida')).status).toBe(200);
    await send('/api/me/profile', { ratings: false, games: false }, member, 'PUT');
    expect((await get('/@ida')).status).toBe(200);
    expect((await get('/@other', { cookie: member })).status).toBe(404);
  });

  test.each(['/api/nowhere', '/isaac.jpg', '/t/x.html', '/assets/x'])('%s is no page', async (path) => {
    const response = await get(path);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  test('is a page for programs that preview links and name no type; an unknown one is not', async () => {
    expect((await get('/isaac', { accept: '*/*' })).headers.get('content-type')).toContain('text/html');
    expect((await get('/nowhere/at/all', { accept: '*/*' })).headers.get('content-type')).toContain('application/json');
    expect((await get('/isaac', { accept: 'application/json' })).status).toBe(404);
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.8, br;q=0', 'gzip', gunzipSync],
    ['deflate', undefined, (body: Buffer) => body],
  ])('is compressed as the client accepts it: %s', async (accepted, encoding, decompress) => {
    const { hostname, port } = new URL(server.url);
    const headers = { accept: 'text/html', 'accept-language': 'en', 'accept-encoding': accepted };
    const [response] = (await once(request({ hostname, port, path: '/isaac', headers }).end(), 'response')) as [
      IncomingMessage,
    ];
    expect(response.headers['content-encoding']).toBe(encoding);
    const html = decompress(await buffer(response)).toString('utf8');
    expect(html).toBe(await (await get('/isaac', { 'accept-language': 'en' })).text());
  });

  test('that has not changed is not sent again, in each language', async () => {
    const asked = async (language: string, etag = '') => {
      const headers = { accept: 'text/html', 'accept-language': language, 'if-none-match': etag };
      // `fetch` answers from its own cache where it may.
      const { hostname, port } = new URL(server.url);
      const [response] = (await once(request({ hostname, port, path: '/isaac', headers }).end(), 'response')) as [
        IncomingMessage,
      ];
      response.resume();
      return { status: response.statusCode, etag: response.headers.etag };
    };
    const [en, fr] = [await asked('en'), await asked('fr')];
    expect(await asked('en', en.etag)).toEqual({ status: 304, etag: en.etag });
    expect((await asked('en', `"x", ${en.etag}`)).status).toBe(304);
    expect((await asked('fr', en.etag)).status).toBe(200);
    expect(fr.etag).not.toBe(en.etag);
  });

  test.each([
    ['/isaac', 'en', '[frame en game Isaac]'],
    ['/isaac/play', 'en', '[frame en set-up [en '],
    ['/isaac/rules', 'fr', '[frame fr rules [fr rules_title game=Isaac'],
    [`/t/${ID}`, 'de', '[frame de table [de meta_table_title'],
    ['/nowhere', 'nl', '[frame nl not-found [nl not_found_title'],
    [`/g/${ID}`, 'en', '[frame en not-found [en not_found_title'],
    ['/settings', 'en', '<div id="app"></div>'],
  ])('%s has the frame of its page in %s', async (path, language, frame) => {
    expect(await (await get(path, { 'accept-language': language })).text()).toContain(frame);
  });

  test.each([
    ['/isaac/rules', 'fr', ']First &lt;words&gt; of {title}'],
    ['/isaac/puzzles/2', 'en', 'puzzle_goal_best'],
    ['/isaac', 'en', '<img src="/assets/box-1.webp">'],
    ['/nasca', 'en', '<img src="data:,">'],
  ])('%s shows first what its script will show first', async (path, language, shown) => {
    const html = await (await get(path, { 'accept-language': language })).text();
    expect(html.slice(html.indexOf('<div id="app">'))).toContain(shown);
  });

  test('names the files of its language, its page and its game, each once', async () => {
    const files = async (path: string) => {
      const html = await (await get(path, { 'accept-language': 'en' })).text();
      return [
        ...html.matchAll(/<link rel="(?:modulepreload|preload" as="style)" crossorigin href="\/assets\/(.*)" \/>/g),
      ].map(([, file]) => file);
    };
    expect(await files('/isaac/play')).toEqual(['en-1.js', 'SetUp-1.js', 'SetUp-1.css', 'engine-1.js', 'isaac-1.js']);
    expect(await files('/constructor/play')).toEqual(['en-1.js', 'SetUp-1.js', 'SetUp-1.css', 'engine-1.js']);
    const lesson = ['lesson-1.js', 'lesson.fr-1.js'];
    expect(await files('/isaac/learn?lang=fr')).toEqual(['fr-1.js', 'isaac-1.js', 'engine-1.js', ...lesson]);
    expect(await files('/isaac/learn')).toEqual(['en-1.js', 'isaac-1.js', 'engine-1.js']);
    expect(await files('/')).toEqual(['en-1.js']);
    expect(await files('/watch?lang=fr')).toEqual(['fr-1.js', 'words.fr-1.js']);
    // Its words and buttons come first.
    expect(await files('/isaac')).toEqual(['en-1.js']);
  });

  test.each([
    ['tablier-theme=dark', ' data-theme="dark"'],
    ['x=y; tablier-theme=light; z=1', ' data-theme="light"'],
    ['tablier-theme=system', ''],
    ['tablier-theme=dark"><script>', ''],
    ['other-tablier-theme=dark', ''],
  ])('with the cookie %s has the theme%s', async (cookie, theme) => {
    const html = await (await get('/isaac', { cookie, 'accept-language': 'en' })).text();
    expect(html).toContain(`<html lang="en"${theme}>`);
  });

  test('names the typefaces only for a browser that has them: on a first visit the scripts come first', async () => {
    const html = async (cookie: string) => (await get('/isaac', { cookie, 'accept-language': 'en' })).text();
    for (const cookie of ['', 'tablier-typefaces=0', 'other-tablier-typefaces=1'])
      expect(await html(cookie)).not.toMatch(/woff2|data-typefaces/);
    const later = await html('tablier-theme=dark; tablier-typefaces=1');
    expect(later).toContain('<html lang="en" data-theme="dark" data-typefaces="">');
    for (const face of ['serif', 'sans'])
      expect(later).toContain(
        `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${face}-1.woff2" />`,
      );
  });

  test('can be requested without its body', async () => {
    const response = await fetch(`${server.url}/isaac`, { method: 'HEAD', headers: { accept: 'text/html' } });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});

test.each(['/', '/isaac', `/g/${ID}`])('a client that asks for %s too often is refused for a while', async (path) => {
  const few = await startTestServer({ limits: { requests: { burst: 2, perSecond: 1e-9 } } });
  const ask = () => fetch(`${few.url}${path}`, { headers: { accept: 'text/html' } });
  const served = path.startsWith('/g/') ? 404 : 200;
  const statuses = [(await ask()).status, (await ask()).status];
  const refused = await ask();
  expect([...statuses, refused.status]).toEqual([served, served, 429]);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  expect((await fetch(`${few.url}/api/health`)).status, 'the API has a limit of its own').toBe(200);
  await few.remove();
});

test('a page that was built from other sources than the server is refused by name, and leaves the database free', async () => {
  const folder = writePage(join(server.folder, 'other-page'));
  const dataDir = join(server.folder, 'first');
  const start = () => startServer({ port: 0, host: '127.0.0.1', dataDir, pageDir: folder, log: () => {} });
  writeFileSync(join(folder, 'meta.json'), JSON.stringify({ base: 'en', languages: { en: {} } }));
  await expect(start()).rejects.toThrow('meta.json: meta_home_title is missing in en');
  writePage(folder);
  writeFileSync(join(folder, 'frames.json'), JSON.stringify({ ...PAGE_FRAMES, pages: { lobby: ['//elsewhere'] } }));
  await expect(start()).rejects.toThrow('frames.json: ');
  writePage(folder);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Tablier</title>');
  await expect(start()).rejects.toThrow('index.html has no language');
});

test('every sign that means something in HTML is escaped', () => {
  expect(escapeHtml(`<a href="x" id='y'>&`)).toBe('&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;');
});
