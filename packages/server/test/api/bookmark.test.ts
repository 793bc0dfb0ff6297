import { describe, expect, test } from 'vitest';
import { type Bookmark, formatBookmark, parseBookmark } from '../../src/api/event-streams.ts';

const ONE = 'a'.repeat(22);
const OTHER = '-_Z9'.repeat(5);

describe('a bookmark', () => {
  test('is read back, with its tables in order', () => {
    const bookmark: Bookmark = new Map([
      [ONE, { version: 31, chat: { players: 2, spectators: 450 } }],
      [OTHER, { version: 0, chat: { players: 0, spectators: 1 } }],
    ]);
    const text = formatBookmark(bookmark);
    expect(text).toBe(`${ONE}:31.2.450,${OTHER}:0.0.1`);
    expect(parseBookmark(text)).toEqual(bookmark);
  });

  test('has a table without a view last, and leaves it out first', () => {
    const seen = (version: number) => ({ version, chat: { players: 0, spectators: 0 } });
    const unseen = Array.from({ length: 70 }, (_, index) => [String(index).padStart(20, 't'), seen(-1)] as const);
    const text = formatBookmark(new Map([...unseen, [ONE, seen(3)]]));
    expect(text.startsWith(`${ONE}:3.0.0,${unseen[0]?.[0]}:-1.0.0,`)).toBe(true);
    expect(parseBookmark(text)?.size).toBe(64);
  });

  test('of nothing is empty', () => {
    expect(formatBookmark(new Map())).toBe('');
    expect(parseBookmark('')).toEqual(new Map());
  });

  test.each([
    ['no number', ONE],
    ['two numbers', `${ONE}:1.2`],
    ['a number too many', `${ONE}:1.2.3.4`],
    ['text after it', `${ONE}:1.2.3 `],
    ['text before it', ` ${ONE}:1.2.3`],
    ['an empty number', `${ONE}:1..3`],
    ['a number of ten digits', `${ONE}:1234567890.1.1`],
    ['a line number of ten digits', `${ONE}:1.1234567890.1`],
    ['a line number of spectators of ten digits', `${ONE}:1.1.1234567890`],
    ['a negative number', `${ONE}:-2.1.1`],
    ['a negative line number', `${ONE}:1.-1.1`],
    ['other separators', `${ONE}:1x2x3`],
    ['a short table', `${'a'.repeat(15)}:1.2.3`],
    ['a long table', `${'a'.repeat(41)}:1.2.3`],
    ['a table with other signs', `${'a'.repeat(15)}!:1.2.3`],
    ['an empty entry', `${ONE}:1.2.3,`],
    ['one bad entry of two', `${ONE}:1.2.3,${OTHER}`],
  ])('that the server did not write is refused: %s', (_, text) => {
    expect(parseBookmark(text)).toBeNull();
  });

  test('has tables of 16 to 40 signs and numbers of up to nine digits', () => {
    for (const length of [16, 40]) {
      const table = 'b'.repeat(length);
      const seen = { version: 123_456_789, chat: { players: 987_654_321, spectators: 111_111_111 } };
      expect(parseBookmark(`${table}:123456789.987654321.111111111`)).toEqual(new Map([[table, seen]]));
    }
  });

  test('has at most 64 tables', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, index) => `${String(index).padStart(20, 't')}:1.1.1`).join(',');
    expect(parseBookmark(of(64))?.size).toBe(64);
    expect(parseBookmark(of(65))).toBeNull();
  });
});
