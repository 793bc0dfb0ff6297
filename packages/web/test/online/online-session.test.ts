import '../english.ts';
import type { Answer, WatchedTable } from '@tablier/client';
import { defaultOptions, SeededRng } from '@tablier/core';
import { isaac } from '@tablier/games';
import { createMatch, decide, evolve, type MatchState, project } from '@tablier/match';
import type { ClientCommand, TableView } from '@tablier/protocol';
import { describe, expect, it } from 'vitest';
import { OnlineTable, type TableServer } from '../../src/online/online-table.svelte.ts';

const ID = 'a'.repeat(22);

/** A table of Isaac after `plies` random moves, seen by `you`; commands wait until `answer` is called. */
function tableOf(plies: number, you: number | null, changes: Partial<TableView> = {}) {
  const options = defaultOptions(isaac.options);
  let state: MatchState = createMatch(isaac, { options, players: 2, deal: null }, { takeBack: 'asked' });
  const rng = new SeededRng('online');
  for (let made = 0; made < plies; made++) {
    const move = isaac.formatMove(state.position.randomMove(rng));
    const decided = decide(state, { kind: 'move', seat: state.position.turn, move });
    if (!decided.ok) throw new Error(decided.error.name);
    state = evolve(state, decided.value);
  }
  const chair = (name: string) => ({ kind: 'person', name, guest: false }) as const;
  const view: TableView = {
    id: ID,
    version: 5,
    phase: 'playing',
    game: 'isaac',
    options,
    clock: { system: 'none' },
    takeBack: 'asked',
    visibility: 'link',
    seating: 'chosen',
    chairs: [chair('Ada'), chair('Grace')],
    you,
    invited: null,
    movedTo: null,
    host: 0,
    match: project(state, you ?? 'spectator'),
    shuffle: null,
    rematch: { agreed: [], table: null },
    rematchOf: null,
    ...changes,
  };
  const away = [null, { since: 0, how: 'broken' as const, claimFrom: 30_000 }];
  const watched: WatchedTable = {
    view,
    chat: { players: [], spectators: [] },
    spectators: 0,
    here: [true, false],
    away,
    error: null,
  };
  const sent: ClientCommand[] = [];
  let answer: (answer: Answer) => void = () => undefined;
  const server: TableServer = {
    state: 'open',
    now: 10_000,
    table: () => watched,
    do: (command) => {
      sent.push(command);
      return new Promise((resolve) => (answer = resolve));
    },
  };
  return { table: new OnlineTable(ID, server), sent, answer: (given: Answer) => answer(given) };
}

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
