import type { ClubView, TournamentView } from '@tablier/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer, type TestServer } from '../running.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ...UNLIMITED, paces: { tournaments: 50 } });
});
afterAll(() => server.remove());

async function member(name: string): Promise<Browser> {
  const browser = await Browser.guest(server.url, name);
  expect((await browser.setPassword('correct horse battery', name)).status).toBe(204);
  return browser;
}

const parsed = (text: string): unknown => JSON.parse(text) as unknown;
const errorIn = ({ text }: { readonly text: string }): string =>
  (parsed(text) as { readonly error: { readonly name: string } }).error.name;
const view = async (browser: Browser, id: string): Promise<ClubView> =>
  parsed((await browser.ask('GET', `/api/clubs/${id}`)).text) as ClubView;
const change = (browser: Browser, id: string, body: object) => browser.ask('POST', `/api/clubs/${id}/change`, body);

const DAY = 86_400_000;

test('a club is joined by its link, moderated by its owner, and gathers its events', async () => {
  const [olga, paul, rita] = [await member('olga'), await member('paul'), await member('rita')];
  const club = { id: 'the-woods', name: 'The Woods', about: '', isListed: true };
  expect(errorIn(await olga.ask('POST', '/api/clubs', { ...club, id: 'The Woods' }))).toBe('bad-request');
  expect(errorIn(await olga.ask('POST', '/api/clubs', { ...club, name: '\u202e' }))).toBe('bad-text');
  expect((await olga.ask('POST', '/api/clubs', club)).status).toBe(200);
  expect(errorIn(await paul.ask('POST', '/api/clubs', club))).toBe('club-taken');

  // Only members see the code of the link.
  expect((await view(paul, 'the-woods')).you).toEqual({ state: null, code: null });
  const { code } = (await view(olga, 'the-woods')).you;
  expect(errorIn(await paul.ask('POST', '/api/clubs/the-woods/join', { code: 'x' }))).toBe('bad-link');
  for (const each of [paul, rita])
    expect((await each.ask('POST', '/api/clubs/the-woods/join', { code })).status).toBe(200);
  expect(errorIn(await change(paul, 'the-woods', { kind: 'announce', words: 'hello' }))).toBe('not-organiser');
  expect((await change(olga, 'the-woods', { kind: 'announce', words: 'We play on Fridays' })).status).toBe(200);
  const { people } = await view(olga, 'the-woods');
  expect(people.map(({ name, isOwner }) => [name, isOwner])).toEqual([
    ['olga', true],
    ['paul', false],
    ['rita', false],
  ]);
  await change(olga, 'the-woods', { kind: 'remove-member', member: people[2]?.member });
  expect(errorIn(await rita.ask('POST', '/api/clubs/the-woods/join', { code }))).toBe('member-removed');

  const startsAt = Date.now() + DAY;
  const terms = {
    ...{ name: 'Friday', game: 'isaac', options: {}, seats: 2, kind: 'swiss', rounds: 1, breakSeconds: 0 },
    ...{ clock: { system: 'fischer', base: 300, increment: 3 }, visibility: 'link', bots: false, rated: false },
    ...{ startsAt, timeZone: 'Europe/Paris', club: 'the-woods', repeatDays: 7 },
  };
  const create = (browser: Browser) => browser.ask('POST', '/api/v1/tournaments', { id: 'friday', terms });
  expect(errorIn(await create(paul))).toBe('bad-tournament');
  const { tournament: id } = parsed((await create(olga)).text) as { readonly tournament: string };
  const act = (browser: Browser, action: string, body: object = {}) =>
    browser.ask('POST', `/api/v1/tournaments/${id}/${action}`, body);
  expect(errorIn(await act(rita, 'join'))).toBe('not-member');
  for (const each of [olga, paul]) expect((await act(each, 'join')).status).toBe(200);
  const calendar = await fetch(`${server.url}/club/the-woods.ics`);
  expect(await calendar.text()).toContain('SUMMARY:Friday');

  // The next event is there as soon as this one begins, at the same hour of the week after.
  await act(olga, 'start');
  await expect.poll(async () => (await view(olga, 'the-woods')).events.length).toBe(2);
  const { events } = await view(olga, 'the-woods');
  const next = events.find((event) => event.status === 'open');
  expect(next).toMatchObject({ name: 'Friday', timeZone: 'Europe/Paris', entrants: 0 });
  expect(Math.abs((next?.startsAt ?? 0) - startsAt - 7 * DAY)).toBeLessThanOrEqual(3_600_000);
  const tournament = async () => parsed((await olga.ask('GET', `/api/v1/tournaments/${id}`)).text) as TournamentView;
  await expect.poll(async () => (await tournament()).round).toBe(1);
  await act(olga, 'rounds/1/boards/1/result', { places: [2, 1] });
  await expect.poll(async () => (await view(olga, 'the-woods')).past.length).toBe(1);

  const season = { kind: 'add-season', name: 'Winter', from: Date.now() - DAY, until: Date.now() + DAY };
  expect((await change(olga, 'the-woods', season)).status).toBe(200);
  const { past, standings } = await view(paul, 'the-woods');
  expect(past[0]?.winners).toEqual([standings[0]?.name]);
  expect(standings).toMatchObject([
    { rank: 1, points: 1, tournaments: 1 },
    { rank: 2, points: 0, tournaments: 1 },
  ]);
  expect((await olga.ask('DELETE', '/api/clubs/the-woods')).status).toBe(204);
  expect((await paul.ask('GET', '/api/clubs/the-woods')).status).toBe(404);
  expect((await tournament()).club).toBeNull();
});
