import type { StudyRecord } from '@tablier/core';
import { randomText } from '../../lib/random.ts';

export const MAX_LOCAL_STUDIES = 200;

export interface LocalStudy {
  readonly id: string;
  readonly title: string;
  readonly chapters: readonly StudyRecord[];
  /** The revision of the account that it is based on; 0 if the account does not have it. */
  readonly revision: number;
  /** Whether it was changed since. */
  readonly isChanged: boolean;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
}

const NAME = 'tablier-studies';
const STORE = 'studies';

/** Rejects if the browser forbids storage. */
function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('no storage'));
  });
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open();
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('storage is full'));
    });
  } finally {
    database.close();
  }
}

/** A stored study; `null` for none. All functions reject if the browser forbids storage, or it is full. */
export const readStudy = async (id: string): Promise<LocalStudy | null> =>
  ((await run('readonly', (store) => store.get(id))) as LocalStudy | undefined) ?? null;

/** All studies of this browser, the last changed first. */
export async function readStudies(): Promise<readonly LocalStudy[]> {
  const all = (await run('readonly', (store) => store.getAll())) as LocalStudy[];
  return all.sort((one, other) => other.changedAt - one.changedAt);
}

export const writeStudy = (study: LocalStudy): Promise<unknown> => run('readwrite', (store) => store.put(study));

export const deleteStudy = (id: string): Promise<unknown> => run('readwrite', (store) => store.delete(id));

/** A random id, which cannot be guessed: anyone who knows it may read the study. */
export const newStudyId = (): string =>
  randomText(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789');
