import type { Viewer } from '@tablier/core';
import { games } from '@tablier/games';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formatRoute, type LookBack, parseRoute, pathOfOldLink, type Route } from '../src/routes.ts';

const SEED = 2027;
/** Letters, characters with a meaning in URLs, and characters of several bytes. */
const UNIT = fc.constantFrom(...'aZ9-_~/.%#?&=+:\\"<\0 é日😀');

const ROUTES: readonly [string, Route][] = [
  ['/', { page: 'home' }],
  ['/isaac', { page: 'game', game: 'isaac' }],
  ['/isaac/play', { page: 'set-up', game: 'isaac' }],
  ['/isaac/learn', { page: 'learn', game: 'isaac' }],
  ['/puzzles', { page: 'puzzles' }],
  ['/isaac/puzzles', { page: 'game-puzzles', game: 'isaac' }],
  ['/isaac/puzzles/12', { page: 'puzzle', game: 'isaac', number: 12 }],
  ['/isaac/puzzles/0a1b2c3d', { page: 'own-mistake', game: 'isaac', id: '0a1b2c3d' }],
  ['/isaac/openings', { page: 'openings', game: 'isaac' }],
  [
    '/arcanor/position/arcanor_memory_2_1_0_-_c%3F1/A(B)_0_0_-_-',
    { page: 'position', game: 'arcanor', line: 'arcanor memory 2 1 0 - c?1/A(B) 0 0 - -' },
  ],
  [
    '/masker/position/masker_side,flat_2_1_0_-_-_RYN/WWG_-_=P/=%3F_-_-_-_2R1@13+2x1',
    { page: 'position', game: 'masker', line: 'masker side,flat 2 1 0 - - RYN/WWG - =P/=? - - - 2R1@13+2x1' },
  ],
  ['/nasca/position', { page: 'position', game: 'nasca', line: '' }],
  ['/nasca/position/nasca_-_._.', { page: 'position', game: 'nasca', line: 'nasca - . .' }],
  ['/isaac/rules', { page: 'rules', game: 'isaac' }],
  ['/isaac/rules/numbered', { page: 'numbered-rules', game: 'isaac', rule: null }],
  ['/isaac/rules/I12', { page: 'numbered-rules', game: 'isaac', rule: 'I12' }],
  ['/play', { page: 'play', id: null }],
  ['/play/a0b1c2d3e4f5', { page: 'play', id: 'a0b1c2d3e4f5' }],
  ['/learn', { page: 'lessons' }],
  ['/watch', { page: 'watch' }],
  ['/games', { page: 'games' }],
  ['/strength', { page: 'strength' }],
  ['/lobby', { page: 'lobby' }],
  ['/search', { page: 'search' }],
  ['/settings', { page: 'settings' }],
  ['/account', { page: 'account' }],
  ['/g/a%2Fb', { page: 'kept', id: 'a/b' }],
  ['/g/abc/0', { page: 'kept', id: 'abc', at: { ply: 0, viewer: 'open' } }],
  ['/g/abc/12/seat2', { page: 'kept', id: 'abc', at: { ply: 12, viewer: 1 } }],
  ['/t/aB3_-0123456789x', { page: 'table', id: 'aB3_-0123456789x' }],
  ['/t/abc/7', { page: 'table', id: 'abc', at: { ply: 7, viewer: 'open' } }],
  ['/g/abc/analysis', { page: 'kept', id: 'abc', analysed: true }],
  ['/t/abc/analysis/7/seat1', { page: 'table', id: 'abc', at: { ply: 7, viewer: 0 }, analysed: true }],
  ['/play/a0b1c2d3e4f5/analysis', { page: 'play', id: 'a0b1c2d3e4f5', analysed: true }],
  [
    '/play/a0b1c2d3e4f5/analysis/3',
    { page: 'play', id: 'a0b1c2d3e4f5', at: { ply: 3, viewer: 'open' }, analysed: true },
  ],
  ['/t/abc/7/spectator', { page: 'table', id: 'abc', at: { ply: 7, viewer: 'spectator' } }],
];

