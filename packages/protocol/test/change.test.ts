import { type Change, change, withChange, writeChange } from '@tablier/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const SEED = 2026;
const json = (data: unknown): unknown => JSON.parse(JSON.stringify(data)) as unknown;
const changeBetween = (before: unknown, after: unknown): Change | null => {
  const text = writeChange(before, after);
  return text === null ? null : change.parse(JSON.parse(text));
};

describe('a change', () => {
  test('turns any data into any other', () => {
    const pair = fc.tuple(fc.jsonValue(), fc.jsonValue());
    fc.assert(
      fc.property(pair, ([before, after]) => {
        fc.pre(!JSON.stringify([before, after]).includes('__proto__'));
        const known = changeBetween(json(before), json(after));
        const made = known === null ? json(before) : withChange(json(before), known);
        expect(made).toEqual(json(after));
      }),
      { seed: SEED },
    );
  });

  test('turns data into other data of the same shape, such as two views', () => {
    const views = fc.record({
      turn: fc.nat(3),
      cells: fc.array(fc.nat(2), { maxLength: 12 }),
      moves: fc.array(fc.record({ ply: fc.nat(9), text: fc.string() }), { maxLength: 5 }),
      outcome: fc.option(fc.record({ scores: fc.array(fc.nat(9)) }), { nil: null }),
      gone: fc.option(fc.nat(), { nil: undefined }),
    });
    fc.assert(
      fc.property(views, views, (before, after) => {
        const known = changeBetween(before, after);
        expect(json(known === null ? before : withChange(before, known))).toEqual(json(after));
      }),
      { seed: SEED },
    );
  });

  test('does not modify the data it was made from', () => {
    const before = { cells: [0, 0, 0], moves: [{ text: 'a1' }], clock: null };
    withChange(before, { cells: { 1: [2] }, moves: { 1: [{ text: 'b2' }] }, clock: [{ left: 3 }] });
    expect(before).toEqual({ cells: [0, 0, 0], moves: [{ text: 'a1' }], clock: null });
  });

  test('contains only what differs', () => {
    const before = { turn: 0, cells: [0, 0, 0, 0, 0, 0, 0], moves: ['a1'], end: null, note: 'x' };
    const after = { turn: 1, cells: [0, 0, 2, 0, 0, 0, 0], moves: ['a1', 'b2'], end: null };
    expect(changeBetween(before, after)).toEqual({ turn: [1], cells: { 2: [2] }, moves: { 1: ['b2'] }, note: [] });
    expect(changeBetween({ list: [{ n: 1 }, { n: 2 }] }, { list: [{ n: 1 }] })).toEqual({ list: { length: [1] } });
    expect(changeBetween(before, json(before))).toBeNull();
  });

  test('of a list of plain values is the whole list where more than a third is new, and by index where less is', () => {
    expect(changeBetween([0, 0, 0, 0, 0, 0], [1, 1, 0, 0, 0, 0])).toEqual({ 0: [1], 1: [1] });
    expect(changeBetween([0, 0, 0, 0, 0], [1, 1, 0, 0, 0])).toEqual([[1, 1, 0, 0, 0]]);
    expect(changeBetween([0, 0], [1, 0])).toEqual({ 0: [1] });
    expect(changeBetween([{ n: 1 }, { n: 1 }], [{ n: 2 }, { n: 2 }])).toEqual({ 0: { n: [2] }, 1: { n: [2] } });
    expect(changeBetween([1, 2, 3], [4])).toEqual({ 0: [4], length: [1] });
    expect(changeBetween([1], [1, { n: 2 }])).toEqual({ 1: [{ n: 2 }] });
    expect(changeBetween([1], { 0: 1 })).toEqual([{ 0: 1 }]);
    expect(changeBetween({ 0: 1 }, [1])).toEqual([[1]]);
    expect(changeBetween(null, {})).toEqual([{}]);
    expect(changeBetween({}, null)).toEqual([null]);
  });

  test('has as many members as differ, with any keys', () => {
    const before = { a: 1, b: 2, 'c "d"': 3, e: undefined };
    expect(writeChange(before, { a: 2, b: 3, 'c "d"': 4 })).toBe('{"a":[2],"b":[3],"c \\"d\\"":[4]}');
    expect(writeChange(before, { a: 2 })).toBe('{"a":[2],"b":[],"c \\"d\\"":[]}');
    expect(writeChange(before, { a: 1, b: undefined, 'c "d"': 3, e: 5 })).toBe('{"e":[5],"b":[]}');
    expect(writeChange({ x: { y: 1 } }, { x: { y: 1 } })).toBeNull();
  });

  test('looks into no part that is one and the same object', () => {
    const part = {
      get read(): never {
        throw new Error('looked into');
      },
    };
    expect(writeChange({ part, n: 1 }, { part, n: 2 })).toBe('{"n":[2]}');
    expect(writeChange([part, 1], [part, 2])).toBe('{"1":[2]}');
  });

  test('that does not fit makes no list longer than stated, and gives no length to other values', () => {
    expect(withChange([1, 2], { 5: [1] })).toEqual([1, 2]);
    expect(withChange([1, 2], { 2: [3] })).toEqual([1, 2, 3]);
    expect(withChange([1, 2, 3], { length: [9] })).toEqual([1, 2, 3]);
    expect(withChange([1, 2, 3], { length: [0] })).toEqual([]);
    for (const wrong of [['x'], [-1], [1.5], [], {}]) expect(withChange([1, 2, 3], { length: wrong })).toEqual([]);
    expect(withChange(7, { a: [1] })).toEqual({ a: 1 });
    expect(withChange({ a: 1, b: 2 }, { a: [] })).toEqual({ b: 2 });
    expect(withChange({ a: { b: 1 } }, { a: { b: [] } })).toEqual({ a: {} });
    expect(change.safeParse([1, 2]).success).toBe(false);
    expect(change.safeParse({ a: 7 }).success).toBe(false);
  });

  test('knows no member that every object has', () => {
    expect(changeBetween({}, { toString: 'a', valueOf: null })).toEqual({ toString: ['a'], valueOf: [null] });
    expect(changeBetween({ constructor: 1, hasOwnProperty: 2 }, { constructor: 1 })).toEqual({ hasOwnProperty: [] });
    expect(changeBetween({}, {})).toBeNull();
  });

  test('that does not fit gives some data and never changes a prototype', () => {
    const known = change.parse(JSON.parse('{"__proto__":{"polluted":[true]},"cells":{"7":[1],"length":["x"]}}'));
    const after = withChange({ cells: [1, 2] }, known);
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });
});
