import { type Change, change, withChange, writeChange } from '@tablier/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

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

  test('treats members of every object, such as toString, as missing', () => {
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
