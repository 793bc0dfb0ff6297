import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, openStore, type Store, type StoreError, StoreUnavailable } from '@tablier/store';
import { UsageError } from './output.ts';

export interface DatabaseFlags {
  readonly data: string;
  readonly database?: string;
}

/** Lets `work` use the database of a server, which may be running. A folder without a database is refused, and so is one that does not answer. */
export async function withStore<T>({ data, database }: DatabaseFlags, work: (store: Store) => Promise<T>): Promise<T> {
  if (database === undefined && !existsSync(join(data, DATABASE_FILE))) {
    throw new UsageError(`cannot-open (there is no database in ${data}: correct --data)`);
  }
  const opened = await openStore({ folder: data, url: database });
  if (!opened.ok) throw storeRefusal(opened.error);
  try {
    return await work(opened.value);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw storeRefusal({ name: 'cannot-read', detail: error.message });
    throw error;
  } finally {
    await opened.value.close();
  }
}

export const storeRefusal = ({ name, detail }: StoreError): UsageError => new UsageError(`${name} (${detail})`);
