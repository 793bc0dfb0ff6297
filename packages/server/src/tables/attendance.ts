import type { Absence } from '@tablier/match';

/** Who of those that sit at a table is away, and since when. */
export type Attendance = ReadonlyMap<string, Absence>;

/** Who is there, as of `now`. */
export interface Sighting {
  readonly seated: readonly string[];
  readonly present: { has(person: string): boolean };
  /** Who has just gone on purpose, as was said; of whoever else is missed the line broke. */
  readonly left: { has(person: string): boolean };
  readonly now: number;
}

/**
 * What is known after a sighting: who is there is no longer away, who was away is so since then, and whoever is missed for the first
 * time is away from now on. That somebody left on purpose may be said after he was missed.
 */
export function attendanceAfter(before: Attendance, { seated, present, left, now }: Sighting): Attendance {
  const missing = seated.filter((person) => !present.has(person));
  const absenceOf = (person: string): Absence => {
    const known = before.get(person) ?? ({ since: now, how: 'broken' } as const);
    return left.has(person) ? { ...known, how: 'left' } : known;
  };
  return new Map(missing.map((person) => [person, absenceOf(person)]));
}
