import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, openStore, type StoreError } from '@tablier/store';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import type { DatabaseFlags } from './backup.ts';

/** `tablier forget-game ID`: removes a game from the archive, while the server runs. */
export async function forgetGame(id: string, { data, database }: DatabaseFlags): Promise<number> {
  if (database === undefined && !existsSync(join(data, DATABASE_FILE))) {
    throw new UsageError(`cannot-open (there is no database in ${data})`);
  }
  const opened = await openStore({ folder: data, url: database });
  if (!opened.ok) throw refusal(opened.error);
  const answer = await opened.value.forgetGame(id);
  await opened.value.close();
  if (answer.name === 'unavailable') throw refusal({ name: 'cannot-write', detail: answer.detail });
  if (answer.name === 'unknown-game') throw new UsageError(`unknown-game (no game is kept as ${id})`);
  await writeLine(`game ${id} is forgotten; backups made before still hold it`);
  return EXIT.ok;
}

const refusal = ({ name, detail }: StoreError): UsageError => new UsageError(`${name} (${detail})`);
