import '../english.ts';
import { isaac } from '@tablier/games';
import { describe, expect, it } from 'vitest';
import { ID, tableOf } from './table-of.ts';

describe('an online session', () => {
  it('exists once the match has begun', () => {
    expect(tableOf(0, 0, { match: null, phase: 'waiting' }).table.session).toBeNull();
    expect(tableOf(0, 0).table.session?.names).toEqual(['Ada', 'Grace']);
  });

  it('offers moves only to the player to move, and none while a command waits for its answer', async () => {
    const { table, sent, answer } = tableOf(2, 0);
    expect(tableOf(2, 1).table.session).toMatchObject({ canPlay: false, choices: [] });
    expect(tableOf(2, null).table.session).toMatchObject({ canPlay: false, viewer: 'spectator', lastTurn: null });
    const move = table.session?.choices[0] ?? -1;
    table.session?.play(move);
    expect(sent).toEqual([{ kind: 'act', table: ID, action: { kind: 'move', move: isaac.formatMove(move) } }]);
    expect([table.isBusy, table.session?.choices]).toEqual([true, []]);
    answer({ ok: true, value: { table: ID, version: 6 } });
    await Promise.resolve();
    await Promise.resolve();
    // The view of version 6 has not arrived yet.
    expect(table.isBusy).toBe(true);
  });

  it('asks to take back the last turn of the user', () => {
    const { table, sent } = tableOf(3, 0);
    expect([table.session?.undoTo, table.session?.canTakeBack]).toEqual([null, true]);
    table.session?.takeBack();
    expect(sent).toEqual([{ kind: 'act', table: ID, action: { kind: 'take-back', to: 2 } }]);
    expect(tableOf(3, 0, { takeBack: 'never' }).table.session?.canTakeBack).toBe(false);
  });

  it('keeps an unconfirmed command for another attempt', async () => {
    const { table, sent, answer } = tableOf(2, 0);
    table.session?.resign();
    answer({ ok: false, error: { name: 'unavailable' } });
    await expect.poll(() => table.refusal, { timeout: 60_000 }).toBe('unavailable');
    table.retry();
    expect(sent[1]).toBe(sent[0]);
    expect([table.refusal, table.unconfirmed]).toEqual([null, null]);
  });

  it('says when the match can be claimed from an absent player', () => {
    const { table } = tableOf(3, 0);
    expect(table.session).toMatchObject({ claimIn: 20_000, canClaim: false });
    expect(table.session?.remarks.join()).toContain('Grace');
    expect(tableOf(2, 0).table.session).toMatchObject({ claimIn: null, remarks: [] });
  });
});
