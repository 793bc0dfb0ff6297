import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GameRecord } from '@tablier/core';
import { mustOpen } from '@tablier/testkit';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { tablesOf, withCleanUp } from '../src/backup/backup.ts';
import { BackupLines, type Row as BackupRow } from '../src/backup/format.ts';
import { backup, restore, type Store, type StorePlace } from '../src/index.ts';
import { POSTGRES, SQLITE } from '../src/migrations/flavour.ts';
import { KINDS, makeEmptyPlace, makeFolder, withDatabase } from './places.ts';

/** A table with a column that refers to another table. */
interface Reference {
  readonly from: string;
  readonly to: string;
}

const record = (number: number): GameRecord => {
  const end = { by: 'rules' as const, scores: [1, 0], places: [1, 2] };
  return {
    format: 1,
    game: 'checkers',
    rules: 1,
    options: {},
    players: 2,
    deal: 'é\u2028\ud800\0',
    moves: [`${number}`],
    end,
  };
};

const event = (number: number) => ({ at: number, kind: 'move', data: { number, text: 'é\u2028\ud800\0\n' } });

async function fill(store: Store): Promise<void> {
  for (let number = 0; number < 3; number++) await store.keep(record(number), { isListed: true });
  for (const match of ['a', 'b']) {
    await store.createStream(match, { match }, { status: 'running', summary: match, people: ['ada', match] });
    for (let seq = 0; seq < 300; seq += 150) {
      const events = Array.from({ length: 150 }, (_, index) => event(seq + index));
      await store.append(match, seq, events, { clientId: `client ${seq}` });
    }
  }
  const session = { id: 'session', secretHash: 'hash', agent: '' };
  await store.accounts.createGuest({ id: 'ada', name: 'Ada', session }, 1);
  await store.relations.recordAbsences([{ account: 'ada', match: 'a', at: 2, how: 'left' }]);
}

/** Everything that can be read from a store. */
async function contentsOf(store: Store): Promise<unknown> {
  const [recent, running] = [await store.recent(100), await store.list('running', 100)];
  const kept = await Promise.all(recent.map(({ id }) => store.find(id)));
  const matches = ['a', 'b'].map(async (match) => [await store.head(match), await store.read(match, 1)]);
  const people = await Promise.all(['ada', 'a', 'b'].map((person) => store.streamsOf(person, 10)));
  const absences = await store.relations.absencesOf('ada', 10);
  return { recent, kept, running, people, absences, matches: await Promise.all(matches) };
}

/** What PostgreSQL knows of the events: their number (-1 before an analysis), and whether a vacuum has visited all pages. */
const statisticsOf = (place: StorePlace) =>
  withDatabase(place, async (database) => {
    const { rows } = await sql<{ rows: number; isVacuumed: boolean }>`
      select reltuples as rows, relallvisible = relpages as "isVacuumed" from pg_class where relname = 'event'`.execute(
      database,
    );
    return rows[0];
  });

const filled = async (place: StorePlace) => {
  const store = await mustOpen(place);
  await fill(store);
  return store;
};

describe.each(KINDS.flatMap((from) => KINDS.map((to) => [from, to] as const)))('from %s to %s', (from, to) => {
  test('a backup of a store in use is restored completely, and logs can be continued', async () => {
    const [source, target] = [await makeEmptyPlace(from), await makeEmptyPlace(to)];
    const file = join(makeFolder(), 'backup.jsonl');
    const store = await filled(source);
    const before = await contentsOf(store);
    const rows = 3 + 2 + 2 + 4 + 600 + 3;
    expect(await backup(source, file)).toEqual({ ok: true, value: { rows } });
    await store.append('a', 300, [event(0)]);
    await store.close();

    expect(await restore(target, file)).toEqual({ ok: true, value: { rows } });
    // Without statistics PostgreSQL plans for an empty database.
    if (to === 'postgres') expect(await statisticsOf(target)).toEqual({ rows: 600, isVacuumed: true });
    const restored = await mustOpen(target);
    expect(await contentsOf(restored)).toEqual(before);
    expect(await restored.append('a', 0, [event(0)], { clientId: 'client 150' })).toEqual({
      name: 'duplicate',
      seq: 300,
    });
    expect(await restored.append('a', 300, [event(0)])).toEqual({ name: 'appended', seq: 301 });
    const id = await restored.keep(record(9), { isListed: true });
    expect((await restored.recent(1))[0]?.id).toBe(id);
    await restored.close();
  });
});

