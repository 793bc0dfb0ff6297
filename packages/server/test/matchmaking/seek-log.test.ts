import { expect, test } from 'vitest';
import { isTableId, systemChance } from '../../src/lib/context.ts';
import { SEEKS_STREAM, seekLogOf, seekTable, seekTables } from '../../src/matchmaking/seeks.ts';
import { AT, storeOfFile } from '../a-store.ts';

const home = storeOfFile();

test('every seek of a person has a table of its own, which follows from its number', () => {
  const ids = [seekTable('ada', 1), seekTable('ada', 2), seekTable('bob', 1)];
  expect(new Set(ids).size).toBe(3);
  expect(ids.every(isTableId)).toBe(true);
  // Tables of earlier seeks keep their addresses.
  expect(seekTable('ada', 1)).toBe('DuAxOtrG9_SgL1Hew8dKuA');
});

test('the tables of all seeks of a person are found by the length of their log', async () => {
  const { store } = home;
  const person = systemChance.id();
  expect(await seekTables(store, person)).toEqual([]);
  const log = seekLogOf(person);
  expect(log).toBe(`s-${person}`);
  await store.createStream(log, { kind: 'seeks' });
  expect(await seekTables(store, person)).toEqual([]);
  const event = { at: AT, kind: 'sought', data: { game: 'isaac', pace: 'quick', by: `${person}_key` } };
  await store.append(log, 0, [event, event]);
  expect(await seekTables(store, person)).toEqual([seekTable(person, 1), seekTable(person, 2)]);
  const [stored] = await store.read(log, 1, 1);
  if (stored === undefined) throw new Error('no event');
  expect(SEEKS_STREAM.readEvent(stored)).toMatchObject({
    kind: 'sought',
    game: 'isaac',
    pace: 'quick',
    by: `${person}_key`,
  });
  const hasDataOf = (id: string) => SEEKS_STREAM.names(id, { events: [stored] });
  expect([hasDataOf(person), hasDataOf(systemChance.id())]).toEqual([true, false]);
});
