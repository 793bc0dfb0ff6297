import { join } from 'node:path';
import { openStore, type Store } from '@tablier/store';
import { onTestFinished } from 'vitest';
import type { TestServer } from '../running.ts';

/** Uses the database from outside of the server, as the command does. */
export async function storeOf({ folder, databaseUrl: url }: TestServer): Promise<Store> {
  const store = await openStore({ folder: join(folder, 'data'), url });
  if (!store.ok) throw new Error(store.error.detail);
  onTestFinished(() => store.value.close());
  return store.value;
}
