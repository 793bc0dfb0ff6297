import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { StoredRecord } from '@tablier/core';
import { openStore } from '@tablier/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isaacRecord, startTestServer, type TestServer } from '../running.ts';

const HOSTILE = '</script><script>alert(1)</script>';

let server: TestServer;
let archived = { won: '', running: '', hostile: '' };
beforeAll(async () => {
  const running = await startTestServer({ limits: { requests: { burst: 1000, perSecond: 1 } } });
  await running.close();
  const store = await openStore({ folder: join(running.folder, 'data'), isServer: true });
  if (!store.ok) throw new Error(store.error.detail);
  const won = isaacRecord('won') as StoredRecord;
  archived = {
    won: await store.value.keep(won),
    running: await store.value.keep(isaacRecord('running', 3) as StoredRecord),
    hostile: await store.value.keep({ ...won, moves: [HOSTILE] }),
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

test('any site may frame a finished game, and no other page', async () => {
  const framed = await get(`/embed/g/${archived.won}`);
  expect(framed.status).toBe(200);
  expect(framed.headers.get('content-security-policy')).toMatch(/default-src 'none';.*frame-ancestors \*$/);
  expect(framed.headers.has('x-frame-options')).toBe(false);
  for (const path of ['/', `/g/${archived.won}`, '/embed', '/embed/g/x', '/isaac', '/api/games']) {
    const { headers } = await get(path);
    expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options'), path).toBe('DENY');
  }
});

test('a frame is the same for everyone who names a language: it reads no cookies, sets none, and may be kept', async () => {
  const path = `/embed/g/${archived.won}?lang=fr`;
  const plain = await get(path);
  const signedIn = await get(path, {
    cookie: 'tablier-language=de; tablier-theme=dark; session=x',
    'accept-language': 'nl',
  });
  const html = await plain.text();
  expect(await signedIn.text()).toBe(html);
  expect(html).toContain('<html lang="fr">');
  expect(plain.headers.get('cache-control')).toBe('public, max-age=300, stale-while-revalidate=300');
  expect(plain.headers.has('set-cookie')).toBe(false);
  expect(plain.headers.has('vary')).toBe(false);
  const again = await get(path, { 'if-none-match': plain.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
  expect((await get(`/embed/g/${archived.won}`)).headers.get('vary')).toBe('Accept-Language');
});

test('its HTML has the title, the result, the record and the files, as the address requests', async () => {
  const html = await (await get(`/embed/g/${archived.won}/2?lang=fr&theme=dark&orientation=2&controls=0`)).text();
  expect(html).toContain('<html lang="fr" data-theme="dark">');
  expect(html).toContain('<title>[fr meta_archive_title game=Isaac');
  expect(html).toContain('[fr meta_archive_won');
  expect(html).toContain('data-ply="2" data-bottom="1" data-controls="none"');
  expect(html).toContain(`href="/g/${archived.won}/2?lang=fr" target="_blank" rel="noopener"`);
  expect(html).toContain(`<img src="/g/${archived.won}/2.svg"`);
  for (const file of ['embed-1.js', 'style-1.css', 'game-isaac-1.js', 'fr-1.js'])
    expect(html).toContain(`/assets/embed/${file}`);
  const data = /<script type="application\/json" id="record">(.*)<\/script>/.exec(html)?.[1] ?? '';
  expect(JSON.parse(data)).toMatchObject({ game: 'isaac', players: 2 });
});

test('options that are not valid are left out', async () => {
  const html = await (await get(`/embed/g/${archived.won}?lang=xx&theme="><b>&orientation=9&ply=-1`)).text();
  expect(html).toContain('<html lang="en">');
  expect(html).toContain('<main id="board" aria-busy="true" data-bottom="0">');
});

test('a record cannot end the element that holds it', async () => {
  const html = await (await get(`/embed/g/${archived.hostile}`)).text();
  expect(html).not.toContain(HOSTILE);
  expect(html).toContain(String.raw`\u003c/script>`);
});

test.each([
  ['a game that is not over', () => archived.running],
  ['a game that is not there', () => 'aB3_-0123456789012345x'],
])('%s is an empty frame with status 404', async (_, id) => {
  const answer = await get(`/embed/g/${id()}`);
  expect(answer.status).toBe(404);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(await answer.text()).not.toContain('<script');
});

test('the page of a finished game links to its oEmbed answer, which is a frame', async () => {
  const { url } = server;
  const html = await (await get(`/g/${archived.won}/3?lang=de`)).text();
  const [, service = ''] = /<link rel="alternate" type="application\/json\+oembed" href="([^"]*)"/.exec(html) ?? [];
  const answer = await fetch(`${service.replaceAll('&amp;', '&')}&maxwidth=320&maxheight=99999`);
  expect(answer.headers.get('cache-control')).toMatch(/^public/);
  expect(await answer.json()).toMatchObject({
    version: '1.0',
    type: 'rich',
    width: 320,
    height: 620,
    html: `<iframe src="${url}/embed/g/${archived.won}/3?lang=de" width="320" height="620" title="[de meta_archive_title game=Isaac games={games} names={names} tagline={tagline}]" loading="lazy" style="border:0;max-width:100%"></iframe>`,
    thumbnail_url: `${url}/g/${archived.won}.png`,
  });
  expect(await (await get(`/g/${archived.running}`)).text()).not.toContain('oembed');
});

test.each([
  ['', 400],
  ['?url=nonsense', 400],
  ['?url=https://other.example/g/aB3_-0123456789012345x', 404],
  ['?url=URL/g/aB3_-0123456789012345x', 404],
  ['?url=URL/isaac', 404],
  ['?url=URL/isaac&format=xml', 501],
])('GET /api/oembed%s is refused with %i', async (query, status) => {
  const answer = await get(`/api/oembed${query.replace('URL', server.url)}`);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toHaveProperty('error.name', status === 404 ? 'not-found' : 'bad-request');
});
