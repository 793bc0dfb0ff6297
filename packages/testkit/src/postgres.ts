import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address at which `postgres-setup.ts` creates databases. */
    readonly postgres: string;
  }
}

/** The address of a new, empty database in a real PostgreSQL, which all tests of a run share. */
export async function makePostgresDatabase(): Promise<string> {
  const response = await fetch(inject('postgres'));
  const answer = await response.text();
  if (!response.ok) throw new Error(answer);
  return answer;
}
