import type { TournamentView } from '@tablier/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UNLIMITED } from '../../src/index.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { someTerms } from './a-tournament.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ...UNLIMITED, paces: { tournaments: 50 } });
});
afterAll(() => server.remove());

const player = (number: number, name: string, rating: string, rest: string): string =>
  `001 ${String(number).padStart(4)}      ${name.padEnd(33)} ${rating.padStart(4)}`.padEnd(80) + rest;
const REPORT = [
  '012 Winter',
  '062 4',
  'XXR 3',
  player(1, 'Ada', '1900', ' 1.5    1     3 w 1     2 b ='),
  player(2, 'Bob', '1800', ' 1.5    1     4 b +     1 w ='),
  player(3, 'Célia', '1600', ' 0.0    4     1 b 0  0000 - Z'),
  player(4, 'Dora', '1500', ' 1.0    3     2 w -  0000 - U'),
].join('\r\n');

/** An organiser with a tournament of three rounds, and what they do there. */
async function organising(name: string, terms: object = {}) {
  const browser = await Browser.guest(server.url, name);
  expect((await browser.setPassword('correct horse battery', name)).status).toBe(204);
  const body = { id: name, terms: { ...someTerms({ breakSeconds: 0 }), ...terms } };
  const made = await browser.ask('POST', '/api/v1/tournaments', body);
  const { tournament: id } = JSON.parse(made.text) as { readonly tournament: string };
  const path = `/api/v1/tournaments/${id}`;
  return {
    id,
    act: (action: string, given: object = {}) => browser.ask('POST', `${path}/${action}`, given),
    view: async () => JSON.parse((await browser.ask('GET', path)).text) as TournamentView,
  };
}

test('a report fills a tournament, which goes on with results of its organiser, and is written again', async () => {
  const { id, act, view } = await organising('olga');
  expect((await act('import', { report: REPORT })).status).toBe(200);
  expect(await view()).toMatchObject({ status: 'running', isPaused: true, round: 2, entrants: 4 });
  const { standings, log } = await view();
  expect(standings.map(({ name, points }) => [name, points])).toEqual(
    expect.arrayContaining([
      ['Ada', 1.5],
      ['Bob', 1.5],
      ['Dora', 1],
      ['Célia', 0],
    ]),
  );
  expect(log).toMatchObject([{ action: 'import', round: 2 }]);
  const written = await (await fetch(`${server.url}/tournament/${id}.trf`)).text();
  const cells = (text: string): string[] =>
    text.split(/\r?\n/).flatMap((line) => (line.startsWith('001') ? [line.slice(0, 85) + line.slice(89)] : []));
  expect(cells(written)).toEqual(cells(REPORT));

  expect((await act('import', { report: REPORT })).error).toBe('tournament-closed');
  await act('resume');
  await expect.poll(async () => (await view()).round).toBe(3);
  const { pairings } = await view();
  // They play at real boards: there is no table to look at, and no one forfeits.
  expect(pairings.map(({ table, seats }) => [table, seats[0]?.points])).toEqual([
    [null, null],
    [null, null],
  ]);
  for (const { board } of pairings)
    expect((await act(`rounds/3/boards/${board}/result`, { places: [1, 2] })).status).toBe(200);
  await expect.poll(async () => (await view()).status).toBe('over');
});

test('byes that a report announces for rounds to come are given', async () => {
  const { act, view } = await organising('sara');
  const report = REPORT.replace('XXR 3', 'XXR 3\r\n240 H 003    1    4');
  expect((await act('import', { report })).status).toBe(200);
  expect((await view()).log).toMatchObject([
    { action: 'bye', round: 3, entrant: 4 },
    { action: 'bye', round: 3, entrant: 1 },
    { action: 'import' },
  ]);
  await act('resume');
  await expect.poll(async () => (await view()).round).toBe(3);
  const { pairings } = await view();
  expect(pairings.filter(({ seats }) => seats.length === 1).map(({ seats }) => seats[0]?.points)).toEqual([0.5, 0.5]);
});

test('a bad report, and a tournament that it does not fit, are refused by name and change nothing', async () => {
  const { act, view } = await organising('paul');
  for (const [bad, detail] of [
    [REPORT.replace('3 w 1', '9 w 1'), 'line 4: opponent'],
    [REPORT.replace('1.0 ', '2.0 '), 'line 7: points'],
    ['no report', 'line 1: none'],
  ] as const) {
    const { error, text } = await act('import', { report: bad });
    expect([error, (JSON.parse(text) as { error: { detail: string } }).error.detail]).toEqual(['bad-trf', detail]);
  }
  expect(await view()).toMatchObject({ status: 'open', entrants: 0, log: [] });
  const short = await organising('rita', { rounds: 1 });
  expect((await short.act('import', { report: REPORT })).error).toBe('bad-tournament');
  const full = await organising('sam');
  await full.act('join');
  expect((await full.act('import', { report: REPORT })).error).toBe('bad-tournament');
  expect(await full.view()).toMatchObject({ status: 'open', entrants: 1 });
});
