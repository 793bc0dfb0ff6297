import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { GameStatistics, SearchAnswer } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { clients, members, pairedTable, player, playShortly, serveMembers, tableOf } from '../members.ts';

async function statistics(url: string, game = 'isaac'): Promise<GameStatistics> {
  const response = await fetch(`${url}/api/statistics/${game}`);
  expect(response.status).toBe(200);
  return (await response.json()) as GameStatistics;
}

test('the figures of a game follow its public games and those against bots', async () => {
  const { url } = await serveMembers();
  const none = { games: 0, firstWins: 0, draws: 0, medianMs: null, medianPlies: null, playing: 0, results: [] };
  expect(await statistics(url, 'nasca')).toEqual(none);
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
  expect((await fetch(`${url}/api/v1/records/${result?.id ?? ''}`)).status).toBe(200);
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
