import { completeOptions } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableTerms } from '@tablier/protocol';
import type { Listing, NewEvent, Store } from '@tablier/store';

/** A table, and what happened there besides its beginning. */
interface WrittenTable {
  readonly id: string;
  readonly terms: TableTerms;
  /** Of a match between two invented people. */
  readonly events?: readonly (Readonly<Record<string, unknown>> & { readonly kind: string })[];
  readonly listing: Listing;
}

export const PEOPLE = ['host', 'guest'].map((name) => name.padEnd(22, '-'));
const CHAIRS = PEOPLE.map((person) => ({ kind: 'person', person, name: 'Test player' }));

/** Writes the log of a table of two as the server does, without checking the events; returns the number of the last one. */
export async function writeTable(store: Store, { id, terms, events, listing }: WrittenTable): Promise<number> {
  const game = findGame(terms.game);
  const options = game === undefined ? null : completeOptions(game.options, terms.options);
  const { chairs: _, ...rest } = terms;
  const checked = { ...rest, options: options?.ok === true ? options.value : {} };
  const chairs = events === undefined ? [CHAIRS[0], { kind: 'open' }] : CHAIRS;
  const head = { kind: 'table', terms: checked, host: CHAIRS[0]?.person, chairs, rematchOf: null };
  const created = await store.createStream(id, head, listing);
  if (created.name !== 'created') throw new Error(`the table could not be written: ${created.name}`);
  if (events === undefined) return 0;
  const began = { kind: 'began', seats: CHAIRS, deal: null, nonce: null };
  return writeEvents(store, id, 0, [began, ...events]);
}

/** Appends events to a log that is at `seq`; returns the number of the last one. */
export async function writeEvents(
  store: Store,
  id: string,
  seq: number,
  events: readonly (Readonly<Record<string, unknown>> & { readonly kind: string })[],
): Promise<number> {
  const stored: NewEvent[] = events.map(({ kind, ...data }) => ({ at: Date.now(), kind, data }));
  const done = await store.append(id, seq, stored);
  if (done.name !== 'appended') throw new Error(`the log could not be written: ${done.name}`);
  return done.seq;
}
