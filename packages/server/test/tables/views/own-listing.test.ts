import { expect, test } from 'vitest';
import { ownListingOf, readOwnListing, summaryOf } from '../../../src/tables/views/table-view.ts';
import { type Chair, DELETED, type TableState } from '../../../src/tables/state/table-state.ts';
import { ADA, afterEvents, BASIL, playingTable, seated } from '../a-table.ts';

const bot: Chair = { kind: 'bot', level: 'strong' };
/** A table whose id has the length of those of the server. */
const over = (chairs?: readonly Chair[]): TableState => ({
  ...afterEvents(playingTable({ ...(chairs && { chairs }), terms: { visibility: 'link' } }), {
    kind: 'resigned',
    seat: 0,
    at: 0,
  }),
  id: 'table-of-22-characters',
});

test('a finished table is listed for each of its players, in their seat and without a board', () => {
  const state = over();
  const stored: unknown = JSON.parse(JSON.stringify(ownListingOf(state)));
  const table = { ...summaryOf(state), visibility: 'link', turn: null, yourTurn: false };
  expect(readOwnListing(stored, ADA.id)).toStrictEqual({ ...table, you: 0 });
  expect(readOwnListing(stored, BASIL.id)).toStrictEqual({ ...table, you: 1 });
  expect(readOwnListing(stored, 'cleo')).toBeNull();
  expect(table.preview).toBeNull();
});

test('bots and deleted people have no table', () => {
  const { people } = ownListingOf(over([{ kind: 'person', person: DELETED, name: '' }, bot]));
  expect(people).toEqual([null, null]);
  expect(ownListingOf(over([seated(ADA), bot])).people).toEqual(['ada', null]);
});

test('what no version of this server stores is not listed', () => {
  for (const stored of [null, undefined, {}, 'text', { people: ['ada'] }, { people: ['ada'], table: {} }])
    expect(readOwnListing(stored, 'ada')).toBeNull();
});
