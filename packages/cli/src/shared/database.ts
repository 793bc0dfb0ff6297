import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE, openStore, type Store, type StoreError, StoreUnavailable } from '@tablier/store';
import { EXIT, UsageError, writeLine } from './output.ts';

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

/** A command that writes the lines that `work` returns. Commander passes the flags as the last argument, whether `work` takes them or not. */
export const storeCommand =
  <A extends readonly unknown[]>(work: (store: Store, ...args: A) => Promise<string | readonly string[]>) =>
  async (...args: A): Promise<number> => {
    const lines = await withStore(args.at(-1) as DatabaseFlags, (store) => work(store, ...args));
    for (const line of [lines].flat()) await writeLine(line);
    return EXIT.ok;
  };
