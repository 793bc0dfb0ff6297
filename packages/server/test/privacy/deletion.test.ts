import { expect, test } from 'vitest';
import { createPersonalDataIndex } from '../../src/accounts/people.ts';
import { Deletion } from '../../src/privacy/deletion.ts';
import { PersonalData } from '../../src/privacy/personal-data.ts';
import { addGuest, AT, storeOfFile } from '../a-store.ts';
import { openTable, startRooms } from '../tables/real-rooms.ts';

const home = storeOfFile();
const now = (): number => AT;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

test('a deletion that another process began is finished by a server that stops before its turn', async () => {
  const { store } = home;
  await addGuest(store, 'Eve');
  const { rooms, close } = await startRooms(store, now);
  const table = await openTable(rooms, 'Eve');
  const head = async (): Promise<string> => JSON.stringify((await store.head(table))?.head);
  expect(await head()).toContain('Eve');

  const personalData = new PersonalData(store, rooms, now);
  const personalDataIndex = createPersonalDataIndex(store.accounts);
  const deletion = new Deletion({ store, personalData, personalDataIndex, log, now });
  await store.accounts.beginDeletion('eve');
  await deletion.noticed('eve');
  await deletion.close();
  await close();

  expect(await store.accounts.find('eve')).toBeNull();
  expect(await head()).not.toContain('Eve');
});
