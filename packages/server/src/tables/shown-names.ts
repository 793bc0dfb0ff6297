import { looksOf } from '@tablier/protocol';
import type { Occupant } from './table-state.ts';

/** Somebody under the name that they came with. */
export interface Named {
  readonly person: string;
  readonly name: string;
}

/**
 * What people are called at one table. A look that somebody has is theirs for the life of the table, so whoever comes later under a
 * name that looks alike is shown with a number, everywhere and to everybody the same.
 */
export interface ShownNames {
  /** By person and name. */
  readonly shown: ReadonlyMap<string, string>;
  /** By look: whose it is. */
  readonly holders: ReadonlyMap<string, string>;
  /** By the look of a name without number: the number given last. */
  readonly numbers: ReadonlyMap<string, number>;
}

/** The names of a table where nobody has been yet. */
export const NO_NAMES: ShownNames = { shown: new Map(), holders: new Map(), numbers: new Map() };

/** The names of those at a table when it is opened: the host's comes first. */
export function namesOf(chairs: readonly Occupant[], host: string): ShownNames {
  const people = chairs.flatMap((chair) => ('person' in chair ? [chair] : []));
  const isHost = ({ person }: Named): boolean => person === host;
  const inOrder = [...people.filter(isHost), ...people.filter((named) => !isHost(named))];
  return inOrder.reduce(withName, NO_NAMES);
}

/** The names with one more; the same where it is there already. Who was deleted has no name. */
export function withName(names: ShownNames, named: Named): ShownNames {
  const { person, name } = named;
  if (name === '' || names.shown.has(keyOf(named))) return names;
  const { text, number } = firstFree(names, named);
  return {
    shown: new Map([...names.shown, [keyOf(named), text]]),
    holders: new Map([...names.holders, ...looksOf(text).map((look) => [look, person] as const)]),
    numbers: new Map([...names.numbers, [baseOf(name), number]]),
  };
}

/** What somebody is called at a table: `alice`, or `alice (2)` where that looks like the name of somebody who came before. */
export const shownName = (names: ShownNames, named: Named): string =>
  named.name === '' ? '' : (names.shown.get(keyOf(named)) ?? firstFree(names, named).text);

/** No id has a blank in it. */
const keyOf = ({ person, name }: Named): string => `${person} ${name}`;

const baseOf = (name: string): string => looksOf(name)[0] ?? '';

/** A name as it is, where it looks like nobody else's; else with the first number that makes it so. */
function firstFree(
  { holders, numbers }: ShownNames,
  { person, name }: Named,
): { readonly text: string; readonly number: number } {
  const isFree = (text: string): boolean => looksOf(text).every((look) => (holders.get(look) ?? person) === person);
  const last = numbers.get(baseOf(name)) ?? 1;
  for (let number = 1; ; number = Math.max(number, last) + 1) {
    const text = number === 1 ? name : `${name} (${number})`;
    if (isFree(text)) return { text, number: Math.max(number, last) };
  }
}
