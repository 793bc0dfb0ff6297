import { legalMoveTexts } from '@tablier/core';
import { isaac, masker } from '@tablier/games';
import { type Command, decide, flagAt, type MatchState, project, remaining } from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, answer, anyMove, begun, FISCHER, fresh, lefts } from './table.ts';

describe('a match with a clock', () => {
  test('waits for the start, and charges the player to move', () => {
    expect(answer(fresh(), anyMove(fresh(), 5))).toBe('not-started');
    let state = begun();
    expect(answer(state, { kind: 'start', at: 9 })).toBe('already-started');
    state = after(state, anyMove(state, 10_000));
    state = after(state, anyMove(state, 11_000));
    expect(lefts(state)).toEqual([55_000, 64_000]);
    expect(project(state, 'spectator').clock).toEqual({
      terms: FISCHER,
      seats: [55_000, 64_000].map((left) => ({ left, periods: 0, vacation: 0, away: false })),
      seat: 0,
      spent: 0,
      since: 11_000,
      paused: false,
    });
  });

  test('needs to be told the time', () => {
    const state = begun();
    const { move } = anyMove(state, 0) as Command & { kind: 'move' };
    expect(answer(state, { kind: 'move', seat: 0, move })).toBe('bad-time');
    expect(answer(state, { kind: 'move', seat: 0, move, at: Number.NaN })).toBe('bad-time');
    expect(answer(state, { kind: 'restart', aliveAt: 10, at: 9 })).toBe('bad-time');
  });

  test('without a clock nothing of all this is known, and events have no time', () => {
    const state = fresh({ clock: { system: 'none' } });
    expect(state.clock).toBeNull();
    expect(project(state, 0).clock).toBeNull();
    expect(answer(state, { kind: 'start', at: 0 })).toBe('no-clock');
    expect(answer(state, { kind: 'begin-vacation', seat: 0 })).toBe('no-clock');
    const move = legalMoveTexts(isaac, state.position)[0] as string;
    expect(decide(state, { kind: 'move', seat: 0, move })).toEqual({
      ok: true,
      value: { kind: 'moved', seat: 0, move },
    });
  });
});

describe('a clock that falls', () => {
  test('ends the match when the timer says so, not before', () => {
    const state = begun();
    const flag = flagAt(state.clock as NonNullable<MatchState['clock']>) as number;
    expect(flag).toBe(62_000);
    expect(answer(state, { kind: 'flag', at: flag - 1 })).toBe('not-fallen');
    const over = after(state, { kind: 'flag', at: flag });
    expect(over.end).toEqual({ by: 'time', scores: [0, 0], places: [2, 1] });
    expect(lefts(over)).toEqual([0, 60_000]);
    expect(answer(over, { kind: 'flag', at: flag })).toBe('match-over');
    expect(remaining(over.clock as NonNullable<MatchState['clock']>, 1, flag + 90_000)).toBe(60_000);
  });

  test('comes before whatever is asked afterwards', () => {
    const state = begun();
    for (const kind of ['resign', 'abort', 'offer-draw'] as const) {
      expect(answer(state, { kind, seat: 1, at: 62_000 })).toBe('timed-out');
    }
    expect(answer(state, { kind: 'pause', at: 62_000 })).toBe('timed-out');
    expect(answer(state, anyMove(state, 62_000, 2500))).toBe('timed-out');
    expect(answer(state, { kind: 'resign', seat: 1, at: 61_999 })).toBe('resigned');
  });

  test('counts a late move when its lag excuses it, ends the match when not, and ignores nonsense', () => {
    const state = begun();
    expect(answer(state, anyMove(state, 60_000))).toBe('timed-out');
    expect(answer(state, anyMove(state, 60_000, 1))).toBe('moved');
    expect(answer(state, anyMove(state, 60_500, 500))).toBe('timed-out');
    expect(answer(state, { kind: 'move', seat: 0, move: 'nonsense', at: 60_000 })).toBe('unreadable-move');
    expect(lefts(after(state, anyMove(state, 60_000, 1)))[0]).toBe(5001);
  });

  test('puts who ran out of time last among three, the others by their points', () => {
    let state = begun({ game: masker, players: 3 });
    state = after(state, anyMove(state, 1000));
    const loser = state.position.turn;
    const { scores } = state.position.outcome();
    state = after(state, { kind: 'flag', at: 1_000_000 });
    expect(state.end?.by).toBe('time');
    expect(state.end?.places[loser]).toBe(3);
    const others = scores.filter((_, seat) => seat !== loser);
    const places = state.end?.places.filter((_, seat) => seat !== loser) ?? [];
    expect(places).toEqual(others.map((own) => 1 + others.filter((other) => other > own).length));
  });
});