describe.each(KINDS)('%s', (kind) => {
  test('a backup is a consistent snapshot, regardless of concurrent appends', async () => {
    const place = await makeEmptyPlace(kind);
    const file = join(makeFolder(), 'backup.jsonl');
    const store = await filled(place);
    let isOver = false;
    const busy = (async () => {
      for (let seq = 300; !isOver; seq += 2) await store.append('a', seq, [event(seq), event(seq)]);
    })();
    for (let round = 0; round < 3; round++) {
      expect(await backup(place, file)).toMatchObject({ ok: true });
      const rows = readFileSync(file, 'utf8')
        .split('\n')
        .slice(1, -2)
        .map((line) => JSON.parse(line) as [string, BackupRow]);
      const events = rows.filter(([table, row]) => table === 'event' && row['match'] === 'a');
      const head = rows.find(([table, row]) => table === 'match' && row['id'] === 'a');
      expect(head?.[1]['seq']).toBe(events.length);
    }
    isOver = true;
    await busy;
    await store.close();
  });

  test('a backup of an earlier version is restored and migrated to the newest', async () => {
    const [source, target] = [await makeEmptyPlace(kind), await makeEmptyPlace(kind)];
    const file = join(makeFolder(), 'backup.jsonl');
    await withDatabase(source, async (database) => {
      const fixture = readFileSync(join(import.meta.dirname, 'fixtures', `${kind}-1.sql`), 'utf8');
      for (const statement of fixture.split(';\n').slice(0, -1)) await sql.raw(statement).execute(database);
    });
    expect(await backup(source, file)).toEqual({ ok: true, value: { rows: 2 } });
    expect(await restore(target, file)).toEqual({ ok: true, value: { rows: 2 } });
    const store = await mustOpen(target);
    expect(await store.find('2MSdRNTLO8Ifa9o0zkkwfA')).toBeDefined();
    expect(await store.createStream('m', null)).toBe('created');
    await store.close();
  });

  test('a table that refers to another comes after it', async () => {
    const place = await makeEmptyPlace(kind);
    await (await mustOpen(place)).close();
    await withDatabase(place, async (database) => {
      const query =
        kind === 'sqlite'
          ? sql<Reference>`select m.name as "from", f."table" as "to" from sqlite_schema m, pragma_foreign_key_list(m.name) f`
          : sql<Reference>`select conrelid::regclass::text as "from", confrelid::regclass::text as "to" from pg_constraint where contype = 'f'`;
      const { rows } = await query.execute(database);
      const tables = await tablesOf(database, kind === 'sqlite' ? SQLITE : POSTGRES);
      const isBefore = ({ from, to }: Reference): boolean => tables.indexOf(from) < tables.indexOf(to);
      expect(rows.length).toBeGreaterThan(10);
      expect(rows.filter(isBefore)).toEqual([]);
    });
  });

  test('a backup of an earlier program, with absences before the accounts, is restored', async () => {
    const [source, target] = [await makeEmptyPlace(kind), await makeEmptyPlace(kind)];
    const file = join(makeFolder(), 'backup.jsonl');
    const store = await filled(source);
    const before = await contentsOf(store);
    await store.close();
    await backup(source, file);
    const [first = '', ...others] = readFileSync(file, 'utf8').trimEnd().split('\n');
    const rows = others.slice(0, -1).map((line) => JSON.parse(line) as [string, BackupRow]);
    const lines = new BackupLines();
    const text = rows.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
    expect(text[0]?.[0]).toBe('absence');
    const { schema } = JSON.parse(first) as { readonly schema: number };
    writeFileSync(
      file,
      [lines.beginning(schema), ...text.map(([table, row]) => lines.row({ table, row })), lines.ending()].join(''),
    );
    // A server had begun with the database: its tables are dropped first.
    await (await mustOpen(target)).close();
    expect(await restore(target, file)).toMatchObject({ ok: true });
    const restored = await mustOpen(target);
    expect(await contentsOf(restored)).toEqual(before);
    await restored.close();
  });

  test('a damaged backup is refused by name and leaves the database empty', async () => {
    const [source, target] = [await makeEmptyPlace(kind), await makeEmptyPlace(kind)];
    const file = join(makeFolder(), 'backup.jsonl');
    await (await filled(source)).close();
    await backup(source, file);
    const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    const event = lines.findIndex((line) => line.includes('"seq":1'));
    const damages: readonly (readonly string[])[] = [
      [],
      ['a letter'],
      lines.slice(0, -1),
      lines.slice(0, 100),
      lines.toSpliced(50, 1),
      lines.toSpliced(50, 0, lines[50] ?? ''),
      lines.with(event, (lines[event] ?? '').replace('"seq":1', '"seq":7')),
      lines.with(1, '["nothing",{"a":1}]'),
      lines.with(1, '["kept_game",{"a":1}]'),
      lines.with(1, '["kept_game",{"a; drop table match":1}]'),
      lines.with(0, '{"tablier":"backup","format":2,"schema":2}'),
      [...lines, lines.at(-2) ?? ''],
    ];
    for (const damaged of damages) {
      writeFileSync(file, damaged.map((line) => `${line}\n`).join(''));
      expect(await restore(target, file)).toMatchObject({ ok: false, error: { name: 'bad-backup' } });
    }
    writeFileSync(file, lines.with(0, '{"tablier":"backup","format":1,"schema":999}').join('\n'));
    expect(await restore(target, file)).toMatchObject({ ok: false, error: { name: 'too-new' } });
    const store = await mustOpen(target);
    expect(await store.recent(10)).toEqual([]);
    await store.close();
  });

  test('a database with data is not overwritten', async () => {
    const place = await makeEmptyPlace(kind);
    const file = join(makeFolder(), 'backup.jsonl');
    const store = await mustOpen(place);
    await store.createStream('only', null);
    await backup(place, file);
    expect(await restore(place, file)).toMatchObject({ ok: false, error: { name: 'not-empty' } });
    expect(await store.head('only')).toBeDefined();
    await store.close();
  });
});

