import { NOBODY } from '@tablier/core';
import { arcanor, isaac, masker, nasca } from '@tablier/games';
import {
  BrokenLogError,
  claimTarget,
  createMatch,
  decide,
  evolve,
  type MatchState,
  readClock,
  recordOf,
  replayEvent,
  vacationLeft,
} from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, afterRandomMoves, newMatch, refusal } from './helpers.ts';

const DAY = 86_400_000;

/** The same match with a clock of `days` per turn, started at 0. */
const timed = (state: MatchState): MatchState =>
  after(createMatch(state.game, state.setup, { ...state.terms, clock: { system: 'days', days: 1, vacation: 2 } }), {
    kind: 'start',
    at: 0,
  });

describe('a refused command', () => {
  test('of a seat that does not exist names the seat', () => {
    for (const seat of [-1, 2, 0.5])
      expect(decide(newMatch(isaac), { kind: 'resign', seat })).toEqual({
        ok: false,
        error: { name: 'no-such-seat', detail: String(seat) },
      });
  });

  test('has no detail where there is nothing to add', () => {
    expect(decide(newMatch(isaac), { kind: 'offer-draw', seat: 0 })).toStrictEqual({
      ok: false,
      error: { name: 'no-draws' },
    });
  });

  test('for another number of plies changes nothing, also after a return to the same position', () => {
    const state = newMatch(isaac);
    const at = (plies?: number) =>
      ({ kind: 'move', seat: 0, move: '00-02', ...(plies !== undefined && { plies }) }) as const;
    expect([refusal(state, at(0)), refusal(state, at())]).toEqual([null, null]);
    for (const plies of [1, 2]) expect(refusal(state, at(plies))).toBe('position-changed');
    const moved = after(state, at(0));
    // A second move that was meant for the same position is not judged in the next one.
    expect(refusal(moved, at(0))).toBe('position-changed');
    expect(refusal(newMatch(arcanor), { kind: 'peek', seat: 0, peek: 'a1', plies: 1 })).toBe('position-changed');
    expect(refusal(after(state, { kind: 'resign', seat: 0 }), at(0))).toBe('match-over');
  });

  test('of the host names what is wrong with its time or its moment', () => {
    const state = newMatch(isaac);
    for (const kind of ['break-off', 'expire'] as const) {
      expect(decide(state, { kind, at: 0.5 })).toMatchObject({ error: { name: 'bad-time', detail: '0.5' } });
      expect(refusal(after(state, { kind: 'resign', seat: 0 }), { kind, at: 5 })).toBe('match-over');
    }
    const running = timed(state);
    for (const [aliveAt, at] of [
      [Number.NaN, 5],
      [5, Number.NaN],
      [0.5, 5],
      [6, 5],
    ] as const)
      expect(refusal(running, { kind: 'restart', aliveAt, at })).toBe('bad-time');
    expect(refusal(running, { kind: 'restart', aliveAt: 5, at: 5, awaited: { seats: [0], until: 5 } })).toBeNull();
    expect(refusal(state, { kind: 'begin-vacation', seat: 0 })).toBe('no-clock');
  });
});

describe('an event', () => {
  test('keeps the lag of a move that had one, and no other', () => {
    const state = timed(newMatch(isaac));
    const event = (lag?: number): unknown => {
      const decided = decide(state, { kind: 'move', seat: 0, move: '00-02', at: 5, ...(lag !== undefined && { lag }) });
      return decided.ok && decided.value;
    };
    expect(event(7)).toStrictEqual({ kind: 'moved', seat: 0, move: '00-02', lag: 7, at: 5 });
    for (const none of [undefined, 0, -3, Number.NaN])
      expect(event(none)).toStrictEqual({ kind: 'moved', seat: 0, move: '00-02', at: 5 });
    expect(decide(state, { kind: 'resign', seat: 0, at: 5 })).toStrictEqual({
      ok: true,
      value: { kind: 'resigned', seat: 0, at: 5 },
    });
  });

  test('counts as a version', () => {
    expect(after(newMatch(isaac), { kind: 'move', seat: 0, move: '00-02' }).version).toBe(1);
    expect(afterRandomMoves(newMatch(isaac), 3).version).toBe(3);
  });

  test('of a draw tells the offer from the agreement', () => {
    const kind = (state: MatchState, seat: number) => {
      const decided = decide(state, { kind: 'offer-draw', seat });
      return decided.ok && decided.value.kind;
    };
    const state = newMatch(nasca);
    expect(kind(state, 0)).toBe('draw-offered');
    expect(kind(after(state, { kind: 'offer-draw', seat: 0 }), 1)).toBe('draw-agreed');
  });

  test('that does not fit its match is found in the log, with what is wrong', () => {
    const state = newMatch(isaac);
    expect(() => replayEvent(state, { kind: 'moved', seat: 0, move: 'x' })).toThrow('x is not a move of the game');
    expect(() => evolve(state, { kind: 'moved', seat: 0, move: 'x' })).toThrow('x is not a move of the game');
    expect(() => evolve(state, { kind: 'take-back-agreed', seat: 0 })).toThrow('no take-back was requested');
    expect(() => evolve(timed(state), { kind: 'resigned', seat: 0 })).toThrow('resigned without a time');
    expect(replayEvent(state, { kind: 'resigned', seat: 1 }).end?.by).toBe('resign');
    expect(evolve(state, { kind: 'take-back-declined', seat: 0 }).declined.takeBack).toEqual([]);
    expect(new BrokenLogError('x').name).toBe('BrokenLogError');
  });
});

