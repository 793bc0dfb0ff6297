import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Attendance, attendanceAfter } from '../src/tables/attendance.ts';

const SEATED = ['ada', 'basil', 'cleo'];
const sighting = fc.record({
  present: fc.subarray(SEATED).map((people) => new Set<string | null>(people)),
  how: fc.constantFrom('left' as const, 'broken' as const),
  after: fc.nat(1000),
});

test('who is away is so since he was last there, whatever is seen in between', () => {
  fc.assert(
    fc.property(fc.array(sighting, { minLength: 1, maxLength: 20 }), (sightings) => {
      let attendance: Attendance = new Map();
      let now = 0;
      const missedAt = new Map<string, { readonly since: number; readonly how: string }>();
      for (const { present, how, after } of sightings) {
        now += after;
        attendance = attendanceAfter(attendance, { seated: SEATED, present, how, now });
        for (const person of SEATED) {
          if (present.has(person)) missedAt.delete(person);
          else if (!missedAt.has(person)) missedAt.set(person, { since: now, how });
        }
        expect(Object.fromEntries(attendance)).toEqual(Object.fromEntries(missedAt));
      }
    }),
  );
});
