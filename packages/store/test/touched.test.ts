import { mustOpen } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { notifyTouched } from '../src/notices.ts';
import { KINDS, makePlace, withDatabase } from './places.ts';
import { counting } from './plans.ts';

describe.each(KINDS)('%s', (kind) => {
  test('what was written during a long outage is reported in parts, oldest first, each once', async () => {
    const place = await makePlace(kind);
    const store = await mustOpen(place);
    await withDatabase(place, async (database) => {
      // Many have the same time, which a part may end in.
      const written = Array.from({ length: 1700 }, (_, index) => ({
        id: `m-${String(index).padStart(4, '0')}`,
        created_at: 1,
        head: 'null',
        seq: index,
        touched_at: 10 + Math.floor(index / 600),
      }));
      await database.insertInto('match').values(written).execute();
      const { counted, counts } = counting(database);
      const noticed: (readonly [string, number])[] = [];
      const sink = { stream: (...notice: [string, number]) => void noticed.push(notice), account: () => undefined };
      await notifyTouched(counted, 11, sink);
      expect(noticed).toEqual(written.slice(600).map(({ id, seq }) => [id, seq]));
      expect(Math.max(...counts), 'rows in one step').toBeLessThanOrEqual(500);
    });
    await store.close();
  });
});
