import { expect, test } from 'vitest';
import { formatTrf, parseTrf, POINT, type Tournament, type TrfFault } from '../../src/index.ts';
import { ALONE } from './simulate.ts';

const seat = (entrant: number, points: number) => ({ entrant, points });
const HALF = POINT / 2;
const tournament: Tournament = {
  ...{ kind: 'swiss', seats: 2, partners: ALONE, rounds: 3 },
  entrants: [1900, 1800, 1700, 1600, null].map((rating, index) => ({
    ...{ number: index + 1, rating, firstRound: 1, isIn: true },
  })),
  pairings: [
    { round: 1, seats: [seat(1, POINT), seat(3, 0)], endedBy: 'rules' },
    { round: 1, seats: [seat(4, HALF), seat(2, HALF)], endedBy: 'rules' },
    { round: 1, seats: [seat(5, POINT)] },
    { round: 2, seats: [seat(5, 0), seat(1, POINT)], endedBy: 'forfeit' },
    { round: 2, seats: [seat(2, 0), seat(3, POINT)], endedBy: 'rules' },
    { round: 2, seats: [seat(4, HALF)] },
  ],
};
const points = [2, 0.5, 1, 1, 1];
const people = new Map(
  points.map((own, index) => [index + 1, { name: `P${index + 1}`, rank: 1, points: own * POINT }]),
);
const text = formatTrf({ name: 'Winter', began: '2027/03/27', ended: null, tournament, people, rounds: 2 });

test('a report that is written is read back, and written again it is the same', () => {
  const read = parseTrf(`\uFEFF${text.replaceAll('\n', '\r\n')}`);
  if (!read.ok) throw new Error(read.error.name);
  const { name, players, rounds, pairings } = read.value;
  expect([name, rounds]).toEqual(['Winter', 2]);
  expect(players.map((player) => [player.name, player.rating])).toEqual([
    ...[
      ['P1', 1900],
      ['P2', 1800],
      ['P3', 1700],
      ['P4', 1600],
    ],
    ['P5', null],
  ]);
  const again = { ...tournament, pairings };
  expect(formatTrf({ name, began: '2027/03/27', ended: null, tournament: again, people, rounds })).toBe(text);
});

test('the lines of TRF26, games that are not rated and a round without results are read', () => {
  const more = text
    .replace('XXR 3', '142 3\n152 W\n240 H 003    1')
    .replace(' w 1', ' w W')
    .replace(' b 0', ' b l')
    .replace(
      /^(001 {4}[1-4].*)$/gm,
      (line) => `${line}  ${line[7] === '1' ? '   2 w  ' : line[7] === '2' ? '   1 b  ' : '0000 -  '}`,
    );
  const read = parseTrf(more);
  expect(read).toMatchObject({ ok: true, value: { rounds: 2, players: { length: 5 } } });
});

test.each([
  ['accelerated rounds', '250       1.0 003 004    1    2', '250       1.0 001 002    1    2'],
  ['forbidden pairs', '260 001 003    1    2', '260 001 002    1    2'],
  ['accelerated rounds of TRF16', 'XXA    1  1.0  0.0  1.0', 'XXA    1  1.0  1.0  0.0'],
  ['accelerated rounds of TRF16 after blank ones', 'XXA    1            1.0', 'XXA    1       1.0'],
  ['rounds accelerated by the rules of Baku', '192 FIDE_DUTCH_2025_BAKU', '192 FIDE_DUTCH_2025', 5],
  ['rounds accelerated by the rules of Baku, of fewer', '192 FIDE_DUTCH_2025_BAKU', '192 FIDE_DUTCH_2025_BAKU', 5, 3],
])('%s are refused by name, unless their rounds are over', (_, refused, over, all = 3, fewer = all) => {
  const withLine = (line: string, rounds: number) => parseTrf(text.replace('XXR 3', `XXR ${rounds}\n${line}`));
  const line = text.split('\n').indexOf('XXR 3') + 2;
  expect(withLine(refused, all)).toEqual({ ok: false, error: { name: 'pairing', line } });
  expect(withLine(over, fewer)).toMatchObject({ ok: true });
});

test('byes in rounds to come are asked for, and a round that has only those is not over', () => {
  const more = text
    .replace('XXR 3', 'XXR 3\n240 h 004    2    4\n240 Z 002    2')
    .replace(/^(001 {4}3.*)$/m, '$1  0000 - Z');
  const read = parseTrf(more);
  if (!read.ok) throw new Error(read.error.name);
  expect([read.value.rounds, read.value.pairings.length]).toEqual([2, tournament.pairings.length]);
  expect(read.value.byes).toEqual([
    { entrant: 3, round: 3, points: 0 },
    { entrant: 2, round: 4, points: HALF },
    { entrant: 4, round: 4, points: HALF },
  ]);
  const faultOf = (line: string) => parseTrf(text.replace('XXR 3', line));
  expect(faultOf('240 H 003    9')).toEqual({ ok: false, error: { name: 'number', line: 5 } });
  expect(faultOf('240 F 003    1')).toEqual({ ok: false, error: { name: 'result', line: 5 } });
});

test('what is wrong is named, with its line', () => {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => line.startsWith('001'));
  const changed = (player: number, at: number, to: string): string =>
    lines
      .map((line, index) =>
        index === first + player - 1 ? `${line.slice(0, at - 1)}${to}${line.slice(at - 1 + to.length)}` : line,
      )
      .join('\n');
  const faultOf = (given: string) => {
    const read = parseTrf(given);
    return read.ok ? null : [read.error.name, read.error.line];
  };
  const cases: readonly (readonly [TrfFault, number, number, string])[] = [
    ['player', 2, 15, ' '.repeat(33)],
    ['number', 2, 5, '   x'],
    ['number', 2, 5, '   1'],
    ['number', 5, 5, '   9'],
    ['rating', 1, 49, '19a0'],
    ['opponent', 1, 92, '   4'],
    ['opponent', 1, 92, '  99'],
    ['opponent', 1, 92, '   x'],
    ['colour', 1, 97, '-'],
    ['colour', 1, 97, 'b'],
    ['result', 1, 99, '?'],
    ['result', 1, 99, '+'],
    ['result', 3, 99, '1'],
    ['result', 5, 99, '1'],
    ['points', 1, 81, ' 9.0'],
  ];
  for (const [name, player, at, to] of cases) {
    const [fault, line] = faultOf(changed(player, at, to)) ?? [];
    expect(fault, `${name} ${to}`).toBe(name);
    expect(Number(line), `${name} ${to}`).toBeGreaterThan(first);
  }
  expect(faultOf(changed(1, 81, ' 9.0'))).toEqual(['points', first + 1]);
  for (const none of ['', 'hello', '012 Winter\n']) expect(faultOf(none)).toEqual(['none', 1]);
  for (const end of Array.from({ length: text.length }, (_, index) => index))
    expect(() => parseTrf(text.slice(0, end))).not.toThrow();
});
