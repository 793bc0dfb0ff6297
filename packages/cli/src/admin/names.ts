import { Operator } from '@tablier/server/operator';
import type { DatabaseFlags } from '../commands/backup.ts';
import { withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';

/** `tablier admin reserve USERNAME`. */
export const reserve = (username: string, flags: DatabaseFlags): Promise<number> => change(username, 'reserved', flags);

/** `tablier admin release USERNAME`. */
export const release = (username: string, flags: DatabaseFlags): Promise<number> => change(username, 'released', flags);

/** `tablier admin reserved`: one per line, sorted. */
export async function reserved(flags: DatabaseFlags): Promise<number> {
  for (const username of await withStore(flags, (store) => new Operator(store).reserved())) await writeLine(username);
  return EXIT.ok;
}

const REASONS = {
  'bad-username': 'it cannot be a username',
  unchanged: 'it is so already',
  full: 'too many usernames were reserved and released',
} as const;

async function change(username: string, to: 'reserved' | 'released', flags: DatabaseFlags): Promise<number> {
  const done = await withStore(flags, (store) => new Operator(store).reserve(username, to));
  if (!done.ok) throw new UsageError(`${done.error} (${username}: ${REASONS[done.error]})`);
  await writeLine(`${done.value} is ${to}`);
  return EXIT.ok;
}
