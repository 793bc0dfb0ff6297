import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looksAlike, looksOf } from '../src/index.ts';

const SEED = 2022;
/** Latin letters, each with letters of other scripts that look the same. */
const DISGUISES: Readonly<Record<string, string>> = {
  a: 'аαａ𝐚á',
  c: 'сϲⓒ',
  e: 'еεｅé',
  g: 'ցɡ',
  h: 'һհ',
  i: 'іιıl1',
  j: 'ј',
  n: 'ոη',
  o: 'оο0օσ',
  p: 'рρ',
  s: 'ѕ',
  u: 'սυ',
  v: 'νѵ',
  w: 'ԝ',
  x: 'хχ',
  y: 'уγ',
};
const ORDINARY = 'abcdefghjkmnopqstuvwxyz';

describe('names look alike', () => {
  test.each([
    ['alice', 'аlice', 'Cyrillic'],
    ['Alice', 'Ａｌｉｃｅ', 'full width'],
    ['Alice', 'ALICE', 'capitals'],
    ['Alice', 'AIice', 'capital I for l'],
    ['Alice', '𝓐𝓵𝓲𝓬𝓮', 'mathematical'],
    ['Alice', 'A\u200blice', 'a blank without width'],
    ['Zoe', 'Zoë', 'a mark'],
    ['Nina', 'Νina', 'Greek capital'],
    ['ivan', 'iνan', 'Greek small letter'],
    ['Марина', 'МАРИНА', 'capitals of another script'],
    ['Marina', 'Mаrіnа', 'some letters'],
    ['Mike', 'rnike', 'two letters for one'],
    ['O’Brien', "O'Brien", 'apostrophes'],
    ['wanda', 'vvanda', 'two v for a w'],
    ['Bob 10', 'Bob lO', 'numbers'],
  ])('%s and %s: %s', (one, other) => {
    expect(looksAlike(one, other)).toBe(true);
    expect(looksAlike(other, one)).toBe(true);
  });

  test.each([
    ['Alice', 'Alicia'],
    ['Eva', 'Ena'],
    ['राम', 'रमा'],
    ['李小龍', '李小明'],
    ['Анна', 'Инна'],
    ['🦊', '🐺'],
    ['alice', 'alice (2)'],
  ])('not: %s and %s', (one, other) => {
    expect(looksAlike(one, other)).toBe(false);
  });

  test('with any letters replaced by others that look the same', () => {
    const disguised = fc
      .array(fc.constantFrom(...Object.keys(DISGUISES), 'b', 'd', 'k', 't', 'z'), { minLength: 1, maxLength: 20 })
      .chain((letters) =>
        fc.tuple(
          fc.constant(letters.join('')),
          fc.tuple(...letters.map((letter) => fc.constantFrom(letter, ...(DISGUISES[letter] ?? '')))),
        ),
      );
    fc.assert(
      fc.property(disguised, ([name, letters]) => looksAlike(name, letters.join(''))),
      { seed: SEED, numRuns: 2000 },
    );
  });

  test('if and only if they are equal, for plain letters', () => {
    const names = fc.array(fc.constantFrom(...ORDINARY), { minLength: 1, maxLength: 4 }).map((all) => all.join(''));
    // "vv" looks like "w".
    const plain = names.filter((name) => !name.includes('vv'));
    fc.assert(
      fc.property(plain, plain, (one, other) => looksAlike(one, other) === (one === other)),
      { seed: SEED, numRuns: 5000 },
    );
  });

  test('in any script, regardless of case', () => {
    const letters = 'абвгдежзиклмнопрстуфхцчшэюяαβγδεζηθικλμνξοπρτυφχψωabcdefghijklmnopqrstuvwxyz';
    const names = fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(names, (name) => looksAlike(name, name.toUpperCase())),
      { seed: SEED, numRuns: 2000 },
    );
  });

  test('to themselves: the skeleton of a text is never empty', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => looksAlike(name, name) && looksOf(name).length > 0),
      { seed: SEED, numRuns: 1000 },
    );
  });

  test('by their own script and by Latin letters, which are one look where they are the same', () => {
    expect(looksOf('Ada')).toEqual(['ada']);
    expect(looksOf('ада')).toEqual(['ада', 'aдa']);
  });
});
