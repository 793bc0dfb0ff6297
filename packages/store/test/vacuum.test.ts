import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { expect, test } from 'vitest';
import { DATABASE_FILE } from '../src/index.ts';
import { connect, pragma, Vacuum } from '../src/sqlite/connect.ts';
import { makeFolder } from './places.ts';

const MINUTE = 60_000;

test('the file is written again after an erasure, and then not again for a multiple of the time this took', () => {
  const database = connect(join(makeFolder(), DATABASE_FILE));
  let now = 0;
  // Each reading of the clock takes 5 ms.
  const vacuum = new Vacuum(database, () => (now += 5));
  expect(vacuum.dueIn()).toBeNull();
  now += MINUTE;
  vacuum.noteErasure();
  expect(vacuum.dueIn()).toBe(0);
  expect(vacuum.run()).toBe(true);
  expect(vacuum.dueIn()).toBeNull();
  vacuum.noteErasure();
  expect(vacuum.dueIn()).toBe(50_000 - 5);
  now += MINUTE;
  expect(vacuum.dueIn()).toBe(0);
  database.close();
});

test('waits for the transaction of another process', () => {
  const file = join(makeFolder(), DATABASE_FILE);
  const [database, other] = [connect(file), connect(file)];
  const vacuum = new Vacuum(database, () => performance.now());
  vacuum.noteErasure();
  other.prepare('begin immediate').run([]);
  expect(vacuum.run()).toBe(false);
  expect(vacuum.dueIn()).not.toBeNull();
  other.prepare('rollback').run([]);
  expect(vacuum.run()).toBe(true);
  database.close();
  other.close();
});

test('the next process continues after a crash', async () => {
  const folder = makeFolder();
  const file = join(folder, DATABASE_FILE);
  await (await mustOpen({ folder })).close();
  const crashed = connect(file);
  new Vacuum(crashed, () => performance.now()).noteErasure();
  crashed.close();
  await (await mustOpen({ folder })).close();
  const database = connect(file);
  expect(pragma(database, 'user_version')).toBe(0);
  database.close();
});
