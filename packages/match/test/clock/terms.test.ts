import { completeClockTerms, formatClockTerms, parseClockTerms } from '@tablier/match';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTerms, runs, seeded } from './play.ts';

test(`terms are written in one way, and read back ${seeded}`, () => {
  fc.assert(
    fc.property(anyTerms, (terms) => {
      expect(parseClockTerms(formatClockTerms(terms))).toEqual({ ok: true, value: terms });
      expect(completeClockTerms(JSON.parse(JSON.stringify(terms)) as Record<string, unknown>)).toEqual({
        ok: true,
        value: terms,
      });
    }),
    runs(1000),
  );
});

test(`a text that is read is the canonical one ${seeded}`, () => {
  const texts = fc.stringMatching(/^[0-9]{1,3}(:[0-9]{2})?[+bdx:]?[0-9]{0,2}(max|x|days?|\+)?[0-9]{0,2}$/);
  fc.assert(
    fc.property(texts, (text) => {
      const read = parseClockTerms(text);
      if (read.ok) expect(formatClockTerms(read.value)).toBe(text);
    }),
    runs(3000),
  );
});

test('the notation', () => {
  const system = (text: string): unknown => {
    const read = parseClockTerms(text);
    return read.ok ? read.value : read.error.name;
  };
  expect(system('-')).toEqual({ system: 'none' });
  expect(system('10')).toEqual({ system: 'sudden-death', base: 600 });
  expect(system('0:30+1')).toEqual({ system: 'fischer', base: 30, increment: 1 });
  expect(system('5+3max10')).toEqual({ system: 'fischer', base: 300, increment: 3, cap: 600 });
  expect(system('10b5')).toEqual({ system: 'bronstein', base: 600, delay: 5 });
  expect(system('0d30')).toEqual({ system: 'delay', base: 0, delay: 30 });
  expect(system('10+5x30')).toEqual({ system: 'byo-yomi', base: 600, periods: 5, period: 30 });
  expect(system('1day')).toEqual({ system: 'days', days: 1, vacation: 0 });
  expect(system('3days+14')).toEqual({ system: 'days', days: 3, vacation: 14 });
  for (const text of ['', '5+', '05+3', '5:00+3', '5+03', '1days', '3day', '3days+0', '5 + 3', '5+3max010']) {
    expect(system(text)).toBe('unreadable-clock');
  }
  for (const text of ['5+0', '0+3', '0:04', '1441', '5b601', '10+0x30', '10+5x4', '31days', '3days+91', '5+3max4']) {
    expect(system(text)).toBe('bad-clock-value');
  }
});

test('terms of unknown origin are completed or refused by name', () => {
  const name = (given: Record<string, unknown>): string => {
    const terms = completeClockTerms(given);
    return terms.ok ? formatClockTerms(terms.value) : `${terms.error.name} ${terms.error.detail}`;
  };
  expect(name({ system: 'fischer' })).toBe('10+5');
  expect(name({ system: 'days' })).toBe('3days');
  expect(name({})).toBe('unknown-clock undefined');
  expect(name({ system: '__proto__' })).toBe('unknown-clock __proto__');
  expect(name({ system: 'sudden-death', increment: 3 })).toBe('unknown-clock-field increment');
  expect(name({ system: 'fischer', base: 5.5 })).toBe('bad-clock-value base=5.5');
  expect(name({ system: 'fischer', base: '300' })).toBe('bad-clock-value base=300');
  expect(name({ system: 'fischer', base: Number.NaN })).toBe('bad-clock-value base=NaN');
});
