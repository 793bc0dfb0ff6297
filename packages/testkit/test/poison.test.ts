import { describe, expect, test } from 'vitest';
import { differingFields, poison, sharedFields } from '../src/poison.ts';

class Board {
  stacks = new Uint8Array([1, 2, 3]);
  free = 7;
}

/** A position with every kind of field that a game may have. */
class SomePosition {
  turn = 0;
  end: string | null = null;
  passed: readonly number[] = [1];
  options: Readonly<Record<string, string>> = { table: 'open' };
  words = new Int32Array([4, 5]);
  board = new Board();
  seen = new Map([['a1', 2]]);
  marked = new Set(['b2']);

  /** Copies all fields but the one with this path. */
  copyFrom(other: SomePosition, forgotten: string): void {
    const copies: Readonly<Record<string, () => void>> = {
      turn: () => (this.turn = other.turn),
      end: () => (this.end = other.end),
      passed: () => (this.passed = other.passed),
      options: () => (this.options = other.options),
      words: () => this.words.set(other.words),
      'board.stacks': () => this.board.stacks.set(other.board.stacks),
      'board.free': () => (this.board.free = other.board.free),
      seen: () => (this.seen = new Map(other.seen)),
      marked: () => (this.marked = new Set(other.marked)),
    };
    for (const [path, copy] of Object.entries(copies)) if (path !== forgotten) copy();
  }
}

describe('a copy over poisoned fields', () => {
  const differences = (forgotten: string, fixed: readonly string[] = []): string[] => {
    const [source, copy] = [new SomePosition(), new SomePosition()];
    poison(copy, fixed);
    copy.copyFrom(source, forgotten);
    return differingFields(source, copy, fixed);
  };

  test('of every field is the same as the original', () => {
    expect(differences('none')).toEqual([]);
  });

  test.each(['turn', 'end', 'passed', 'options', 'words', 'board.stacks', 'board.free', 'seen', 'marked'])(
    'that forgets %s differs there, even if both had the same value before',
    (path) => {
      expect(differences(path)).toEqual([path]);
    },
  );

  test('may forget a fixed field, which keeps its value', () => {
    expect(differences('words', ['words'])).toEqual([]);
    expect(differences('board.free', ['board.free'])).toEqual([]);
    expect(differences('board.stacks', ['board.free'])).toEqual(['board.stacks']);
  });
});

test('copies that differ are found without poison too', () => {
  const [source, copy] = [new SomePosition(), new SomePosition()];
  copy.seen.set('c3', 1);
  copy.board.free = 1;
  expect(differingFields(source, copy)).toEqual(['board.free', 'seen']);
});

describe('a copy that shares what can be changed', () => {
  const shared = (
    share: (copy: SomePosition, source: SomePosition) => void,
    fixed: readonly string[] = [],
  ): string[] => {
    const [source, copy] = [new SomePosition(), new SomePosition()];
    share(copy, source);
    return sharedFields(source, copy, fixed);
  };

  test.each([
    ['words', (copy, source) => (copy.words = source.words)],
    ['words', (copy, source) => (copy.words = source.words.subarray(1))],
    ['board', (copy, source) => (copy.board = source.board)],
    ['board.stacks', (copy, source) => (copy.board.stacks = source.board.stacks)],
    ['seen', (copy, source) => (copy.seen = source.seen)],
    ['marked', (copy, source) => (copy.marked = source.marked)],
  ] satisfies [string, (copy: SomePosition, source: SomePosition) => void][])(
    'is found by the field %s',
    (path, share) => {
      expect(shared(share)).toEqual([path]);
      expect(shared(share, [path])).toEqual([]);
    },
  );

  test('may share lists and data, which no position changes in place', () => {
    const plain = (copy: SomePosition, source: SomePosition): void => {
      copy.passed = source.passed;
      copy.options = source.options;
    };
    expect(shared(plain)).toEqual([]);
  });
});
