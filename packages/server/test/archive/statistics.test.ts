import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GameRecord, Openings } from '@tablier/core';
import { ENOUGH_VOTES, type GameStatistics, type SearchAnswer } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { clients, members, pairedTable, player, playShortly, read, serveMembers, tableOf } from '../members.ts';

async function statistics(url: string, game = 'isaac'): Promise<GameStatistics> {
  const response = await fetch(`${url}/api/statistics/${game}`);
  expect(response.status).toBe(200);
  return (await response.json()) as GameStatistics;
}

test('the figures of a game follow its public games and those against bots', async () => {
  const { url } = await serveMembers();
  const none = { games: 0, firstWins: 0, draws: 0, medianMs: null, medianPlies: null, playing: 0 };
  expect(await statistics(url, 'nasca')).toEqual({ ...none, gauges: null, results: [] });
  const players = await members(url);
  const [ada, grace] = players;
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const winner = await playShortly(await pairedTable(players), players);
  // A private game is not counted; one against a bot is, and no one finds it.
  await playShortly(await tableOf(ada, grace, { visibility: 'link' }), players);
  const { table } = await ada.client.must({
    kind: 'open',
    terms: {
      game: 'isaac',
      options: {},
      clock: { system: 'none' },
      takeBack: 'asked',
      visibility: 'link',
      seating: 'chosen',
      chairs: ['me', { bot: 'beginner', strength: 1 }],
    },
  });
  await ada.client.view(table, ({ phase }) => phase === 'playing');
  await ada.client.must({ kind: 'act', table, action: { kind: 'resign' } });
  await pairedTable(players);
  const figures = await statistics(url);
  expect(figures).toMatchObject({ games: 2, draws: 0, playing: 1, medianMs: expect.any(Number) as number });
  const [result, ...others] = figures.results;
  expect(others).toEqual([]);
  expect(result).toMatchObject({
    game: 'isaac',
    pace: 'quick',
    clock: '5+3',
    plies: 10,
    ended: 'resign',
    seat: null,
  });
  const name = winner === ada ? 'Ada' : 'Grace';
  expect(result?.seats.find((seat) => seat.result === 'won')).toMatchObject({ name, place: 1, bot: null });
  const record = (await (await fetch(`${url}/api/v1/records/${result?.id ?? ''}`)).json()) as GameRecord;
  // Only the public game is among the openings.
  const openings = (await (await fetch(`${url}/api/openings/isaac`)).json()) as Openings;
  const { options, moves, end } = record;
  const firstWins = Number(end?.places[0] === 1);
  const first = { options, move: moves[0], places: 1, games: 1, firstWins, draws: 0 };
  expect(openings).toEqual({ games: 1, openings: [first] });
  expect((await fetch(`${url}/api/openings/chess`)).status).toBe(404);
});

test('members who have played a game say how complex it is, and enough of them are believed', async () => {
  const { url, folder } = await serveMembers();
  const players = await members(url);
  const [ada, grace] = players;
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const guest = await player(url, 'Eve');
  const vote = { complexity: 4, strategy: 5, luck: 0, interaction: 2 };
  const say = async ({ browser }: typeof ada, body: object, game = 'isaac') =>
    (await browser.ask('PUT', `/api/me/gauges/${game}`, body)).status;
  const own = (who: typeof ada) => read<object>(who, '/api/me/gauges/isaac');
  expect([await say(ada, vote), await say(guest, vote), await say(ada, vote, 'chess')]).toEqual([403, 403, 404]);
  expect(await own(ada)).toEqual({ vote: null, mayVote: false });
  await playShortly(await tableOf(ada, grace, {}), players);
  for (const wrong of [{ ...vote, luck: 6 }, { ...vote, luck: 0.5 }, { complexity: 1 }, { ...vote, luck: -1 }])
    expect(await say(ada, wrong)).toBe(400);
  expect(await own(ada)).toEqual({ vote: null, mayVote: true });
  expect(await say(ada, vote)).toBe(204);
  expect(await own(ada)).toEqual({ vote, mayVote: true });
  expect((await statistics(url)).gauges).toBeNull();
  const others = Array.from({ length: ENOUGH_VOTES - 1 }, (_, number) => `'other-${number}'`);
  const database = new DatabaseSync(join(folder, 'data', 'tablier.db'));
  for (const other of others) {
    database.exec(
      `insert into account (id, name, created_at, seen_on, revision, touched_at) values (${other}, ${other}, 0, 0, 0, 0)`,
    );
    database.exec(`insert into gauge_vote values (${other}, 'isaac', 4, 0, 5, 2)`);
  }
  database.close();
  await expect
    .poll(async () => (await statistics(url)).gauges, { interval: 1000 })
    .toEqual({ complexity: 4, strategy: 1, luck: 4, interaction: 2 });
});

test('public answers can be cached, and are confirmed by their tag', async () => {
  const { url } = await serveMembers();
  for (const path of ['/api/statistics/isaac', '/api/v1/ratings/isaac/quick']) {
    const first = await fetch(url + path);
    expect(first.headers.get('cache-control')).toBe('public, max-age=10, stale-while-revalidate=10');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const again = await fetch(url + path, { headers: { 'if-none-match': `W/${etag}` } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  }
  expect((await fetch(`${url}/api/statistics/chess`)).status).toBe(404);
});

test('games that ended before they were recorded are recorded once, after a start', async () => {
  const { url, folder, close, again } = await serveMembers();
  const players = await members(url);
  const [ada, grace] = players;
  if (ada === undefined || grace === undefined) throw new Error('no players');
  for (let games = 0; games < 3; games++) await playShortly(await pairedTable(players), players);
  const aborted = await tableOf(ada, grace, {});
  await ada.client.view(aborted, ({ phase }) => phase === 'playing');
  await ada.client.must({ kind: 'act', table: aborted, action: { kind: 'abort' } });
  const before = await statistics(url);
  expect(before.games).toBe(3);
  for (const client of clients.splice(0)) await client.leave();
  await close();
  const database = new DatabaseSync(join(folder, 'data', 'tablier.db'));
  for (const name of ['finished_opening', 'finished_seat', 'finished_game', 'game_tally', 'progress'])
    database.exec(`delete from ${name}`);
  database.close();
  const next = await again();
  const recorded = async () => ((await (await fetch(`${next.url}/api/v1/search`)).json()) as SearchAnswer).games.length;
  await expect.poll(recorded).toBe(3);
  const byId = ({ results }: GameStatistics) => results.toSorted((left, right) => left.id.localeCompare(right.id));
  expect(byId(await statistics(next.url))).toEqual(byId(before));
  await next.close();
});

test('the name of a deleted person disappears from results', async () => {
  const { url } = await serveMembers();
  const [ada] = await members(url);
  const eve = await player(url, 'Eve');
  if (ada === undefined) throw new Error('no player');
  await playShortly(await tableOf(ada, eve, { visibility: 'open' }), [ada, eve]);
  const names = async () => {
    const { games } = (await (await fetch(`${url}/api/v1/search`)).json()) as SearchAnswer;
    return games[0]?.seats.map(({ name }) => name).toSorted();
  };
  await expect.poll(names).toEqual(['Ada', 'Eve']);
  expect((await eve.browser.ask('DELETE', '/api/me')).status).toBe(204);
  await expect.poll(names, { interval: 1000 }).toEqual(['Ada', null]);
});
