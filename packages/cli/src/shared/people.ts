import type { FoundPerson } from '@tablier/server/operator';
import { UsageError } from './errors.ts';

/** The only person found. Several people can have the same name: then the operator must use the id. */
export function theOne(who: string, found: readonly FoundPerson[]): FoundPerson {
  const [person, ...others] = found;
  if (person === undefined) throw new UsageError(`unknown-person (no person has the name or id ${who})`);
  if (others.length === 0) return person;
  throw new UsageError(
    `ambiguous-name (${who}: use the id of one of these people)\n${found.map((person) => `  ${described(person)}`).join('\n')}`,
  );
}

/** A person in a line of output. */
export const called = ({ id, name }: FoundPerson): string => (name === '' ? id : `${name} (${id})`);

/** Everything that distinguishes people with the same name. */
export const described = ({ id, name, username, createdAt, usedOn, isBanned, mutedUntil }: FoundPerson): string =>
  [
    `${id}  ${name}`,
    username === null ? 'guest' : `username ${username}`,
    `since ${dayOf(createdAt)}`,
    usedOn === null ? 'signed out' : `last here ${dayOf(usedOn)}`,
    ...(isBanned ? ['banned'] : []),
    ...(mutedUntil === null ? [] : [`muted until ${timeOf(mutedUntil)}`]),
  ].join(', ');

/** The whole hours in a flag; `NaN` for anything else, which is refused as the length of a mute. */
export const hoursOf = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN);

/** A time to the second, in UTC. */
export const timeOf = (time: number): string => new Date(time).toISOString().replace('T', ' ').slice(0, 19);

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