test('a failed backup keeps the previous one and leaves no partial file', async () => {
  const place = await makeEmptyPlace('sqlite');
  const folder = makeFolder();
  const file = join(folder, 'backup.jsonl');
  writeFileSync(file, 'the one before');
  expect(await backup(place, file)).toMatchObject({ ok: false, error: { name: 'cannot-open' } });
  await (await mustOpen(place)).close();
  expect(await backup(place, join(folder, 'no', 'such'))).toMatchObject({ ok: false, error: { name: 'cannot-write' } });
  expect(readFileSync(file, 'utf8')).toBe('the one before');
  expect(await backup(place, file)).toMatchObject({ ok: true });
  expect(existsSync(`${file}.unfinished`)).toBe(false);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test('a backup that cannot be written says so, even if what is left of it cannot be removed', async () => {
  const place = await makeEmptyPlace('sqlite');
  await (await mustOpen(place)).close();
  const file = join(makeFolder(), 'backup.jsonl');
  mkdirSync(`${file}.unfinished`);
  expect(await backup(place, file)).toMatchObject({ ok: false, error: { name: 'cannot-write' } });
});

test.each([
  ['neither', false, false, 'done'],
  ['the work', true, false, 'work failed'],
  ['the clean-up', false, true, 'clean-up failed'],
  ['both', true, true, 'work failed'],
])('what is reported if %s fails, after the clean-up', async (_, workFails, cleanUpFails, reported) => {
  const steps: string[] = [];
  const step = (name: string, fails: boolean) => (): Promise<string> => {
    steps.push(name);
    return fails ? Promise.reject(new Error(`${name} failed`)) : Promise.resolve('done');
  };
  const done = withCleanUp(step('work', workFails), step('clean-up', cleanUpFails));
  expect(await done.catch((error: unknown) => (error as Error).message)).toBe(reported);
  expect(steps).toEqual(['work', 'clean-up']);
});

test('a missing backup, or one that is not a file, is refused by name', async () => {
  const place = await makeEmptyPlace('sqlite');
  for (const file of ['no/such/file', makeFolder()]) {
    expect(await restore(place, file)).toMatchObject({ ok: false, error: { name: 'cannot-read' } });
  }
});
