import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route } from '../src/routes.ts';

const ROUTES: readonly [string, Route][] = [
  ['#/', { page: 'home' }],
  ['#/new/isaac', { page: 'set-up', game: 'isaac' }],
  ['#/play', { page: 'play' }],
  ['#/g/a%2Fb', { page: 'kept', id: 'a/b' }],
  ['#/g/abc/0', { page: 'kept', id: 'abc', at: { ply: 0, viewer: 'open' } }],
  ['#/g/abc/12/seat2', { page: 'kept', id: 'abc', at: { ply: 12, viewer: 1 } }],
  ['#/t/aB3_-0123456789x', { page: 'table', id: 'aB3_-0123456789x' }],
  ['#/t/abc/7', { page: 'table', id: 'abc', at: { ply: 7, viewer: 'open' } }],
  ['#/t/abc/7/spectator', { page: 'table', id: 'abc', at: { ply: 7, viewer: 'spectator' } }],
  ['#/rules/isaac', { page: 'rules', game: 'isaac', rule: null }],
  ['#/rules/isaac/I12', { page: 'rules', game: 'isaac', rule: 'I12' }],
  ['#/settings', { page: 'settings' }],
  ['#/lobby', { page: 'lobby' }],
];

describe('addresses', () => {
  it.each(ROUTES)('%s is read and written', (address, route) => {
    expect(parseRoute(address)).toEqual(route);
    expect(formatRoute(route)).toBe(address);
  });

  const NOWHERE = ['#/nowhere', '#/new/isaac/x', '#/play/x', '#/new', '#/g', '#/t', '#/%', '#/rules/isaac/I1/x'];
  const NO_MOMENT = ['#/g/a/x', '#/g/a/-1', '#/g/a/1.5', '#/t/a/1/seat0', '#/t/a/1/dark', '#/t/a/1/seat1/x'];
  it.each([...NOWHERE, ...NO_MOMENT])('%s leads nowhere, without an exception', (address) => {
    expect(parseRoute(address)).toEqual({ page: 'not-found' });
  });

  it.each(['', '#', '#/'])('"%s" is home', (address) => {
    expect(parseRoute(address)).toEqual({ page: 'home' });
  });
});
