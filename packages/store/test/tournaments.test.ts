import { mustOpen } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { createdSince, TournamentReads } from '../src/tournaments/tournament-reads.ts';
import { KINDS, makePlace } from './places.ts';
import { plansOf } from './plans.ts';

describe.each(KINDS)('%s', (kind) => {
  test('the newest tournaments of an account are found by an index', async () => {
    const place = await makePlace(kind);
    const store = await mustOpen(place);
    const plans = await plansOf(kind, place, async (database) => {
      await createdSince(database, 'ada', 5).execute();
      await new TournamentReads(database).createdBefore('ada', 39);
    });
    expect(plans).toHaveLength(2);
    for (const plan of plans) expect(plan).toContain('tournament_created');
    await store.close();
  });
});
