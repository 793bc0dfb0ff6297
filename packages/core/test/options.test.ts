import { allOptions, completeOptions, formatOptions, parseOptions, placesByScore } from '@tablier/core';
import { expect, test } from 'vitest';

const spec = {
  rounds: { values: [2, 1], default: 2 },
  corners: { values: ['closed', 'open'], default: 'closed' },
} as const;

test('missing options get their defaults, in declared order', () => {
  const options = parseOptions(spec, 'corners=open');
  expect(options).toEqual({ ok: true, value: { rounds: 2, corners: 'open' } });
  expect(options.ok && formatOptions(spec, options.value)).toBe('rounds=2,corners=open');
});

test('a number given as text becomes a number', () => {
  expect(parseOptions(spec, 'rounds=1')).toEqual({ ok: true, value: { rounds: 1, corners: 'closed' } });
  expect(completeOptions(spec, { rounds: 1 })).toEqual({ ok: true, value: { rounds: 1, corners: 'closed' } });
});

test('an unknown option or value is refused by name', () => {
  expect(parseOptions(spec, 'colour=red')).toEqual({ ok: false, error: { name: 'unknown-option', detail: 'colour' } });
  expect(parseOptions(spec, 'rounds=3')).toEqual({
    ok: false,
    error: { name: 'bad-option-value', detail: 'rounds=3' },
  });
  expect(parseOptions(spec, 'rounds')).toEqual({ ok: false, error: { name: 'bad-option-value', detail: 'rounds' } });
  expect(parseOptions(spec, '__proto__=1').ok).toBe(false);
  expect(completeOptions(spec, { corners: null }).ok).toBe(false);
});

test('a value of another type is refused, whatever its text is', () => {
  const typed = { ...spec, isLong: { values: ['true', 'false'], default: 'false' } } as const;
  for (const rounds of ['2', ['2'], [2], { toString: () => '2' }, true])
    expect(completeOptions(typed, { rounds })).toMatchObject({ ok: false, error: { name: 'bad-option-value' } });
  for (const isLong of [true, ['true']]) expect(completeOptions(typed, { isLong }).ok).toBe(false);
  for (const [value, detail] of [
    ['2', 'rounds="2"'],
    [['2'], 'rounds=["2"]'],
  ])
    expect(completeOptions(typed, { rounds: value })).toMatchObject({ error: { detail } });
});

test('allOptions lists every combination; the last option changes fastest', () => {
  expect(allOptions(spec).map((options) => formatOptions(spec, options))).toEqual([
    'rounds=2,corners=closed',
    'rounds=2,corners=open',
    'rounds=1,corners=closed',
    'rounds=1,corners=open',
  ]);
});

test('equal scores share the better place', () => {
  expect(placesByScore([7, 9, 7])).toEqual([2, 1, 2]);
});

test('empty text, a dash and empty parts stand for the defaults; blanks around names and values do not count', () => {
  for (const text of ['', '-', ',', ',,'])
    expect(parseOptions(spec, text)).toEqual({ ok: true, value: { rounds: 2, corners: 'closed' } });
  expect(parseOptions(spec, ' rounds = 1 , corners = open ')).toEqual({
    ok: true,
    value: { rounds: 1, corners: 'open' },
  });
  expect(parseOptions(spec, '=1')).toEqual({ ok: false, error: { name: 'unknown-option', detail: '' } });
  expect(parseOptions(spec, '-,rounds=1')).toEqual({ ok: false, error: { name: 'bad-option-value', detail: '-' } });
});
