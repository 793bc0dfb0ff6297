import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Refusal } from '../../../src/lib/connection/server-request.ts';
import { reconcile, type RemoteAnswer, type RemoteStudy } from '../../../src/places/studies/study-saver.svelte.ts';
import type { LocalStudy } from '../../../src/review/study/study-db.ts';
import { closeBrowser, openBrowser } from '../../browser.ts';

afterEach(() => {
  vi.useRealTimers();
  closeBrowser();
});

const fresh: LocalStudy = { id: 'x', title: 'A', chapters: [], revision: 0, isChanged: false, changedAt: 1 };

interface World {
  readonly study?: LocalStudy;
  readonly isMember?: boolean;
  readonly answers?: readonly (number | Refusal)[];
  readonly remote?: RemoteAnswer;
  readonly isForbidden?: boolean;
}

/** A saver with a browser and a server that answer as said. */
async function saverOf({ study = fresh, isMember = true, answers = [], remote = 'missing', isForbidden }: World = {}) {
  openBrowser({});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { StudySaver } = await import('../../../src/places/studies/study-saver.svelte.ts');
  const written: LocalStudy[] = [];
  const sent: LocalStudy[] = [];
  const waiting = [...answers];
  const saver = new StudySaver(study, {
    isMember: () => isMember,
    copyTitle: (title) => `${title} 2`,
    write: async (each) => {
      if (isForbidden === true) throw new Error('forbidden');
      written.push(each);
    },
    send: async (each) => {
      sent.push(each);
      return waiting.shift() ?? { error: 'unreachable' };
    },
    fetch: async () => remote,
  });
  return { saver, written, sent };
}

const change = { title: 'B', chapters: [] };

it('stores a change in the browser soon, and sends it to the account a little later', async () => {
  const { saver, written, sent } = await saverOf({ answers: [1] });
  saver.changed(change);
  expect(saver.state).toBe('waiting');
  await vi.advanceTimersByTimeAsync(500);
  expect([written.map(({ title }) => title), sent]).toEqual([['B'], []]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(sent).toMatchObject([{ title: 'B', revision: 0 }]);
  expect(saver.state).toBe('account');
  expect(written.at(-1)).toMatchObject({ revision: 1, isChanged: false });
});

it('a guest keeps it on the device, and learns if the browser stores nothing', async () => {
  const { saver, sent } = await saverOf({ isMember: false });
  saver.changed(change);
  await vi.advanceTimersByTimeAsync(5000);
  expect([saver.state, sent]).toEqual(['device', []]);
  const forbidden = await saverOf({ isMember: false, isForbidden: true });
  forbidden.saver.changed(change);
  await vi.advanceTimersByTimeAsync(5000);
  expect(forbidden.saver.state).toBe('unsaved');
});

it('what was not sent waits for the next connection, and is sent then', async () => {
  const { saver, sent } = await saverOf({
    answers: [{ error: 'unreachable' }, { error: 'too-many', status: 429, retryMs: 50 }, 1],
  });
  saver.changed(change);
  await vi.advanceTimersByTimeAsync(3000);
  expect(saver.state).toBe('waiting');
  await saver.send();
  await vi.advanceTimersByTimeAsync(100);
  expect([sent.length, saver.state]).toEqual([3, 'account']);
});

it.each([
  ['studies-full', 'full'],
  ['no-session', 'device'],
  ['bad-study', 'refused'],
] as const)('%s is shown as %s, and the browser has the study', async (error, state) => {
  const { saver, written } = await saverOf({ answers: [{ error, status: 422 }] });
  saver.changed(change);
  await vi.advanceTimersByTimeAsync(3000);
  expect([saver.state, written.at(-1)?.title]).toEqual([state, 'B']);
});

const remote = { id: 'x', title: 'C', chapters: [], author: 'Ada', isOwn: true, revision: 4, updatedAt: 9 };

it('a study that was changed elsewhere, too, is kept twice', async () => {
  const study = { ...fresh, revision: 1 };
  const { saver, written } = await saverOf({ study, answers: [{ error: 'study-changed', status: 409 }], remote });
  saver.changed(change);
  await vi.advanceTimersByTimeAsync(3000);
  expect(saver.state).toBe('split');
  const [copy, taken] = written.slice(-2);
  expect(copy).toMatchObject({ id: saver.splitId, title: 'B 2', revision: 0, isChanged: true });
  expect(taken).toMatchObject({ id: 'x', title: 'C', revision: 4, isChanged: false });
});

it('an answer that was lost is no conflict, and a deleted study is added again', async () => {
  const study = { ...fresh, revision: 1 };
  const lost = await saverOf({
    study,
    answers: [{ error: 'study-changed', status: 409 }],
    remote: { ...remote, title: 'B' },
  });
  lost.saver.changed(change);
  await vi.advanceTimersByTimeAsync(3000);
  expect([lost.saver.state, lost.written.at(-1)?.revision]).toEqual(['account', 4]);
  const gone = await saverOf({ study, answers: [{ error: 'not-found', status: 404 }, 1], remote: 'missing' });
  gone.saver.changed(change);
  await vi.advanceTimersByTimeAsync(6000);
  expect(gone.sent.map(({ revision }) => revision)).toEqual([1, 0]);
  expect(gone.saver.state).toBe('account');
});

describe('a study of the browser and of the account', () => {
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
    expect([reconcile(null, 'missing'), reconcile(null, 'unknown')]).toEqual([
      { kind: 'missing' },
      { kind: 'unknown' },
    ]);
  });

  it('loses nothing where both were changed, and asks nothing where the changes are the same', () => {
    const changed = { ...local, isChanged: true };
    expect(reconcile(changed, remote)).toEqual({ kind: 'split', study: remote, own: changed });
    expect(reconcile({ ...changed, title: 'There' }, remote)).toEqual({ kind: 'take', study: remote });
  });
});
