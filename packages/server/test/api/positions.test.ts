import { ApiClient, newMember, newToken } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const PLACED = 'isaac placer,exact 2 2 1 - placing 00-02 - 44321/54321 0/0 0/0 - - -';
/** The start of a game as a spectator sees it. */
const HIDDEN = 'masker side,flat 2 1 0 - - BRYRWW/BPRYGG/NPPWBB/WYGYYR/GRPPRP/YWBBGG - =?/=? - - - -';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.remove());

const ask = async (position: string) => {
  const answer = await fetch(`${server.url}/api/v1/positions?position=${encodeURIComponent(position)}`);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

test('a line of a position is answered with its view and its moves', async () => {
  const { status, body } = await ask(PLACED);
  expect([status, body]).toEqual([
    200,
    expect.objectContaining({
      game: 'isaac',
      canPlay: true,
      view: expect.objectContaining({ turn: 1, turnIndex: 1 }) as object,
    }),
  ]);
  const moves = body['moves'] as readonly string[];
  expect(moves).toContain('90-92');
  expect(moves).not.toContain('00-02');
  expect((await ask(HIDDEN)).body).toMatchObject({ game: 'masker', canPlay: false });
});

test('a line that is none is refused with the name of the field', async () => {
  const { status, body } = await ask(PLACED.replace('44321', '54321'));
  expect([status, JSON.stringify(body)]).toEqual([
    422,
    expect.stringMatching(/"bad-position","detail":"field hands: /),
  ]);
  expect((await ask('chess w')).status).toBe(404);
});

test('the page of a position has its own words and picture; a wrong one is not found', async () => {
  const at = (line: string) => fetch(`${server.url}/isaac/position/${line.replaceAll(' ', '_')}`);
  const page = await at(PLACED);
  const html = await page.text();
  expect([page.status, html.includes('meta_position_title')]).toEqual([200, true]);
  const [, picture = ''] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  expect(picture).toBe(`${server.url}/isaac/position.png?line=${encodeURIComponent(PLACED)}`);
  expect((await at(PLACED.replace('44321', '54321'))).status).toBe(404);
});

test('a game on the server cannot begin at a position', async () => {
  const person = await newMember(server.url, 'Ada');
  const ada = new ApiClient(server.url, (await newToken(server.url, person, ['read', 'play'])).secret);
  const position = 'nasca custom,2,closed,no 2 1 0 - xa1-a2 .';
  const answer = await ada.post('/tables', {
    id: 'placed',
    terms: {
      ...{ game: 'nasca', options: { landscape: 'custom' }, clock: { system: 'none' }, takeBack: 'never' },
      ...{ visibility: 'link', seating: 'chosen', chairs: ['me', 'link'], deal: { position } },
    },
  });
  expect(answer.status, answer.text).toBe(422);
});
