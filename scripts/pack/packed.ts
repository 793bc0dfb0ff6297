import { inject } from 'vitest';
import { ensureBuilt } from '../lib/builds.mjs';
import type { Tarballs } from './pack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address at which `setup.ts` tells where the tarballs are. */
    readonly tarballs: string;
  }
}

/** The tarballs of the packages, which all tests of a run share. */
export async function packed(): Promise<Tarballs> {
  await ensureBuilt();
  const response = await fetch(inject('tarballs'));
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Tarballs;
}
