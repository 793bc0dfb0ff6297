import { addGuest, mustOpen } from '@tablier/testkit';
import { describe, expect, test } from 'vitest';
import { RelationRepository } from '../src/relations.ts';
import { ReportRepository } from '../src/moderation.ts';
import { KINDS, makePlace } from './places.ts';
import { plansOf, readOnly } from './plans.ts';

describe.each(KINDS)('%s', (kind) => {
  test('every list of relations and reports uses an index', async () => {
    const place = await makePlace(kind);
    const store = await mustOpen(place);
    for (const id of ['ada', 'bob']) await addGuest(store, id, { at: 1 });
    const report = { id: 'r', author: 'ada', subject: 'bob', table: null, tournament: null, about: null };
    await store.reports.add({ ...report, reason: 'chat', words: '', evidence: null, at: 2 }, { since: 0, most: 9 });
    await store.relations.recordAbsences([{ account: 'ada', match: 'm', at: 1, how: 'left' }]);
    const plans = await plansOf(kind, place, async (database) => {
      const reads = new RelationRepository(readOnly(database));
      await reads.of('ada');
      await reads.of('ada', 'follow');
      await reads.between('ada', 'bob');
      await reads.blockedWith('ada');
      await reads.hiddenFrom('ada');
      await reads.contactOf('ada');
      await reads.playing(['ada', 'bob'], 0);
      await reads.absencesOf('ada', 50);
      const reports = new ReportRepository(readOnly(database));
      await reports.find('r');
      await reports.list('open', 20);
      await reports.list('open', 20, { at: 9, id: 'x' });
      await reports.about('bob', 20);
      await reports.by('ada', 20);
      await reports.warnings('bob');
    });
    expect(plans.length).toBeGreaterThan(14);
    for (const plan of plans) {
      expect(plan).toMatch(/index|primary key/i);
      expect(plan).not.toMatch(/seq scan|^scan (?!.*using)/im);
    }
    await store.close();
  });
});
