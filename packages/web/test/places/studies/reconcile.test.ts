import { expect, it } from 'vitest';
import { reconcile, type RemoteStudy } from '../../../src/places/studies/reconcile.ts';
import type { LocalStudy } from '../../../src/review/study/study-db.ts';

const local: LocalStudy = { id: 'x', title: 'Here', chapters: [], revision: 2, isChanged: false, changedAt: 5 };
const remote: RemoteStudy = {
  id: 'x',
  title: 'There',
  chapters: [],
  author: 'Ada',
  isOwn: true,
  revision: 3,
  updatedAt: 6,
};

it('keeps what is only in the browser, also while the server does not answer', () => {
  expect(reconcile(local, 'unknown')).toEqual({ kind: 'keep', study: local });
  expect(reconcile(local, 'missing')).toEqual({ kind: 'keep', study: { ...local, revision: 0 } });
  expect(reconcile({ ...local, revision: 3, isChanged: true }, remote)).toMatchObject({ kind: 'keep' });
});

it('takes what is newer in the account, and reads what belongs to others', () => {
  expect(reconcile(local, remote)).toEqual({ kind: 'take', study: remote });
  expect(reconcile(null, remote)).toEqual({ kind: 'take', study: remote });
  expect(reconcile(null, { ...remote, isOwn: false })).toMatchObject({ kind: 'read' });
  expect(reconcile(local, { ...remote, isOwn: false })).toEqual({ kind: 'keep', study: local });
  expect([reconcile(null, 'missing'), reconcile(null, 'unknown')]).toEqual([{ kind: 'missing' }, { kind: 'unknown' }]);
});

it('loses nothing where both were changed, and asks nothing where the changes are the same', () => {
  const changed = { ...local, isChanged: true };
  expect(reconcile(changed, remote)).toEqual({ kind: 'split', study: remote, own: changed });
  expect(reconcile({ ...changed, title: 'There' }, remote)).toEqual({ kind: 'take', study: remote });
});
