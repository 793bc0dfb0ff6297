import { type FoundPerson, Operator } from '@tablier/server';
import { withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import type { DatabaseFlags } from './backup.ts';

export interface EraseTextFlags extends DatabaseFlags {
  readonly of?: string;
}

/** `tablier ban NAME|ID`: bans a person while the server runs. */
export async function ban(who: string, flags: DatabaseFlags): Promise<number> {
  const person = await withStore(flags, async (store) => {
    const operator = new Operator(store);
    const found = theOne(who, await operator.find(who));
    await operator.ban(found.id, 'banned');
    return found;
  });
  await writeLine(person.isBanned ? `${called(person)} is banned already` : `${called(person)} is banned`);
  return EXIT.ok;
}

/** `tablier unban NAME|ID`. */
export async function unban(who: string, flags: DatabaseFlags): Promise<number> {
  const person = await withStore(flags, async (store) => {
    const operator = new Operator(store);
    const found = await operator.find(who);
    if (found.length > 0 && found.every(({ isBanned }) => !isBanned)) throw new UsageError(`not-banned (${who})`);
    const banned = theOne(
      who,
      found.filter(({ isBanned }) => isBanned),
    );
    await operator.ban(banned.id, 'unbanned');
    return banned;
  });
  await writeLine(`${called(person)} is not banned any more`);
  return EXIT.ok;
}

/** `tablier erase-text TABLE`: empties lines of chat, while the server runs. */
export async function eraseText(table: string, { of, ...flags }: EraseTextFlags): Promise<number> {
  const erased = await withStore(flags, (store) => new Operator(store).eraseText(table, of ?? null));
  if (!erased.ok) throw new UsageError(`${erased.error} (there is no table ${table})`);
  if (erased.value === 0)
    throw new UsageError(`nothing-said (no chat line${of === undefined ? '' : ` of ${of}`} at table ${table})`);
  await writeLine(`lines of chat erased: ${erased.value}; backups made before still hold them`);
  return EXIT.ok;
}

/** The only one who was found. Several people can have one name: then an operator has to say which by the id. */
function theOne(who: string, found: readonly FoundPerson[]): FoundPerson {
  const [person, ...others] = found;
  if (person === undefined) throw new UsageError(`unknown-person (no person has the name or id ${who})`);
  if (others.length === 0) return person;
  throw new UsageError(`ambiguous-name (${who}: say which by the id)\n${found.map(described).join('\n')}`);
}

const called = ({ id, name }: FoundPerson): string => (name === '' ? id : `${name} (${id})`);

const described = ({ id, name, username, createdAt, usedOn }: FoundPerson): string =>
  [
    `  ${id}  ${name}`,
    username === null ? 'guest' : `username ${username}`,
    `since ${dayOf(createdAt)}`,
    usedOn === null ? 'signed out' : `last here ${dayOf(usedOn)}`,
  ].join(', ');

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
