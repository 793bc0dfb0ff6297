import { SeededRng } from '@tablier/core';
import { addGuest } from '@tablier/testkit';
import { beforeAll, expect, test } from 'vitest';
import { createContacts } from '../../src/contacts/contacts.ts';
import { archiveMatch } from '../../src/tables/finished/finished-match.ts';
import { type Chair, evolveTable, type TableEvent, type TableState } from '../../src/tables/state/table-state.ts';
import { summaryOf, tableView } from '../../src/tables/views/table-view.ts';
import { storeOfFile } from '../a-store.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../tables/a-table.ts';

const home = storeOfFile();
beforeAll(async () => {
  for (const { id, name } of [ADA, BASIL]) await addGuest(home.store, id, { at: 1, name });
});

/** Finishes a match of Ada (seat 0) and Basil with an event, at a time. */
async function finish(id: string, event: TableEvent, at: number): Promise<void> {
  const state: TableState = { ...playingTable(), id };
  await archiveMatch(evolveTable(state, event, state.seq + 1, at), { store: home.store });
}

test('only a claim and a match that was broken off count, and few absences are not shown', async () => {
  const contacts = createContacts({ store: home.store });
  for (let index = 0; index < 8; index++)
    await finish(`resigned-${index}`, { kind: 'resigned', seat: 0, at: 5 }, 100 + index);
  await finish('aborted', { kind: 'aborted', seat: 0, at: 5 }, 150);
  expect(await home.store.relations.listAbsences(ADA.id, 9)).toEqual([]);
  await finish('left-1', { kind: 'claimed', seat: 1, absent: 0, as: 'win', at: 5 }, 201);
  await finish('never-1', { kind: 'aborted', seat: -1, at: 5 }, 202);
  expect(await home.store.relations.absencesOf(ADA.id, 50)).toEqual({ absent: 2, of: 10 });
  expect(await contacts.absencesOf(ADA.id)).toBeNull();
  await finish('left-2', { kind: 'claimed', seat: 1, absent: 0, as: 'win', at: 5 }, 203);
  await finish('left-2', { kind: 'claimed', seat: 1, absent: 0, as: 'win', at: 5 }, 203);
  expect(await contacts.absencesOf(ADA.id)).toEqual({ absent: 3, of: 11 });
  expect(await contacts.absencesOf(BASIL.id)).toBeNull();
  expect((await home.store.relations.listAbsences(ADA.id, 9)).map(({ match, how }) => `${match} ${how}`)).toEqual([
    'left-2 left',
    'never-1 never-came',
    'left-1 left',
  ]);
});

test('at a rated table the person who ends a match before it counts was absent, and no one after that', async () => {
  const members = [ADA, BASIL].map((person): Chair => ({ ...seated(person), guest: false }) as Chair);
  const rated = (id: string): TableState => ({ ...playingTable({ chairs: members, terms: { rated: true } }), id });
  const ends = async (id: string, moves: number, event: TableEvent): Promise<string[]> => {
    let state = rated(id);
    for (let ply = 0; ply < moves; ply++) {
      const { position } = state.match ?? {};
      if (position === undefined) throw new Error('no match');
      const move = state.game.formatMove(position.randomMove(new SeededRng(ply)));
      state = afterEvents(state, { kind: 'moved', seat: position.turn, move, at: 0 });
    }
    await archiveMatch(afterEvents(state, event), { store: home.store });
    const found = await home.store.relations.listAbsences(BASIL.id, 9);
    return found.filter(({ match }) => match === id).map(({ how }) => how);
  };
  expect(await ends('early-abort', 1, { kind: 'aborted', seat: 1, at: 0 })).toEqual(['never-came']);
  expect(await ends('early-resign', 3, { kind: 'resigned', seat: 1, at: 0 })).toEqual(['left']);
  expect(await ends('early-flag', 9, { kind: 'timed-out', seat: 1, at: 0 })).toEqual(['left']);
  expect(await ends('of-the-other', 3, { kind: 'resigned', seat: 0, at: 0 })).toEqual([]);
  expect(await ends('counted', 10, { kind: 'resigned', seat: 1, at: 0 })).toEqual([]);
});

test('absences are shown before a match begins, and not later', () => {
  const absences = { absent: 3, of: 11 };
  const ada = { kind: 'person', person: ADA.id, name: ADA.name, absences } as const;
  const chairs = [ada, { kind: 'open' as const }];
  const waiting: TableState = { ...waitingTable(), chairs };
  expect(summaryOf(waiting).chairs[0]).toMatchObject({ absences });
  expect(tableView(waiting, null).chairs[0]).toMatchObject({ absences });
  const playing = playingTable();
  const begun: TableState = { ...playing, chairs: [ada, seated(BASIL)] };
  expect(tableView(begun, null).chairs[0]).not.toHaveProperty('absences');
});

test('a table says if its host made the deal', () => {
  const { head, ...rest } = waitingTable();
  expect(summaryOf(waitingTable())).not.toHaveProperty('ownDeal');
  const dealt: TableState = { ...rest, head: { ...head, terms: { ...head.terms, deal: [1] } } };
  expect(summaryOf(dealt)).toMatchObject({ ownDeal: true });
});
