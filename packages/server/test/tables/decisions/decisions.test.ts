import { SeededRng } from '@tablier/core';
import { nasca } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { decideTableCommand, isSeekStep, type TableCommand } from '../../../src/tables/decisions/decide-command.ts';
import { isRematchAgreed, type TableState } from '../../../src/tables/state/table-state.ts';
import { tableView } from '../../../src/tables/views/table-view.ts';
import { ADA, afterEvents, BASIL, playingTable, seated, waitingTable } from '../a-table.ts';

const table = 't';
const CLEO = { id: 'cleo', name: 'Cleo', guest: true };

/** The kind of the event that a command causes, or the name of its refusal. */
function decided(state: TableState, person: { id: string; name: string }, command: TableCommand): string {
  const decision = decideTableCommand(state, command, { person, at: 1000, lag: 5, claimFrom: () => 900 });
  return decision.ok ? decision.value.kind : decision.error.name;
}
const sit = (chair: number): TableCommand => ({ kind: 'sit', table, chair });
const stand: TableCommand = { kind: 'stand', table };
const decline: TableCommand = { kind: 'decline', table };
const rematch = (agree = true): TableCommand => ({ kind: 'rematch', table, agree });
const resign: TableCommand = { kind: 'act', table, action: { kind: 'resign' } };

const invited = { kind: 'invited', person: BASIL.id, name: BASIL.name } as const;

describe('sitting down', () => {
  test('is possible in an open chair, and in one that is reserved for oneself', () => {
    expect(decided(waitingTable(), BASIL, sit(1))).toBe('sat');
    const reserved = waitingTable({ chairs: [seated(ADA), invited] });
    expect(decided(reserved, BASIL, sit(1))).toBe('sat');
    expect(decided(reserved, CLEO, sit(1))).toBe('chair-taken');
  });

  test('stores the name, and whether the person is a guest where that is known', () => {
    const of = (person: typeof CLEO) =>
      decideTableCommand(waitingTable(), sit(1), { person, at: 0, lag: 0, claimFrom: () => null });
    expect(of(CLEO)).toStrictEqual({
      ok: true,
      value: { kind: 'sat', chair: 1, person: 'cleo', name: 'Cleo', guest: true },
    });
    const unknown = { person: BASIL, at: 0, lag: 0, claimFrom: () => null };
    expect(decideTableCommand(waitingTable(), sit(1), unknown)).toStrictEqual({
      ok: true,
      value: { kind: 'sat', chair: 1, person: 'basil', name: 'Basil' },
    });
  });

  test('is refused by name', () => {
    expect(decided(waitingTable(), ADA, sit(1))).toBe('already-seated');
    expect(decided(waitingTable(), BASIL, sit(0))).toBe('chair-taken');
    expect(decided(waitingTable(), BASIL, sit(2))).toBe('no-such-chair');
    expect(decided(playingTable(), CLEO, sit(1))).toBe('table-begun');
    expect(decided(waitingTable({ chairs: [seated(ADA), seated(BASIL)] }), CLEO, sit(1))).toBe('table-begun');
    expect(decided(afterEvents(waitingTable(), { kind: 'closed' }), BASIL, sit(1))).toBe('table-closed');
    expect(decided(afterEvents(waitingTable(), { kind: 'meeting', table: 'u' }), BASIL, sit(1))).toBe('table-begun');
  });

  test('ends after 500 events, standing up does not', () => {
    const long = (seq: number): TableState => ({ ...waitingTable(), seq });
    expect([decided(long(499), BASIL, sit(1)), decided(long(500), BASIL, sit(1))]).toEqual(['sat', 'too-long']);
    expect(decided(long(500), ADA, stand)).toBe('closed');
  });
});

describe('standing up', () => {
  test('closes the table of its host, and frees the chair of anyone else', () => {
    const three = waitingTable({ chairs: [seated(ADA), seated(BASIL), { kind: 'open' }] });
    expect(decided(three, ADA, stand)).toBe('closed');
    expect(decided(three, BASIL, stand)).toBe('stood');
    expect(decided(three, CLEO, stand)).toBe('not-seated');
    expect(decided(playingTable(), ADA, stand)).toBe('table-begun');
  });

  test('leaves a chair as it was set: open, for anyone with the link, or reserved', () => {
    const chairAfter = (chair: Parameters<typeof seated>[0] | null, set: TableState['chairs'][number]) => {
      const state = waitingTable({ chairs: [seated(ADA), set] });
      const sat = afterEvents(state, { kind: 'sat', chair: 1, person: chair?.id ?? '', name: chair?.name ?? '' });
      return afterEvents(sat, { kind: 'stood', chair: 1 }).chairs[1];
    };
    expect(chairAfter(BASIL, { kind: 'open' })).toEqual({ kind: 'open' });
    expect(chairAfter(BASIL, { kind: 'open', link: true })).toEqual({ kind: 'open', link: true });
    expect(chairAfter(BASIL, invited)).toEqual(invited);
    expect(chairAfter(CLEO, invited)).toEqual({ kind: 'open' });
  });
});