describe('pause, restart, vacation', () => {
  test('while paused no seat can move or run out, but a player may resign', () => {
    const state = after(begun(), { kind: 'pause', at: 20_000 });
    expect(answer(state, anyMove(state, 21_000))).toBe('paused');
    expect(answer(state, { kind: 'flag', at: 900_000 })).toBe('not-fallen');
    expect(answer(state, { kind: 'pause', at: 21_000 })).toBe('paused');
    expect(answer(state, { kind: 'resign', seat: 1, at: 21_000 })).toBe('resigned');
    const resumed = after(state, { kind: 'resume', at: 900_000 });
    expect(lefts(after(resumed, anyMove(resumed, 901_000)))[0]).toBe(60_000 - 21_000 + 5000);
    expect(answer(resumed, { kind: 'resume', at: 900_001 })).toBe('not-paused');
  });

  test('a restart is charged to no player, and a clock that ran out before it is found', () => {
    const state = begun();
    const back = after(state, { kind: 'restart', aliveAt: 5000, at: 700_000 });
    expect(lefts(after(back, anyMove(back, 701_000)))[0]).toBe(60_000 - 6000 + 5000);
    expect(answer(state, { kind: 'restart', aliveAt: 61_999, at: 700_000 })).toBe('restarted');
    expect(answer(state, { kind: 'restart', aliveAt: 62_000, at: 700_000 })).toBe('timed-out');
    expect(answer(fresh(), { kind: 'restart', aliveAt: 1, at: 2 })).toBe('not-running');
  });

  test('a player cut off by a restart is awaited until they are present or have moved, and no longer', () => {
    const restart = { kind: 'restart', aliveAt: 5000, at: 700_000 } as const;
    const back = after(begun(), { ...restart, awaited: { seats: [0, 1], until: 716_000 } });
    const shown = project(back, 1).clock;
    expect(shown).toEqual({ ...project(after(begun(), restart), 1).clock, since: 716_000 });
    const moved = after(back, anyMove(back, 710_000));
    expect(lefts(moved)[0]).toBe(60_000 - 5000 + 5000);
    expect(moved.clock).toMatchObject({ seat: 1, awaited: { seats: [1] } });
    const returned = after(moved, { kind: 'return', at: 712_000 });
    expect(lefts(after(returned, anyMove(returned, 713_000)))[1]).toBe(60_000 - 1000 + 5000);
    expect(answer(begun(), { kind: 'return', at: 1 })).toBe('not-absent');
    expect(answer(returned, { kind: 'return', at: 712_001 })).toBe('not-absent');
    expect(answer(moved, { kind: 'return', at: 716_000 })).toBe('not-absent');
    expect(answer(moved, { kind: 'flag', at: 716_000 + 61_999 })).toBe('not-fallen');
    expect(answer(moved, { kind: 'flag', at: 716_000 + 62_000 })).toBe('timed-out');
    for (const until of [699_999, 0.5, Number.NaN])
      expect(answer(begun(), { ...restart, awaited: { seats: [0], until } })).toBe('bad-time');
  });

  test('vacation is there with days per turn, is used up once, and does not save a lost game', () => {
    const day = 86_400_000;
    const state = begun({ clock: { system: 'days', days: 1, vacation: 2 } });
    expect(answer(begun(), { kind: 'begin-vacation', seat: 0, at: 1 })).toBe('no-vacation');
    expect(answer(state, { kind: 'end-vacation', seat: 0, at: 1 })).toBe('no-vacation');
    expect(answer(state, { kind: 'begin-vacation', seat: 0, at: day })).toBe('timed-out');
    const away = after(state, { kind: 'begin-vacation', seat: 0, at: day / 2 });
    expect(answer(away, { kind: 'begin-vacation', seat: 0, at: day })).toBe('no-vacation');
    expect(answer(away, { kind: 'flag', at: 3 * day + 1999 })).toBe('not-fallen');
    expect(answer(away, { kind: 'flag', at: 3 * day + 2000 })).toBe('timed-out');
    const home = after(away, { kind: 'end-vacation', seat: 0, at: day });
    expect(answer(home, { kind: 'begin-vacation', seat: 0, at: 1.5 * day - 1 })).toBe('vacation-began');
    expect(answer(home, { kind: 'begin-vacation', seat: 0, at: 1.5 * day })).toBe('timed-out');
    expect(answer(after(away, { kind: 'pause', at: day }), { kind: 'end-vacation', seat: 0, at: day })).toBe('paused');
  });
});

describe('taking back', () => {
  test('all seats get the time back with which the turn began, and no player takes back alone', () => {
    let state = begun({ takeBack: 'free' });
    state = after(state, anyMove(state, 10_000));
    state = after(state, anyMove(state, 40_000));
    expect(lefts(state)).toEqual([55_000, 35_000]);
    state = after(state, { kind: 'take-back', seat: 1, to: 1, at: 45_000 });
    expect(state.moves).toHaveLength(2);
    state = after(state, { kind: 'answer-take-back', seat: 0, accept: true, at: 50_000 });
    expect(state.moves).toHaveLength(1);
    expect(lefts(state)).toEqual([55_000, 60_000]);
    expect(lefts(after(state, anyMove(state, 51_000)))).toEqual([55_000, 64_000]);
  });

  test('of a step of a turn that goes on: its clock runs on', () => {
    let state = begun({ options: { counter: 'upTo' } });
    let now = 0;
    while (!legalMoveTexts(isaac, state.position)[0]?.startsWith('+'))
      state = after(state, anyMove(state, (now += 10)));
    const seat = state.position.turn;
    const { clock } = state;
    const back = after(state, { kind: 'take-back', seat, to: state.moves.length - 1, at: now + 5000 });
    expect(back.position.turn).toBe(seat);
    expect(back.clock).toEqual(clock);
    expect(clock?.since).toBe(now - 10);
  });

  test('with three, both others have to agree', () => {
    let state = begun({ game: masker, players: 3 });
    const seat = state.position.turn;
    while (state.position.turn === seat) state = after(state, anyMove(state, 1000));
    const made = state.moves.length;
    const [first, second] = [0, 1, 2].filter((other) => other !== seat) as [number, number];
    state = after(state, { kind: 'take-back', seat, to: 0, at: 2000 });
    state = after(state, { kind: 'answer-take-back', seat: first, accept: true, at: 3000 });
    expect(state.moves).toHaveLength(made);
    expect(answer(state, { kind: 'answer-take-back', seat: first, accept: true, at: 3000 })).toBe('no-offer');
    state = after(state, { kind: 'answer-take-back', seat: second, accept: true, at: 4000 });
    expect(state.moves).toHaveLength(0);
  });
});
