import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseLine, parseName, shownLine } from '../src/index.ts';

/** The maximum length of a line in these tests. */
const LONGEST = 60;

describe('a name', () => {
  test.each([
    ['Ada', 'Ada'],
    ['  Ada   Lovelace ', 'Ada Lovelace'],
    ['Zoe\u0301', 'Zoé'],
    ['Nguyễn', 'Nguyễn'],
    ['O’Brien-Smith', 'O’Brien-Smith'],
    ['李小龍', '李小龍'],
    ['สมชาย', 'สมชาย'],
    ['मीरा', 'मीरा'],
    ['שָׁלוֹם', 'שָׁלוֹם'],
    ['42', '42'],
    ['🦊', '🦊'],
    ['👩‍🔬 Ada', '👩‍🔬 Ada'],
    ['❤️', '❤️'],
    ['👍🏽', '👍🏽'],
    ['🇫🇷', '🇫🇷'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
  ])('is accepted: %j', (data, name) => {
    expect(parseName(data)).toBe(name.normalize('NFC'));
  });

  test.each([
    '',
    '   ',
    7,
    null,
    'x'.repeat(25),
    'a\u200bb',
    'a\u200cb',
    'a\u200db',
    'a\u202eb',
    '\u2800',
    'a\u2800b',
    '\u3164',
    '\uffa0',
    '\u115f',
    '\u034f',
    '\ufe0f',
    '\u17b4',
    '\u0301',
    'Ada \u0301',
    `A${'\u0330'.repeat(21)}`,
    '\ufdfd'.repeat(24),
    `A${'\ufdfd'.repeat(20)}`,
    '\u{e0041}',
    '\u200d🦊',
    '🦊\u200d',
    'a\ufe0f',
    '...',
    '\ud800',
    '\u0007',
  ])('is refused: %j', (data) => {
    expect(parseName(data)).toBeNull();
  });
});

describe('a line of chat', () => {
  test('has as many characters as it may, counted as people see letters and emoji', () => {
    expect(parseLine('x'.repeat(LONGEST), LONGEST)).toBe('x'.repeat(LONGEST));
    expect(parseLine('🦊'.repeat(LONGEST), LONGEST)).toBe('🦊'.repeat(LONGEST));
    expect(parseLine('  a \n b  ', 3)).toBe('a b');
    for (const empty of ['', '  ', '\n']) expect(parseLine(empty, LONGEST)).toBeNull();
  });

  test.each(['!!!', ':-)', '…', 'Good game 👩‍👩‍👧‍👦', '1️⃣ – 0', 'نمی\u200cدانم', 'e4 ♞'])('is taken: %s', (line) => {
    expect(parseLine(line, LONGEST)).toBe(line);
  });

  test.each([
    '\u2800',
    '\u3164\u3164',
    '\u0301a',
    'a\ufe0f\u20e3',
    '🇫\u200d',
    'Z\u0300\u0301\u0302\u0303algo',
    'x'.repeat(LONGEST + 1),
    'a\u0301🦊\u0301\u0302\u0303',
  ])('is refused: %j', (line) => {
    expect(parseLine(line, LONGEST)).toBeNull();
  });
});

describe('a line as it is shown', () => {
  test.each([
    ['My  study\n2', 'My study 2'],
    ['\u202eyduts\u202c', 'yduts'],
    ['a\u200bb\u0000c\ufeff', 'abc'],
    ['Zoe\u0301', 'Zoé'],
    ['👩‍🔬 Ada ❤️ 👍🏽', '👩‍🔬 Ada ❤️ 👍🏽'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    [`A${'\u0330'.repeat(21)}B`, 'A\u0330\u0330B'],
    [' \u0301x', 'x'],
    ['\u200d\u2800', ''],
  ])('%j becomes %j', (text, shown) => {
    expect(shownLine(text)).toBe(shown);
  });

  test('is one that people may write, or empty', () => {
    const pieces = [
      'a',
      ' ',
      '\n',
      '\u202e',
      '\u200d',
      '\u0301',
      '\u0330',
      '🦊',
      '🏽',
      '\ufe0f',
      '🇫',
      'م',
      '\ud800',
      '\u17b4',
    ];
    const texts = fc.oneof(
      fc.string({ unit: fc.constantFrom(...pieces), maxLength: 20 }),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const shown = shownLine(text);
        expect(parseLine(shown, 1000)).toBe(shown === '' ? null : shown);
      }),
      { numRuns: 2000 },
    );
  });
});