describe('declining an invitation', () => {
  test('opens the chair and says who declined', () => {
    const state = waitingTable({ chairs: [seated(ADA), invited] });
    expect(decided(state, BASIL, decline)).toBe('declined');
    expect(afterEvents(state, { kind: 'declined', chair: 1 }).chairs[1]).toEqual({ kind: 'open', declined: 'Basil' });
  });

  test('is for the invited person, before the match begins', () => {
    const state = waitingTable({ chairs: [seated(ADA), invited] });
    expect(decided(state, CLEO, decline)).toBe('not-invited');
    expect(decided(state, ADA, decline)).toBe('not-invited');
    expect(decided(playingTable(), BASIL, decline)).toBe('table-begun');
  });
});

describe('an action in the match', () => {
  test('needs a match and a seat in it', () => {
    expect(decided(waitingTable(), ADA, resign)).toBe('not-begun');
    expect(decided(waitingTable(), BASIL, resign)).toBe('not-seated');
    expect(decided(playingTable(), CLEO, resign)).toBe('not-seated');
    expect(decided(afterEvents(waitingTable(), { kind: 'closed' }), ADA, resign)).toBe('table-closed');
    expect(decided(playingTable(), ADA, resign)).toBe('resigned');
  });

  test('gets the time and the lag that the server measured', () => {
    const fischer = { system: 'fischer', base: 60, increment: 1 } as const;
    const state = afterEvents(playingTable({ terms: { clock: fischer } }), { kind: 'started', at: 0 });
    const move: TableCommand = { kind: 'act', table, action: { kind: 'move', move: '00-02' } };
    const context = { person: ADA, at: 1000, lag: 5, claimFrom: () => null };
    expect(decideTableCommand(state, move, context)).toStrictEqual({
      ok: true,
      value: { kind: 'moved', seat: 0, move: '00-02', lag: 5, at: 1000 },
    });
    const wrong: TableCommand = { kind: 'act', table, action: { kind: 'move', move: 'x' } };
    expect(decideTableCommand(state, wrong, context)).toStrictEqual({
      ok: false,
      error: { name: 'unreadable-move', detail: 'x' },
    });
    const early: TableCommand = { kind: 'act', table, action: { kind: 'offer-draw' } };
    expect(decideTableCommand(state, early, context)).toStrictEqual({ ok: false, error: { name: 'no-draws' } });
  });

  test('is a claim from the moment on that the server knows, of the seat to move', () => {
    const moved = ['00-02', '10-12'].map((move, seat) => ({ kind: 'moved', seat, move }) as const);
    const state = afterEvents(playingTable(), ...moved);
    const claim: TableCommand = { kind: 'act', table, action: { kind: 'claim', as: 'win' } };
    const asked: number[] = [];
    const decide = (at: number) =>
      decideTableCommand(state, claim, {
        person: BASIL,
        at,
        lag: 0,
        claimFrom: (seat) => {
          asked.push(seat);
          return 900;
        },
      });
    expect(decide(900).ok).toBe(true);
    expect(decide(899)).toMatchObject({ error: { name: 'too-early-to-claim' } });
    const { match } = state;
    const long: TableState = { ...state, match: match && { ...match, version: 5000 } };
    expect(decided(long, BASIL, claim)).toBe('claimed');
    expect(asked).toEqual([0, 0]);
  });

  test('that does not lead to the end is refused in a log of 5000 events', () => {
    const state = playingTable({ game: nasca });
    if (state.match === null) throw new Error('no match');
    const long = (version: number): TableState => ({ ...state, match: state.match && { ...state.match, version } });
    const offer: TableCommand = { kind: 'act', table, action: { kind: 'offer-draw' } };
    expect([decided(long(4999), ADA, offer), decided(long(5000), ADA, offer)]).toEqual(['draw-offered', 'too-long']);
    expect(decided(long(5000), ADA, resign)).toBe('resigned');
    const { position, game } = state.match;
    const move = game.formatMove(position.randomMove(new SeededRng(1)));
    expect(decided(long(5000), ADA, { kind: 'act', table, action: { kind: 'move', move } })).toBe('moved');
    expect(decided(long(5000), ADA, { kind: 'act', table, action: { kind: 'abort' } })).toBe('aborted');
  });
});

