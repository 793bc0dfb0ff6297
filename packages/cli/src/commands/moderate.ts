import { Operator } from '@tablier/server/operator';
import { withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { called, theOne } from '../shared/people.ts';
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
    if (found.length > 0 && found.every(({ isBanned }) => !isBanned))
      throw new UsageError(`not-banned (${who}: see tablier admin bans)`);
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
