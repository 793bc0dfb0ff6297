import { describe, expect, test } from 'vitest';
import { EXCEPTIONS } from './exceptions.ts';
import { findTerms, judge } from './find.ts';
import { RETIRED_TERMS } from './terms.ts';

const termsIn = (text: string): readonly string[] => findTerms('a.ts', text).map(({ term }) => term);

describe('a retired term', () => {
  test.each([
    ['/** Told to whoever looks. */', ['whoever']],
    ["test('Nobody is told his seat', () => {", ['nobody', 'is told', 'his']],
    ['const PATIENCE = 4000;', ['patience']],
    ['const OPENING_PATIENCE = 4000;', ['opening_patience']],
    ['- **Shelves.** The lobby is looked after.', ['shelves', 'looked after']],
    ['for (const deed of deeds) doDeed(deed);', ['deed', 'deeds', 'deed', 'dodeed']],
  ])('is found in %s', (text, terms) => {
    expect([...termsIn(text)].sort()).toEqual([...terms].sort());
  });

  test('is found with its place and what to use instead', () => {
    expect(findTerms('docs/a.md', 'Fine.\nRead anew.')).toEqual([
      { path: 'docs/a.md', line: 2, term: 'anew', instead: 'again' },
    ]);
  });

  test.each(['the theme is his-toric', 'indeed', 'bookkeeper', 'besides', 'NOBODY', 'seat === NOBODY', 'theirs'])(
    'is a whole word: %s is none',
    (text) => {
      expect(termsIn(text.replace('his-toric', 'historic'))).toEqual([]);
    },
  );
});

describe('an exception', () => {
  const findings = findTerms('docs/a.md', 'anew\nbeside');
  const exception = { path: 'docs/', term: 'anew', reason: 'a quotation' };

  test('covers its term in its folder, and nothing else', () => {
    expect(judge(findings, [exception]).faults.map(({ term }) => term)).toEqual(['beside']);
    expect(judge(findings, [{ ...exception, path: 'packages/' }]).faults).toHaveLength(2);
  });

  test('that covers nothing any more is a fault, so the list can only shrink', () => {
    const unused = { ...exception, path: 'docs/b.md' };
    expect(judge(findings, [exception, unused]).unused).toEqual([unused]);
  });
});

test('every retired term says what to use instead, and every exception why', () => {
  for (const { pattern, instead } of RETIRED_TERMS) expect(instead, pattern).not.toBe('');
  for (const { path, reason } of EXCEPTIONS) expect(reason, path).not.toBe('');
});
