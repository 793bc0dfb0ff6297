import { assert, property, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ADVANCE, formatSlot, isaac, REMOVAL, SLOTS, slotOf } from '../../src/isaac/index.ts';

const { formatMove, parseMove, moveSpace: MOVE_SPACE } = isaac;

describe('notation', () => {
  test('every move has its own text, which is parsed back', () => {
    const texts = Array.from({ length: MOVE_SPACE }, (_, move) => formatMove(move));
    expect(new Set(texts).size).toBe(MOVE_SPACE);
    expect(texts.map((text) => parseMove(text))).toEqual(texts.map((_, move) => move));
  });

  test('placements are two ends, removals have an x, advances a plus', () => {
    expect(parseMove('00-02')).toBe(0);
    expect(parseMove('x00-02')).toBe(REMOVAL);
    expect(parseMove('+0')).toBe(ADVANCE);
    expect(parseMove('+100')).toBe(MOVE_SPACE - 1);
    expect(slotOf(parseMove('05-45') as number)).toMatchObject({ line: 15, length: 5, cells: [5, 15, 25, 35, 45] });
  });

  test.each([
    '02-00',
    '00-01',
    '00-07',
    '08-10',
    '00-22',
    '0-2',
    'X00-02',
    'x',
    '+',
    '+101',
    '+07',
    '-1',
    '00–02',
    '٠٠-٠٢',
  ])('does not parse %s', (text) => {
    expect(parseMove(text)).toBeNull();
  });

  test('any text that is parsed is the canonical text of its move', () => {
    const digits = stringMatching(/^x?\d\d-\d\d$|^\+\d{1,3}$/);
    assert(
      property(digits, (text) => {
        const move = parseMove(text);
        return move === null || formatMove(move) === text;
      }),
    );
  });

  test('formatting a number that is not a move throws', () => {
    expect(() => formatMove(MOVE_SPACE)).toThrow(RangeError);
    expect(() => formatSlot(SLOTS)).toThrow(RangeError);
  });

  test('slots are listed by line, start and length', () => {
    const keys = Array.from({ length: SLOTS }, (_, number) => slotOf(number)).map(
      ({ line, start, length }) => line * 100 + start * 10 + length,
    );
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
  });
});
