import { Operator } from '@tablier/server/operator';
import type { DatabaseFlags } from '../commands/backup.ts';
import { withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';

export interface RenameTournamentFlags extends DatabaseFlags {
  readonly to: string;
}

const REASONS = {
  'bad-name': 'a name has 1 to 60 visible characters',
  'unknown-tournament': 'the last part of its address is its id',
  'tournament-closed': 'it is over; "tablier admin rename-tournament" changes its name',
} as const;

/** `tablier admin rename-tournament ID --to NAME`. */
export async function rename(id: string, { to, ...flags }: RenameTournamentFlags): Promise<number> {
  const done = await withStore(flags, (store) => new Operator(store).renameTournament(id, to));
  if (!done.ok) throw refusal(id, done.error);
  await writeLine(`the tournament ${id} is called ${done.value}`);
  return EXIT.ok;
}

/** `tablier admin cancel-tournament ID`. */
export async function cancel(id: string, flags: DatabaseFlags): Promise<number> {
  const done = await withStore(flags, (store) => new Operator(store).cancelTournament(id));
  if (!done.ok) throw refusal(id, done.error);
  await writeLine(`the tournament ${id} is cancelled`);
  return EXIT.ok;
}

const refusal = (id: string, error: keyof typeof REASONS): UsageError =>
  new UsageError(`${error} (${id}: ${REASONS[error]})`);
