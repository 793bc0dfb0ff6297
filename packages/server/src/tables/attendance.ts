import type { Absence } from '@tablier/match';

/** The absent players of a table, by person, with the start of each absence. */
export type Attendance = ReadonlyMap<string, Absence>;

/** Who is present, as of `now`. */
interface Sighting {
  readonly seated: readonly string[];
  readonly present: { has(person: string): boolean };
  /** People who have just left on purpose. Every other absence is a broken connection. */
  readonly left: { has(person: string): boolean };
  readonly now: number;
}

/**
 * The attendance after a new observation. A person who is present is no longer absent. A person who was absent before
 * keeps the start of the absence. A person who is newly missing is absent from `now` on. A deliberate departure may be
 * reported after the person was found missing.
 */
export function attendanceAfter(before: Attendance, { seated, present, left, now }: Sighting): Attendance {
  const missing = seated.filter((person) => !present.has(person));
  const absenceOf = (person: string): Absence => {
    const known = before.get(person) ?? ({ since: now, how: 'broken' } as const);
    return left.has(person) ? { ...known, how: 'left' } : known;
  };
  return new Map(missing.map((person) => [person, absenceOf(person)]));
}
