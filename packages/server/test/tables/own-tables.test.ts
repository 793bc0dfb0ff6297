import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { expect, test } from 'vitest';
import { listOwnTables } from '../../src/tables/own-tables.ts';

test('one request looks at a limited number of tables, and a page without a hit leads to the next one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-own-'));
  const store = await mustOpen({ folder });
  const listing = { status: 'over', summary: null, people: ['ada'] } as const;
  for (let number = 0; number < 130; number++) await store.createStream(`t${number}`, null, listing);
  const looked: string[] = [];
  const rooms = {
    gameOf: (id: string) => {
      looked.push(id);
      return Promise.resolve('nasca');
    },
    stateOf: () => Promise.resolve(null),
  };
  const pages: number[] = [];
  for (let before: string | undefined = undefined, isFirst = true; isFirst || before !== undefined; isFirst = false) {
    const known = looked.length;
    const page = await listOwnTables({ rooms, store }, 'ada', { game: 'isaac', limit: 5, before });
    expect(page.tables).toEqual([]);
    pages.push(looked.length - known);
    before = page.next ?? undefined;
  }
  expect(pages).toEqual([60, 60, 10]);
  expect(new Set(looked).size).toBe(130);
  await store.close();
  rmSync(folder, { recursive: true });
});
