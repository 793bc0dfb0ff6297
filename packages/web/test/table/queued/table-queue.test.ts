import '../../english.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { ID, tableOf } from '../../play/online/table-of.ts';
import { closeBrowser, openBrowser } from '../../browser.ts';
import { judge, queuedAt, readQueued, writeQueued } from '../../../src/table/queued/table-queue.svelte.ts';

afterEach(closeBrowser);

const wishes = { premoves: true, language: 'en' };

const matchAt = (plies: number, you = 0) => {
  const { match } = tableOf(plies, you).view;
  if (match === null) throw new Error('the match has not begun');
  return match;
};
const queued = (move: string, plies = 2) => queuedAt(matchAt(plies), 0, move, 7);

describe('a queued move', () => {
  it('is sent at exactly the position for which it was chosen', () => {
    expect(judge(queued('00-02'), matchAt(2))).toEqual({ kind: 'send' });
    const other = { ...matchAt(2), view: { ...matchAt(2).view, turnIndex: 9 } };
    expect(judge(queued('00-02'), other)).toEqual({ kind: 'outdated', why: 'other', since: [] });
    const ended = { ...matchAt(2), end: { by: 'resign', scores: [0, 0], places: [1, 2] } } as const;
    expect(judge(queued('00-02'), ended)).toMatchObject({ why: 'over' });
  });

  it('was made if the server has it, and is outdated if something else was', () => {
    const [third] = matchAt(3).moves.slice(2);
    expect(judge(queued(third?.text ?? ''), matchAt(4))).toEqual({ kind: 'made' });
    const since = matchAt(4).moves.slice(2);
    expect(judge(queued('none'), matchAt(4))).toEqual({
      kind: 'outdated',
      why: 'on',
      since: since.map(({ text }) => text),
    });
    expect(judge(queued('none'), matchAt(1))).toEqual({ kind: 'outdated', why: 'back', since: [] });
  });

  it('is kept for fifty tables, and anything else under its key is ignored', () => {
    const { storage } = openBrowser({});
    for (let table = 0; table < 55; table++) writeQueued(`t${table}`, { ...queued('a'), at: table });
    expect(storage.size).toBe(50);
    expect([readQueued('t4'), readQueued('t54')?.at]).toEqual([null, 54]);
    storage.set('tablier.queued.t54', '{"move":1}');
    expect(readQueued('t54')).toBeNull();
  });

  it('is the newest even if the clock of the device was ahead before', () => {
    openBrowser({});
    for (let table = 0; table < 50; table++) writeQueued(`t${table}`, { ...queued('a'), at: 1000 + table });
    for (const table of ['a', 'b']) writeQueued(table, { ...queued('a'), at: 1 });
    expect(['a', 'b', 't0', 't1', 't2'].map((table) => readQueued(table) !== null)).toEqual([
      ...[true, true],
      ...[false, false, true],
    ]);
  });
});

describe('a session', () => {
  it('has no queue whose script arrives after the table was left', async () => {
    openBrowser({});
    const { session } = tableOf(2, 0);
    let isLeft = false;
    const loading = session.resume({ ...wishes, isLeft: () => isLeft });
    isLeft = true;
    await loading;
    expect(session.queue).toBeNull();
  });

  it('stores a move without a connection, and sends it when the newest position is known', async () => {
    openBrowser({});
    const { session, sent, server } = tableOf(2, 0);
    const move = session.choices[0] ?? -1;
    const text = session.game.formatMove(move);
    await session.resume(wishes);
    server.state = 'broken';
    session.play(move);
    expect([sent, session.isBusy, readQueued(ID)?.move]).toEqual([[], true, text]);

    // The page was closed and is opened again.
    const again = tableOf(2, 0);
    again.server.isCurrent = () => false;
    await again.session.resume(wishes);
    await again.session.resume(wishes);
    expect(again.sent).toEqual([]);
    again.server.isCurrent = () => true;
    await again.session.resume(wishes);
    await again.session.resume(wishes);
    expect(again.sent).toEqual([{ kind: 'act', table: ID, action: { kind: 'move', move: text, plies: 2 } }]);
    again.answer({ ok: true, value: { table: ID, version: 6 } });
    await expect.poll(() => readQueued(ID)).toBeNull();
    await again.session.resume(wishes);
    await again.session.resume(wishes);
    expect(again.sent).toHaveLength(1);
  });

  it('explains a move that is no longer sent, and leaves that of another person alone', async () => {
    openBrowser({});
    writeQueued(ID, queued('00-02'));
    const { session, sent } = tableOf(4, 0);
    await session.resume(wishes);
    await session.resume(wishes);
    expect([sent, session.queue?.outdated?.verdict.why, readQueued(ID)]).toEqual([[], 'on', null]);
    expect(session.isBusy).toBe(false);
    writeQueued(ID, queued('00-02'));
    const other = tableOf(2, 1);
    await other.session.resume(wishes);
    await other.session.resume(wishes);
    expect([other.sent, other.session.queue?.outdated, readQueued(ID)?.move]).toEqual([[], null, '00-02']);
  });
});
