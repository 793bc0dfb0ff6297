import fc from 'fast-check';
import { looksAlike } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { namesOf, type Named, shownName, withName } from '../../../src/tables/state/table-state.ts';

const SEED = 2022;
const arrivals: fc.Arbitrary<readonly Named[]> = fc.array(
  fc.record({
    person: fc.constantFrom('p1', 'p2', 'p3', 'p4', 'p5', 'p6'),
    name: fc.constantFrom(
      'alice',
      'Alice',
      'аlice',
      'Ａｌｉｃｅ',
      'alice (2)',
      'аliсе (3)',
      'alice (2) (2)',
      'bob',
      'Воb',
      '',
    ),
  }),
  { maxLength: 24 },
);
const nameless = namesOf([], 'p1');

describe('names at a table', () => {
  test('of different people never look alike, in any order of arrival', () => {
    const isSo = (people: readonly Named[]): boolean => {
      const names = people.reduce(withName, nameless);
      const shown = people.map((named) => ({ ...named, text: shownName(names, named) }));
      return shown.every((one) =>
        shown.every((other) => one.person === other.person || one.text === '' || !looksAlike(one.text, other.text)),
      );
    };
    fc.assert(fc.property(arrivals, isSo), { seed: SEED, numRuns: 1000 });
  });

  test('never change when others arrive', () => {
    const isSo = (before: readonly Named[], after: readonly Named[]): boolean => {
      const first = before.reduce(withName, nameless);
      const then = after.reduce(withName, first);
      return before.every((named) => shownName(first, named) === shownName(then, named));
    };
    fc.assert(fc.property(arrivals, arrivals, isSo), { seed: SEED, numRuns: 1000 });
  });

  test('begin with the chosen name, and the first is exactly that name', () => {
    const isSo = (people: readonly Named[]): boolean => {
      const names = people.reduce(withName, nameless);
      const [first] = people;
      return (
        people.every((named) => shownName(names, named).startsWith(named.name)) &&
        (first === undefined || shownName(names, first) === first.name)
      );
    };
    fc.assert(fc.property(arrivals, isSo), { seed: SEED, numRuns: 1000 });
  });

  test('give the host the first choice', () => {
    const chairs = [
      { kind: 'person', person: 'p2', name: 'аlice' },
      { kind: 'bot', level: 'beginner' },
      { kind: 'person', person: 'p1', name: 'alice' },
      { kind: 'invited', person: 'p3', name: 'Alice' },
    ] as const;
    const names = namesOf(chairs, 'p1');
    const people = chairs.flatMap((chair) => ('person' in chair ? [shownName(names, chair)] : []));
    expect(people).toEqual(['аlice (2)', 'alice', 'Alice (3)']);
  });

  test('are found quickly for hundreds of people with one name', () => {
    const people = Array.from({ length: 500 }, (_, index) => ({
      person: `p${index}`,
      name: index % 2 === 0 ? `alice (${index})` : 'аlice',
    }));
    const names = people.reduce(withName, nameless);
    expect(new Set(people.map((named) => shownName(names, named))).size).toBe(500);
  });
});
