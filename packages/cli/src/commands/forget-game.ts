import { storeRefusal, withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import type { DatabaseFlags } from './backup.ts';

/** `tablier forget-game ID`: removes a game from the archive, while the server runs. */
export async function forgetGame(id: string, flags: DatabaseFlags): Promise<number> {
  const answer = await withStore(flags, (store) => store.forgetGame(id));
  if (answer.name === 'unavailable') throw storeRefusal({ name: 'cannot-write', detail: answer.detail });
  if (answer.name === 'unknown-game') throw new UsageError(`unknown-game (no game is kept as ${id})`);
  await writeLine(`game ${id} is forgotten; backups made before still hold it`);
  return EXIT.ok;
}
