import { completeOptions } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableTerms } from '@tablier/protocol';
import type { Listing, NewEvent, Store } from '@tablier/store';

type WrittenEvents = readonly (Readonly<Record<string, unknown>> & { readonly kind: string })[];

/** A table, and what happened there besides its beginning. */
interface WrittenTable {
  readonly id: string;
  readonly terms: TableTerms;
  /** Of a match between two invented people. */
  readonly events: WrittenEvents;
  readonly status?: Listing['status'];
  /** Who has it among their own tables. */
  readonly people?: readonly string[];
}

export const PEOPLE = ['host', 'guest'].map((name) => name.padEnd(22, '-'));
const CHAIRS = PEOPLE.map((person) => ({ kind: 'person', person, name: 'Test player' }));

/** Writes the log of a table of two as the server does, without checking the events; returns the number of the last one. */
export async function writeTable(
  store: Store,
  { id, terms, events, status = 'running', people = [] }: WrittenTable,
): Promise<number> {
  const game = findGame(terms.game);
  const options = game === undefined ? null : completeOptions(game.options, terms.options);
  const { chairs: _, ...rest } = terms;
  const checked = { ...rest, options: options?.ok === true ? options.value : {} };
  const head = { kind: 'table', terms: checked, host: PEOPLE[0], chairs: CHAIRS, rematchOf: null };
  const created = await store.createStream(id, head, { status, summary: null, people });
  if (created !== 'created') throw new Error(`the table could not be written: ${created}`);
  const began = { kind: 'began', seats: CHAIRS, deal: null, nonce: null };
  return writeEvents(store, id, 0, [began, ...events]);
}

/** Appends events to a log that is at `seq`; returns the number of the last one. */
export async function writeEvents(store: Store, id: string, seq: number, events: WrittenEvents): Promise<number> {
  const stored: NewEvent[] = events.map(({ kind, ...data }) => ({ at: Date.now(), kind, data }));
  const done = await store.append(id, seq, stored);
  if (done.name !== 'appended') throw new Error(`the log could not be written: ${done.name}`);
  return done.seq;
}
