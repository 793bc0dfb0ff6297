import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createReservedUsernames } from '../../src/accounts/usernames.ts';
import { AT, storeOfFile } from '../a-store.ts';

const home = storeOfFile();

test('two callers at a time read the log of reserved usernames once each, and none undoes what is newer', async () => {
  const { store } = home;
  const waiting: (() => void)[] = [];
  let isSlow = false;
  const names = createReservedUsernames({
    read: async (...args) => {
      const events = await store.read(...args);
      if (isSlow) await new Promise<void>((resolve) => void waiting.push(resolve));
      return events;
    },
    append: (...args) => store.append(...args),
    createStream: (...args) => store.createStream(...args),
  });
  const operator = createReservedUsernames(store);
  await operator.set('chess', 'reserved', AT);
  isSlow = true;
  const early = names.has('chess');
  while (waiting.length < 1) await nextTurn();
  await operator.set('chess', 'released', AT);
  const late = names.has('chess');
  while (waiting.length < 2) await nextTurn();
  waiting[1]?.();
  expect(await late).toBe(false);
  waiting[0]?.();
  expect(await early).toBe(false);
  isSlow = false;
  expect(await names.has('chess')).toBe(false);
});
