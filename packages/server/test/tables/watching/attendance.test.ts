import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Attendance, attendanceAfter } from '../../../src/tables/watching/table-presence.ts';

const SEATED = ['ada', 'basil', 'cleo'];
const sighting = fc.record({
  present: fc.subarray(SEATED).map((people) => new Set<string | null>(people)),
  left: fc.subarray(SEATED).map((people) => new Set<string>(people)),
  after: fc.nat(1000),
});

test('an absence keeps its start through later observations', () => {
  fc.assert(
    fc.property(fc.array(sighting, { minLength: 1, maxLength: 20 }), (sightings) => {
      let attendance: Attendance = new Map();
      let now = 0;
      const missedAt = new Map<string, { readonly since: number; readonly how: string }>();
      for (const { present, left, after } of sightings) {
        now += after;
        attendance = attendanceAfter(attendance, { seated: SEATED, present, left, now });
        for (const person of SEATED) {
          if (present.has(person)) missedAt.delete(person);
          else {
            const { since, how } = missedAt.get(person) ?? { since: now, how: 'broken' };
            missedAt.set(person, { since, how: left.has(person) ? 'left' : how });
          }
        }
        expect(Object.fromEntries(attendance)).toEqual(Object.fromEntries(missedAt));
      }
    }),
  );
});
