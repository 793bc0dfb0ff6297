import { defaultOptions, type Game } from '@tablier/core';
import { isaac } from '@tablier/games';
import {
  evolveTable,
  newTable,
  type Chair,
  type TableEvent,
  type TableHead,
  type TableState,
} from '../../src/tables/state/table-state.ts';

export const ADA = { id: 'ada', name: 'Ada' };
export const BASIL = { id: 'basil', name: 'Basil' };

/** A person who sits at a table. */
export const seated = ({ id, name }: { readonly id: string; readonly name: string }): Chair => ({
  kind: 'person',
  person: id,
  name,
});

/** What a test says of a table. */
interface GivenTable {
  readonly chairs?: readonly Chair[];
  readonly game?: Game;
  readonly terms?: Partial<TableHead['terms']>;
  readonly head?: Partial<TableHead>;
}

/** A table of Ada before its first event, opened at 0; Isaac between her and an open chair if not said otherwise. */
export function waitingTable({ chairs, game = isaac as Game, terms, head }: GivenTable = {}): TableState {
  const whole: TableHead = {
    kind: 'table',
    host: ADA.id,
    chairs: chairs ?? [seated(ADA), { kind: 'open' }],
    rematchOf: null,
    terms: {
      game: game.id,
      options: defaultOptions(game.options),
      clock: { system: 'none' },
      takeBack: 'asked',
      visibility: 'open',
      seating: 'chosen',
      ...terms,
    },
    ...head,
  };
  return newTable('t', whole, game, 0);
}

/** The table after events, one each millisecond. */
export const afterEvents = (state: TableState, ...events: readonly TableEvent[]): TableState =>
  events.reduce((current, event) => evolveTable(current, event, current.seq + 1, current.seq + 1), state);

/** A table of Ada and Basil, or of these, whose match has begun. */
export function playingTable(given: GivenTable = {}): TableState {
  const seats = given.chairs ?? [seated(ADA), seated(BASIL)];
  return afterEvents(waitingTable({ ...given, chairs: seats }), { kind: 'began', seats, deal: null, nonce: null });
}