describe('paths', () => {
  it.each(ROUTES)('%s is parsed and formatted', (path, route) => {
    expect(parseRoute(path)).toEqual(route);
    expect(formatRoute(route)).toBe(path);
  });

  const NOWHERE = ['/nowhere/at/all', '/isaac/x', '/play/x', '/new', '/rules', '/api', '/assets', '/g', '/t', '/%'];
  const NO_RULES = [
    '/play/a0b1c2d3e4f5/3',
    '/g/abc/3/analysis',
    '/g/abc/analysis/x',
    '/learn/isaac',
    '/watch/isaac',
    '/isaac/learn/2',
    '/puzzles/isaac',
    '/isaac/puzzles/0',
    '/isaac/puzzles/012',
    '/isaac/puzzles/123456',
    '/isaac/puzzles/x',
    '/isaac/puzzles/1/2',
    '/play/puzzles',
    '/isaac/play/2',
    '/play/play',
    '/isaac/rules/numbered/I12',
    '/play/learn',
    '/isaac/rules/I1/x',
    '/isaac/rules/..',
    '/isaac/rules/.',
    '/play/rules',
    '/play/a0b1c2d3e4f5/1',
    '/play/A0B1C2D3E4F5',
    '/play/a0b1c2d3e4f5g',
    '/games/x',
    '/t/rules/x',
    '/Isaac',
    '/licenses.txt',
    '//isaac',
    '/g//1',
  ];
  const NO_MOMENT = [
    '/g/a/x',
    '/g/a/-1',
    '/g/a/1.5',
    '/t/a/1/seat0',
    '/t/a/1/seat12',
    '/t/a/1/xseat1',
    '/g/.',
    '/t/a/1/dark',
    '/t/a/1/seat1/x',
    '/g/..',
  ];
  it.each([...NOWHERE, ...NO_RULES, ...NO_MOMENT])('%s leads nowhere, without an exception', (path) => {
    expect(parseRoute(path)).toEqual({ page: 'not-found' });
  });

  it.each(['', '/', '/index.html'])('"%s" is home', (path) => {
    expect(parseRoute(path)).toEqual({ page: 'home' });
  });

  it('that of a page that does not exist is home', () => {
    expect(formatRoute({ page: 'not-found' })).toBe('/');
  });

  it.each(['.', ',', ')', '>', '%3E', ').', '\u200b', '%E2%80%8B', '%C2%A0', '”', '…', '/', ' '])(
    '%j behind an address changes nothing',
    (mark) => {
      for (const path of [
        '/t/dzhzIQBM96pf5OABc1j4Kw/12',
        '/g/Ndzhz-QBM96pf5OA',
        '/study/abcdefgh01234567',
        '/isaac/puzzles/12',
      ])
        expect(parseRoute(`${path}${mark}`), path).toEqual(parseRoute(path));
    },
  );

  it('a slash at the end changes nothing', () => {
    for (const [path, route] of ROUTES) expect(parseRoute(path === '/' ? path : `${path}/`), path).toEqual(route);
  });

  test('no id of a game is reserved', () => {
    for (const { id } of games) expect(parseRoute(`/${id}`)).toEqual({ page: 'game', game: id });
  });

  test('any route is parsed as it was formatted, and browsers keep its path', () => {
    const id = fc.string({ unit: UNIT, minLength: 1 }).filter((text) => text !== '.' && text !== '..');
    const viewer = fc.constantFrom<Viewer>('open', 'spectator', 0, 3, 8);
    const at: fc.Arbitrary<LookBack> = fc.record({ ply: fc.nat(999_999), viewer });
    const ofGame = fc.record({ page: fc.constantFrom('kept', 'table'), id, at }, { requiredKeys: ['page', 'id'] });
    const game = fc.constantFrom(...games.map((each) => each.id));
    const rules = fc.record({ page: fc.constant('numbered-rules'), game, rule: fc.option(id) });
    fc.assert(
      fc.property(fc.oneof(ofGame, rules) as fc.Arbitrary<Route>, (route) => {
        const path = formatRoute(route);
        expect(parseRoute(path)).toEqual(route);
        expect(new URL(path, 'https://club.example').pathname).toBe(path);
      }),
      { seed: SEED },
    );
  });

  test('no text throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: UNIT }), (text) => {
        expect(parseRoute(`/${text}`)).toHaveProperty('page');
        expect(pathOfOldLink(new URL(`#/${text}`, 'https://club.example').hash)).toMatch(/^\/(?!\/)/);
      }),
      { seed: SEED },
    );
  });
});

describe('links of earlier versions, with a #', () => {
  it.each([
    ['#/', '/'],
    ['#/new/isaac', '/isaac/play'],
    ['#/play', '/play'],
    ['#/g/a%2Fb', '/g/a%2Fb'],
    ['#/g/abc/0', '/g/abc/0'],
    ['#/g/abc/12/seat2', '/g/abc/12/seat2'],
    ['#/t/aB3_-0123456789x', '/t/aB3_-0123456789x'],
    ['#/t/abc/7', '/t/abc/7'],
    ['#/t/abc/7/spectator', '/t/abc/7/spectator'],
    ['#/rules/isaac', '/isaac/rules'],
    ['#/rules/isaac/I12', '/isaac/rules/I12'],
    ['#/settings', '/settings'],
    ['#/lobby', '/lobby'],
    ['#/account', '/account'],
  ])('%s is %s', (hash, path) => expect(pathOfOldLink(hash)).toBe(path));

  const NOWHERE = ['#/no/where', '#/new/isaac/x', '#/play/x', '#/new', '#/g', '#/t', '#/%', '#/rules/isaac/I1/x'];
  const NO_MOMENT = ['#/g/a/x', '#/g/a/-1', '#/g/a/1.5', '#/t/a/1/seat0', '#/t/a/1/dark', '#/t/a/1/seat1/x'];
  it.each([...NOWHERE, ...NO_MOMENT])('%s is not found either', (hash) => {
    expect(parseRoute(pathOfOldLink(hash) ?? '/')).toEqual({ page: 'not-found' });
  });

  it.each(['', '#', '#main', '#rule-I12'])('"%s" is not such a link', (hash) => expect(pathOfOldLink(hash)).toBeNull());

  it('never leads to another host', () => expect(pathOfOldLink('#//evil.example/x')).toBe('/evil.example/x'));
});
