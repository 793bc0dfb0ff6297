import type { Absence, Departure } from '@tablier/match';

/** Who of those that sit at a table is away, and since when. */
export type Attendance = ReadonlyMap<string, Absence>;

/** Who is there, as of `now`. */
export interface Sighting {
  readonly seated: readonly string[];
  readonly present: { has(person: string): boolean };
  /** How those went who were there until now. */
  readonly how: Departure;
  readonly now: number;
}

/**
 * What is known after a sighting: who is there is no longer away, who was away is so since then, and whoever is missed for the first
 * time is away from now on.
 */
export function attendanceAfter(before: Attendance, { seated, present, how, now }: Sighting): Attendance {
  const missing = seated.filter((person) => !present.has(person));
  return new Map(missing.map((person) => [person, before.get(person) ?? { since: now, how }]));
}