describe('a rematch', () => {
  const over = (): TableState => afterEvents(playingTable(), { kind: 'resigned', seat: 0 });

  test('is agreed to by each player once, after the match', () => {
    expect(decided(over(), ADA, rematch())).toBe('rematch-agreed');
    const agreed = afterEvents(over(), { kind: 'rematch-agreed', seat: 0 });
    expect(decided(agreed, ADA, rematch())).toBe('already-offered');
    expect(decided(agreed, BASIL, rematch())).toBe('rematch-agreed');
    expect(decided(agreed, BASIL, rematch(false))).toBe('rematch-declined');
    expect(decided(over(), CLEO, rematch())).toBe('not-seated');
    expect(decided(playingTable(), ADA, rematch())).toBe('not-over');
  });

  test('ends by time, and is then a new offer of anyone who wants one', () => {
    const offered = (clock: TableState['head']['terms']['clock']) => {
      const state = afterEvents(playingTable({ terms: { clock } }), { kind: 'resigned', seat: 0, at: 0 });
      const decision = decideTableCommand(state, rematch(), { person: ADA, at: 1000, lag: 5, claimFrom: () => null });
      if (!decision.ok) throw new Error(decision.error.name);
      return { ends: decision.value, state: afterEvents(state, decision.value) };
    };
    const day = 86_400_000;
    expect([
      offered({ system: 'none' }).ends,
      offered({ system: 'days', days: 3, vacation: 0 }).ends,
      offered({ system: 'fischer', base: 300, increment: 3 }).ends,
    ]).toMatchObject([{ until: 1000 + 7 * day }, { until: 1000 + 3 * day }, { until: 1000 + 600_000 }]);

    const stood = { ...offered({ system: 'none' }).state, rematchUntil: 1000 };
    expect([decided(stood, BASIL, rematch(false)), decided(stood, ADA, rematch())]).toEqual([
      'no-offer',
      'rematch-agreed',
    ]);
    const again = afterEvents(stood, { kind: 'rematch-agreed', seat: 1, until: 5000 });
    expect([again.rematch, isRematchAgreed(again), tableView(again, 1).rematch.until]).toEqual([[1], false, 5000]);
    expect(isRematchAgreed(afterEvents(again, { kind: 'rematch-agreed', seat: 0 }))).toBe(true);
  });

  test('is withdrawn by who agreed to it, and says how it ended', () => {
    const offered = afterEvents(over(), { kind: 'rematch-agreed', seat: 0, until: 9000 });
    expect(decided(offered, ADA, rematch(false))).toBe('rematch-declined');
    const ended = (seat: number) => tableView(afterEvents(offered, { kind: 'rematch-declined', seat }), 0).rematch;
    expect(ended(0)).toStrictEqual({ agreed: [], table: null, ended: { seat: 0, how: 'withdrawn' } });
    expect(ended(1)).toStrictEqual({ agreed: [], table: null, ended: { seat: 1, how: 'declined' } });
    const again = afterEvents(
      offered,
      { kind: 'rematch-declined', seat: 1 },
      { kind: 'rematch-agreed', seat: 1, until: 9 },
    );
    expect(tableView(again, 0).rematch).toStrictEqual({ agreed: [1], table: null, until: 9 });
    expect(decided(over(), ADA, rematch(false))).toBe('no-offer');
    const both = afterEvents(offered, { kind: 'rematch-agreed', seat: 1 });
    expect([decided(both, ADA, rematch(false)), decided(both, ADA, rematch())]).toEqual([
      'already-offered',
      'already-offered',
    ]);
  });

  test('is no longer proposed after it was declined ten times', () => {
    const declined = (times: number): TableState =>
      afterEvents(over(), ...Array.from({ length: times }, () => ({ kind: 'rematch-declined', seat: 1 }) as const));
    expect([decided(declined(9), ADA, rematch()), decided(declined(10), ADA, rematch())]).toEqual([
      'rematch-agreed',
      'too-long',
    ]);
  });
});

describe('a step of a seek', () => {
  const seek = (): TableState => waitingTable({ head: { pace: 'quick' } });
  const met = { kind: 'met', table: 'u' } as const;

  test('fits the table that its host is about to join', () => {
    expect(isSeekStep(seek(), { kind: 'seeking' })).toBe(true);
    expect(isSeekStep(seek(), { kind: 'meeting', table: 'u' })).toBe(true);
    expect(isSeekStep(seek(), met)).toBe(false);
    const meeting = afterEvents(seek(), { kind: 'meeting', table: 'u' });
    expect(isSeekStep(meeting, met)).toBe(true);
    expect(isSeekStep(meeting, { kind: 'unmet', table: 'u' })).toBe(true);
    expect(isSeekStep(meeting, { kind: 'unmet', table: 'v' })).toBe(false);
    expect(isSeekStep(meeting, { kind: 'seeking' })).toBe(false);
    expect(isSeekStep(afterEvents(meeting, { kind: 'unmet', table: 'u' }), { kind: 'seeking' })).toBe(true);
  });

  test('is none at other tables, at full ones, and after the end', () => {
    expect(isSeekStep(waitingTable(), { kind: 'seeking' })).toBe(false);
    expect(isSeekStep(afterEvents(seek(), met), met)).toBe(false);
    const full = waitingTable({ head: { pace: 'quick' }, chairs: [seated(ADA), seated(BASIL)] });
    expect(isSeekStep(full, { kind: 'seeking' })).toBe(false);
  });
});
