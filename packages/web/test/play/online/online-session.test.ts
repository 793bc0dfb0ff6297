import '../../english.ts';
import { isaac } from '@tablier/games';
import { type ClockFace, makeClock, startClock } from '@tablier/match';
import { describe, expect, it } from 'vitest';
import { ID, tableOf } from './table-of.ts';

describe('an online session', () => {
  it('shows the match once it has begun', () => {
    const waiting = tableOf(0, 0, { match: null, phase: 'waiting' }).session;
    expect([waiting.hasBegun, waiting.isBusy, waiting.table?.phase]).toEqual([false, false, 'waiting']);
    expect(() => waiting.match).toThrow('not begun');
    expect(tableOf(0, 0).session.names).toEqual(['Ada', 'Grace']);
  });

  it('offers moves only to the player to move, and none while a command waits for its answer', async () => {
    const { session, sent, answer } = tableOf(2, 0);
    expect(tableOf(2, 1).session).toMatchObject({ canPlay: false, choices: [] });
    expect(tableOf(2, null).session).toMatchObject({ canPlay: false, viewer: 'spectator', lastTurn: null });
    const move = session.choices[0] ?? -1;
    session.play(move);
    expect(sent).toEqual([
      { kind: 'act', table: ID, action: { kind: 'move', move: isaac.formatMove(move), plies: 2 } },
    ]);
    expect([session.isBusy, session.choices]).toEqual([true, []]);
    answer({ ok: true, value: { table: ID, version: 6 } });
    await Promise.resolve();
    await Promise.resolve();
    // The view of version 6 has not arrived yet.
    expect(session.isBusy).toBe(true);
  });

  it('offers no move while the clock is paused or waits for the players', () => {
    const { view } = tableOf(2, 0);
    const { match } = view;
    if (match === null) throw new Error('the match has not begun');
    const waiting = makeClock({ system: 'fischer', base: 300, increment: 3 }, 2);
    if (waiting === null) throw new Error('no clock');
    const at = (clock: ClockFace) => tableOf(2, 0, { match: { ...match, clock } }).session;
    expect(at(waiting)).toMatchObject({ choices: [], status: 'The clock waits for everyone.' });
    const running = startClock(waiting, 0, 0);
    expect(at({ ...running, paused: true })).toMatchObject({ choices: [], status: 'The game is paused.' });
    expect(at(running).choices).not.toEqual([]);
  });

  it('asks to take back the last turn of the user', () => {
    const { session, sent } = tableOf(3, 0);
    expect([session.undoTo, session.canTakeBack]).toEqual([null, true]);
    session.takeBack();
    expect(sent).toEqual([{ kind: 'act', table: ID, action: { kind: 'take-back', to: 2 } }]);
    expect(tableOf(3, 0, { takeBack: 'never' }).session.canTakeBack).toBe(false);
  });

  it('keeps an unconfirmed command for another attempt', async () => {
    const { session, sent, answer } = tableOf(2, 0);
    session.act({ kind: 'resign' });
    answer({ ok: false, error: { name: 'unavailable' } });
    await expect.poll(() => session.refusal).toBe('unavailable');
    session.retry();
    expect(sent[1]).toBe(sent[0]);
    expect([session.refusal, session.unconfirmed]).toEqual([null, null]);
  });

  it('says when the match can be claimed from an absent player', () => {
    const { session } = tableOf(3, 0);
    expect(session).toMatchObject({ claimIn: 20_000, canClaim: false });
    expect(session.remarks.join()).toContain('Grace');
    expect(tableOf(2, 0).session).toMatchObject({ claimIn: null, remarks: [] });
  });

  it('knows the points of a game without secrets while it is played', () => {
    expect(tableOf(0, 0).session.scores).toEqual([0, 0]);
    const { session, view } = tableOf(24, 1);
    const position = isaac.start({ options: view.options, players: 2, deal: null } as Parameters<
      typeof isaac.start
    >[0]);
    for (const { text } of view.match?.moves ?? []) position.play(isaac.parseMove(text) ?? -1);
    expect(Math.max(...position.outcome().scores)).toBeGreaterThan(0);
    expect(session.scores).toEqual(position.outcome().scores);
  });
});
