import type { Refusal } from './server-request.ts';

/** The result of a change: `null`, or why it failed. */
export type Done = Refusal | null;

/** A change that the user makes on the server: whether it is on its way, and why the last one failed. */
export class Attempt {
  isBusy = $state(false);
  refusal: Done = $state.raw(null);

  /** Returns whether it was made. */
  async run(change: () => Promise<Done>): Promise<boolean> {
    this.isBusy = true;
    this.refusal = await change();
    this.isBusy = false;
    return this.refusal === null;
  }
}

let isOwner = (): Promise<boolean> => Promise.resolve(false);

export function askOwnerBy(ask: () => Promise<boolean>): void {
  isOwner = ask;
}

/** Makes a change that only the owner of an account may make, and asks for a proof if the server demands one. */
export async function asOwner(change: () => Promise<Done>): Promise<Done> {
  const done = await change();
  if (done?.error !== 'confirm-first') return done;
  return (await isOwner()) ? change() : { error: 'not-confirmed' };
}
