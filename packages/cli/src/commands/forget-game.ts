import { storeRefusal, withStore } from '../shared/database.ts';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { monthFilesOf } from './archive.ts';
import type { DatabaseFlags } from './backup.ts';

/** `tablier forget-game ID`: removes a game from the archive and from the file of its month, while the server runs. */
export async function forgetGame(id: string, flags: DatabaseFlags): Promise<number> {
  const answer = await withStore(flags, async (store) => {
    const forgotten = await store.forgetGame(id);
    if (forgotten.name !== 'unavailable')
      await monthFilesOf(store, flags).make({ signal: new AbortController().signal });
    return forgotten;
  });
  if (answer.name === 'unavailable') throw storeRefusal({ name: 'cannot-write', detail: answer.detail });
  if (answer.name === 'unknown-game') throw new UsageError(`unknown-game (the archive has no game ${id})`);
  await writeLine(`game ${id} is forgotten; backups made before still hold it`);
  return EXIT.ok;
}
