import type { NewReport } from '@tablier/store';
import { expect, test } from 'vitest';
import { addPeople } from './check-relations.ts';
import { addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;
const LIMIT = { since: AT - 1, most: 9 };

const report = (id: string, author: string, subject: string, more: Partial<NewReport> = {}): NewReport => ({
  id,
  author,
  subject,
  table: 'm-reported',
  tournament: null,
  about: null,
  reason: 'chat',
  words: 'rude 日本',
  evidence: { losses: [1] },
  at: AT,
  ...more,
});

/** Reports: how many, in which order, what is done about them, and what a deletion leaves. */
export function checkReports(stores: OpenStores): void {
  checkDecisions(stores);
  checkOrder(stores);
  checkAuthors(stores);
}

function checkDecisions(stores: OpenStores): void {
  test('a report is read back with its actions, open ones before closed ones', async () => {
    await addPeople(stores.store, 'p-ada', 'p-bob');
    const first = report('rep-1', 'p-ada', 'p-bob');
    expect(await stores.store.reports.add(first, LIMIT)).toBe('added');
    expect(await stores.store.reports.add(first, LIMIT)).toBe('known');
    const other = { at: AT + 1, table: null, tournament: 'to-reported', reason: 'name' } as const;
    const second = report('rep-2', 'p-ada', 'p-bob', other);
    expect(await stores.store.reports.add(second, LIMIT)).toBe('added');
    expect(await stores.store.reports.add(report('rep-3', 'p-ada', 'p-none'), LIMIT)).toBe('gone');
    await stores.reopen();
    const { reports } = stores.store;
    expect(await reports.find('rep-1')).toEqual({ ...first, isOpen: true, actions: [] });
    expect(await reports.find('rep-2')).toMatchObject({ table: null, tournament: 'to-reported' });
    const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);
    expect(idsOf(await reports.list('open', 9))).toEqual(['rep-2', 'rep-1']);
    expect(idsOf(await reports.list('open', 9, { at: AT + 1, id: 'rep-2' }))).toEqual(['rep-1']);
    const action = { action: 'warn', by: { operator: 'kim' }, note: 'be kind', at: AT + 5 } as const;
    const moderated = { action: 'rename', by: { moderator: 'p-mod' }, note: 'rude', at: AT + 6 } as const;
    const muted = { action: 'mute', by: { operator: 'kim' }, note: 'spam', at: AT + 7, until: AT + 99 } as const;
    await addMember(stores.store, 'p-mod', { at: AT, username: 'mod' });
    expect(await reports.act('rep-1', action)).toBe(true);
    expect(await reports.act('rep-1', moderated)).toBe(true);
    expect(await reports.act('rep-1', muted)).toBe(true);
    expect(await reports.act('rep-9', action)).toBe(false);
    expect(await reports.find('rep-1')).toMatchObject({
      isOpen: false,
      actions: [
        { action: 'warn', operator: 'kim', note: 'be kind', at: AT + 5, until: null },
        { action: 'rename', operator: '@mod', note: 'rude', at: AT + 6, until: null },
        { action: 'mute', operator: 'kim', note: 'spam', at: AT + 7, until: AT + 99 },
      ],
    });
    // What a moderator did stays; who it was goes with the account.
    await stores.store.accounts.beginDeletion('p-mod');
    await stores.store.accounts.erase('p-mod');
    expect((await reports.find('rep-1'))?.actions[1]).toEqual({
      action: 'rename',
      operator: '',
      note: 'rude',
      at: AT + 6,
      until: null,
    });
    expect(idsOf(await reports.list('open', 9))).toEqual(['rep-2']);
    expect(idsOf(await reports.list('closed', 9))).toEqual(['rep-1']);
    expect(idsOf(await reports.about('p-bob', 9))).toEqual(['rep-2', 'rep-1']);
    expect(idsOf(await reports.by('p-ada', 1))).toEqual(['rep-2']);
  });
}

function checkOrder(stores: OpenStores): void {
  test('reports of the same moment, and the warnings about them, have an order', async () => {
    await addPeople(stores.store, 'p-oda', 'p-pip');
    const { reports } = stores.store;
    for (const id of ['tie-2', 'tie-4', 'tie-1', 'tie-3']) {
      expect(await reports.add(report(id, 'p-oda', 'p-pip'), LIMIT)).toBe('added');
      await reports.act(id, { action: 'warn', by: { operator: 'kim' }, note: 'be kind', at: AT + 5 });
    }
    const idsOf = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id);
    expect(idsOf(await reports.about('p-pip', 3))).toEqual(['tie-4', 'tie-3', 'tie-2']);
    expect(idsOf(await reports.by('p-oda', 3))).toEqual(['tie-4', 'tie-3', 'tie-2']);
    const warned = (await reports.warnings('p-pip')).map((each) => each.report);
    expect(warned).toEqual(['tie-1', 'tie-2', 'tie-3', 'tie-4']);
  });
}

function checkAuthors(stores: OpenStores): void {
  test('a warning is shown until its subject has read it', async () => {
    await addPeople(stores.store, 'p-cid', 'p-dan');
    const { reports } = stores.store;
    await reports.add(report('rep-w', 'p-cid', 'p-dan'), LIMIT);
    await reports.act('rep-w', { action: 'warn', by: { operator: 'kim' }, note: 'be kind', at: AT + 5 });
    expect(await reports.warnings('p-dan')).toEqual([
      { report: 'rep-w', action: 'warn', tournament: null, about: null, reason: 'chat', note: 'be kind', at: AT + 5 },
    ]);
    expect(await reports.warnings('p-cid')).toEqual([]);
    await reports.readWarnings('p-dan');
    expect(await reports.warnings('p-dan')).toEqual([]);
  });

  test('an author has a number of reports per time, also if they are made at once', async () => {
    await addPeople(stores.store, 'p-eve', 'p-fay');
    const made = await Promise.all(
      [1, 2, 3, 4].map((index) =>
        stores.store.reports.add(report(`rep-e${index}`, 'p-eve', 'p-fay'), { since: AT - 1, most: 2 }),
      ),
    );
    expect(made.toSorted()).toEqual(['added', 'added', 'full', 'full']);
    const later = report('rep-e9', 'p-eve', 'p-fay', { at: AT + 50 });
    expect(await stores.store.reports.add(later, { since: AT + 1, most: 2 })).toBe('added');
  });

  test('the words go with their author, and the report with its subject', async () => {
    await addPeople(stores.store, 'p-gil', 'p-hal', 'p-ivy');
    const { accounts, reports } = stores.store;
    await reports.add(report('rep-g', 'p-gil', 'p-hal'), LIMIT);
    await reports.add(report('rep-h', 'p-ivy', 'p-hal'), LIMIT);
    await accounts.beginDeletion('p-gil');
    await accounts.erase('p-gil');
    expect(await reports.find('rep-g')).toMatchObject({ author: null, words: '', reason: 'chat', isOpen: true });
    await accounts.beginDeletion('p-hal');
    await accounts.erase('p-hal');
    expect(await reports.find('rep-g')).toBeNull();
    expect(await reports.by('p-ivy', 9)).toEqual([]);
  });
}
