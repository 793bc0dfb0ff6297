import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute, type Route } from '../src/routes.ts';

const ROUTES: readonly [string, Route][] = [
  ['#/', { page: 'home' }],
  ['#/new/isaac', { page: 'set-up', game: 'isaac' }],
  ['#/play', { page: 'play' }],
  ['#/g/a%2Fb', { page: 'kept', id: 'a/b' }],
  ['#/t/aB3_-0123456789x', { page: 'table', id: 'aB3_-0123456789x' }],
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

  it.each(['#/nowhere', '#/new/isaac/x', '#/play/x', '#/new', '#/g', '#/t', '#/%', '#/rules/isaac/I1/x'])(
    '%s leads nowhere, without an exception',
    (address) => {
      expect(parseRoute(address)).toEqual({ page: 'not-found' });
    },
  );

  it.each(['', '#', '#/'])('"%s" is home', (address) => {
    expect(parseRoute(address)).toEqual({ page: 'home' });
  });
});
