import { formatError, replayText } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { SearchAnswer } from '@tablier/protocol';
import { expect, test } from 'vitest';
import { members, pairedTable, type Player, player, playShortly, read, serveMembers, tableOf } from '../members.ts';

const DAY = 86_400_000;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const found = (who: Player, query: string): Promise<SearchAnswer> => read<SearchAnswer>(who, `/api/v1/search?${query}`);
const count = async (who: Player, query: string): Promise<number> => (await found(who, query)).games.length;

test('public games, those of a player, and the own ones are found, each by who may see them', async () => {
  const { url } = await serveMembers();
  const players = await members(url);
  const [ada, grace] = players;
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const eve = await player(url, 'Eve');
  const winner = await playShortly(await pairedTable(players), players);
  const other = winner === ada ? grace : ada;
  await playShortly(await tableOf(ada, grace, { visibility: 'link' }), players);
  await playShortly(await tableOf(ada, eve, { visibility: 'open' }), [ada, eve]);
  expect(await count(eve, '')).toBe(2);
  expect(await count(eve, 'mine=1')).toBe(1);
  expect(await count(ada, 'mine=1')).toBe(3);
  expect(await count(ada, 'mine=1&opponent=Grace.H')).toBe(2);
  expect(await count(eve, 'player=ada')).toBe(2);
  expect(await count(eve, 'player=ada&opponent=grace.h')).toBe(1);
  expect(await count(eve, 'game=nasca')).toBe(0);
  expect(await count(eve, 'game=isaac&pace=quick')).toBe(1);
  expect(await count(winner, 'mine=1&result=won&opponent=' + (winner === ada ? 'grace.h' : 'ada'))).toBeGreaterThan(0);
  const [own] = (await found(other, `mine=1&result=lost&pace=quick`)).games;
  expect(own).toMatchObject({ game: 'isaac', plies: 10, ended: 'resign' });
  expect(own?.seats[own.seat ?? -1]).toMatchObject({ result: 'lost' });
  const today = Date.now();
  expect(await count(eve, `from=${dayOf(today - DAY)}&until=${dayOf(today)}`)).toBe(2);
  expect(await count(eve, `from=${dayOf(today + 2 * DAY)}`)).toBe(0);
  const first = await found(eve, 'limit=1');
  const second = await found(eve, `limit=1&before=${first.next ?? ''}`);
  expect([first.games.length, second.games.length, second.next]).toEqual([1, 1, expect.anything()]);
  // The games have equal moves, so they share a record.
  expect(first.games[0]?.at).not.toBe(second.games[0]?.at);
  expect(await count(eve, `limit=1&before=${second.next ?? ''}`)).toBe(0);
  // What a player hides is found as if they had not played.
  await grace.browser.ask('PUT', '/api/me/profile', { ratings: true, games: false });
  expect(await count(eve, 'player=grace.h')).toBe(0);
  expect(await count(grace, 'mine=1')).toBe(2);
  const names = (await found(eve, 'player=ada')).games.flatMap(({ seats }) =>
    seats.map(({ name }) => name ?? 'hidden'),
  );
  expect(names.toSorted()).toEqual(['Ada', 'Ada', 'Eve', 'hidden']);
});

test('the opening is found by its moves, and the records come as one file that can be replayed', async () => {
  const { url } = await serveMembers();
  const players = await members(url);
  for (let games = 0; games < 2; games++) await playShortly(await pairedTable(players), players);
  const [ada] = players;
  if (ada === undefined) throw new Error('no player');
  const file = await ada.browser.ask('GET', '/api/search/records?game=isaac');
  const lines = file.text.trim().split('\n');
  expect(lines.length).toBe(new Set(lines).size);
  for (const line of lines) {
    const replayed = replayText(findGame, line);
    expect(replayed.ok ? '' : formatError(replayed.error)).toBe('');
  }
  const { moves } = JSON.parse(lines[0] ?? '') as { readonly moves: readonly string[] };
  expect(await count(ada, `game=isaac&opening=${encodeURIComponent(moves.slice(0, 2).join(' '))}`)).toBeGreaterThan(0);
  expect(await count(ada, 'game=isaac&opening=nothing')).toBe(0);
  const response = await fetch(`${url}/api/search/records?game=nasca`);
  expect([response.headers.get('content-disposition'), await response.text()]).toEqual([
    'attachment; filename="tablier-games.jsonl"',
    '',
  ]);
});

test('an own search needs a session, is not cached, and a public one is', async () => {
  const { url } = await serveMembers();
  expect((await fetch(`${url}/api/v1/search?mine=1`)).status).toBe(401);
  const ada = await player(url, 'Ada');
  expect((await ada.browser.ask('GET', '/api/v1/search?mine=1')).status).toBe(200);
  expect((await fetch(`${url}/api/v1/search`)).headers.get('cache-control')).toMatch(/^public, max-age=10/);
});

test('a wrong parameter is refused by its name', async () => {
  const { url } = await serveMembers();
  const ada = await player(url, 'Ada');
  for (const [query, detail] of [
    ['pace=slow', 'pace'],
    ['from=2026-02-30', 'from'],
    ['until=yesterday', 'until'],
    ['opening=a1', 'opening'],
    ['game=isaac&opening=a+b+c+d+e', 'opening'],
    ['opponent=ada', 'opponent'],
    ['mine=1&player=ada', 'player'],
    ['before=x', 'before'],
    ['limit=1000', 'limit'],
  ]) {
    const answer = await ada.browser.ask('GET', `/api/v1/search?${query ?? ''}`);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { error: { detail } }]);
  }
});