describe('taking back after the end', () => {
  const finished = (takeBack: 'free' | 'asked'): MatchState => {
    let state = newMatch(isaac, { takeBack });
    while (state.end === null) state = afterRandomMoves(state, 1);
    return state;
  };

  test('is possible after an end by the rules under the policy `free`: the match goes on', () => {
    const back = after(finished('free'), { kind: 'take-back', seat: 0, to: 3 });
    expect(back.end).toBeNull();
    expect(back.moves).toHaveLength(3);
    expect(refusal(finished('asked'), { kind: 'take-back', seat: 0, to: 3 })).toBe('match-over');
  });

  test('is not possible after any other end', () => {
    const resigned = after(afterRandomMoves(newMatch(isaac, { takeBack: 'free' }), 3), { kind: 'resign', seat: 0 });
    expect(refusal(resigned, { kind: 'take-back', seat: 0, to: 1 })).toBe('match-over');
  });
});

describe('an unfinished turn', () => {
  /** A match whose seat to move has made one step of its turn, and the number of moves before that turn. */
  function withinTurn(): { state: MatchState; before: number } {
    let state = newMatch(masker, { takeBack: 'asked' });
    for (;;) {
      state = afterRandomMoves(state, 1);
      const last = state.moves.at(-1);
      if (last?.seat !== state.position.turn || last.turnIndex !== state.position.turnIndex) continue;
      return { state, before: state.moves.findIndex(({ turnIndex }) => turnIndex === last.turnIndex) };
    }
  }

  test('is taken back without asking by its own player, and no further', () => {
    const { state, before } = withinTurn();
    const { turn } = state.position;
    const kind = (seat: number, to: number) => {
      const decided = decide(state, { kind: 'take-back', seat, to });
      return decided.ok ? decided.value.kind : decided.error.name;
    };
    expect(kind(turn, before)).toBe('taken-back');
    expect(kind(1 - turn, before)).toBe('take-back-asked');
    if (before > 0) expect(kind(turn, before - 1)).toBe('take-back-asked');
  });
});

describe('a claim', () => {
  const moment = { players: 2, turn: 1, plies: 2 };

  test('is possible from the third move on, against the seat to move, which is not the own seat', () => {
    expect(claimTarget(isaac, moment, 0)).toBe(1);
    expect(claimTarget(isaac, { ...moment, plies: 1 }, 0)).toBe(NOBODY);
    expect(claimTarget(isaac, moment, 1)).toBe(NOBODY);
    const partnersOfNone = { partners: () => [] };
    expect(claimTarget(partnersOfNone, moment, 1)).toBe(NOBODY);
    expect(claimTarget(partnersOfNone, { ...moment, turn: NOBODY }, 0)).toBe(NOBODY);
  });
});

describe('vacation', () => {
  test('passes for the seat to move that is away, and for no other', () => {
    const away = after(timed(newMatch(isaac)), { kind: 'begin-vacation', seat: 0, at: 0 });
    const { clock } = after(away, { kind: 'begin-vacation', seat: 1, at: 0 });
    if (clock === null) throw new Error('no clock');
    expect(vacationLeft(clock, 0, DAY)).toBe(DAY);
    expect(vacationLeft(clock, 1, DAY)).toBe(2 * DAY);
    expect(vacationLeft(clock, 7, DAY)).toBe(0);
    expect(vacationLeft(clock, 0, 9 * DAY)).toBe(0);
  });

  test('of the other player may begin at any time while the clock runs', () => {
    const state = timed(newMatch(isaac));
    const flag = DAY + 1999;
    expect(refusal(state, { kind: 'begin-vacation', seat: 1, at: flag })).toBeNull();
    const decided = decide(state, { kind: 'begin-vacation', seat: 1, at: flag });
    expect(decided.ok && decided.value.kind).toBe('vacation-began');
    const ended = decide(after(state, { kind: 'begin-vacation', seat: 0, at: 5 }), {
      kind: 'end-vacation',
      seat: 0,
      at: 9,
    });
    expect(ended.ok && ended.value.kind).toBe('vacation-ended');
  });

  test('is not there for a seat without a clock', () => {
    const { clock } = timed(newMatch(isaac));
    if (clock === null) throw new Error('no clock');
    expect(() => readClock(clock, 5, 0)).toThrow('no clock for seat 5');
  });
});

test('the record of a match is made once', () => {
  const state = afterRandomMoves(newMatch(isaac), 2);
  expect(recordOf(state)).toBe(recordOf(state));
  const resigned = after(state, { kind: 'resign', seat: 0 });
  expect(recordOf(resigned).end).toEqual(resigned.end);
  expect(recordOf(state)).not.toHaveProperty('end');
});
