import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address at which `postgres-setup.ts` creates databases. */
    readonly postgres: string;
  }
}

/** The address of a new database in a real PostgreSQL, which all tests of a run share. It has the tables of a store, without rows. */
export const makePostgresDatabase = (): Promise<string> => request('/');

/** The same without tables, as an operator creates it. */
export const makeEmptyPostgresDatabase = (): Promise<string> => request('/empty');

async function request(path: string): Promise<string> {
  const response = await fetch(new URL(path, inject('postgres')));
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
