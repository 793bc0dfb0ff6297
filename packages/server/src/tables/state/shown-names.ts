import { looksOf } from '@tablier/core';
import type { Chair } from './table-state.ts';

export interface Named {
  readonly person: string;
  readonly name: string;
}

/** Who comes later with a look-alike name is shown with a number. The same for every viewer. */
export interface ShownNames {
  readonly shown: ReadonlyMap<string, string>;
  readonly holders: ReadonlyMap<string, string>;
  /** The last number given out, by the look of a name without number. */
  readonly numbers: ReadonlyMap<string, number>;
}

export const NO_NAMES: ShownNames = { shown: new Map(), holders: new Map(), numbers: new Map() };

export function namesOf(chairs: readonly Chair[], host: string): ShownNames {
  const people = chairs.flatMap((chair) => ('person' in chair ? [chair] : []));
  const isHost = ({ person }: Named): boolean => person === host;
  const inOrder = [...people.filter(isHost), ...people.filter((named) => !isHost(named))];
  return inOrder.reduce(withName, NO_NAMES);
}

/** The names with one more; unchanged if it is already there. A deleted person has no name. */
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

export const shownName = (names: ShownNames, named: Named): string =>
  named.name === '' ? '' : (names.shown.get(keyOf(named)) ?? firstFree(names, named).text);

/** Ids contain no space. */
const keyOf = ({ person, name }: Named): string => `${person} ${name}`;

const baseOf = (name: string): string => looksOf(name)[0] ?? '';

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
