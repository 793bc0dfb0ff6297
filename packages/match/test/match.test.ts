import { defaultOptions, legalMoveTexts, makeSetup, replay, SeededRng } from '@tablier/core';
import { findGame, isaac, masker } from '@tablier/games';
import type { MaskerView } from '@tablier/games/masker';
import { type Command, createMatch, type MatchState, project, recordOf } from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, refusal } from './helpers.ts';

function isaacMatch(takeBack: 'free' | 'asked' | 'never' = 'free'): MatchState {
  const setup = makeSetup(isaac, { options: defaultOptions(isaac.options) });
  if (!setup.ok) throw new Error(setup.error.name);
  return createMatch(isaac, setup.value, { takeBack });
}

const move = (seat: number, text: string): Command => ({ kind: 'move', seat, move: text });

describe('a move', () => {
  test('is refused from a seat that does not exist or is not to move, and where it is unreadable or illegal', () => {
    const state = after(isaacMatch(), move(0, '00-02'));
    expect(refusal(state, move(2, '10-12'))).toBe('no-such-seat');
    expect(refusal(state, move(0.5, '10-12'))).toBe('no-such-seat');
    expect(refusal(state, move(0, '10-12'))).toBe('not-your-turn');
    expect(refusal(state, move(1, '10-1'))).toBe('unreadable-move');
    expect(refusal(state, move(1, '01-03'))).toBe('illegal-move');
    expect(refusal(state, move(1, '10-12'))).toBeNull();
  });

  test('leaves the earlier state as it was', () => {
    const before = isaacMatch();
    const shown = JSON.stringify(project(before, 0));
    after(before, move(0, '00-02'), move(1, '10-12'));
    expect(JSON.stringify(project(before, 0))).toBe(shown);
  });
});

describe('resignation and abort', () => {
  test('who resigns is last, with the scores of that moment', () => {
    const state = after(isaacMatch(), move(0, '00-02'), { kind: 'resign', seat: 0 });
    expect(state.end).toEqual({ by: 'resign', scores: [0, 0], places: [2, 1] });
    expect(refusal(state, move(1, '10-12'))).toBe('match-over');
    expect(replay(findGame, recordOf(state)).ok).toBe(true);
  });

  test('a match can be aborted before its second move only', () => {
    const one = after(isaacMatch(), move(0, '00-02'));
    expect(after(one, { kind: 'abort', seat: 1 }).end).toEqual({ by: 'abort', scores: [0, 0], places: [1, 1] });
    expect(refusal(after(one, move(1, '10-12')), { kind: 'abort', seat: 1 })).toBe('too-late-to-abort');
  });

  test('a game that knows no draw takes no offer of one', () => {
    expect(refusal(isaacMatch(), { kind: 'offer-draw', seat: 0 })).toBe('no-draws');
  });
});

describe('taking back', () => {
  const twoMoves = (policy: 'free' | 'asked' | 'never'): MatchState =>
    after(isaacMatch(policy), move(0, '00-02'), move(1, '10-12'));

  test('free: at once, to any earlier move', () => {
    const state = after(twoMoves('free'), { kind: 'take-back', seat: 0, to: 0 });
    expect(project(state, 0).moves).toEqual([]);
    expect(state.position.countMoves()).toBe(600);
    expect(refusal(state, { kind: 'take-back', seat: 0, to: 0 })).toBe('no-take-back');
  });

  test('asked: only when the other agrees, and a move withdraws the question', () => {
    const asked = after(twoMoves('asked'), { kind: 'take-back', seat: 1, to: 1 });
    expect(asked.moves).toHaveLength(2);
    expect(refusal(asked, { kind: 'answer-take-back', seat: 1, accept: true })).toBe('no-offer');
    expect(after(asked, { kind: 'answer-take-back', seat: 0, accept: true }).moves).toHaveLength(1);
    const declined = after(asked, { kind: 'answer-take-back', seat: 0, accept: false });
    expect(declined.moves).toHaveLength(2);
    expect(after(asked, move(0, '20-22')).takeBack).toBeNull();
  });

  test('never: refused', () => {
    expect(refusal(twoMoves('never'), { kind: 'take-back', seat: 1, to: 1 })).toBe('no-take-back');
  });

  test('nonsense is refused', () => {
    for (const to of [-1, 2, 0.5, Number.NaN]) {
      expect(refusal(twoMoves('free'), { kind: 'take-back', seat: 0, to })).toBe('no-take-back');
    }
  });

  test('the first step of a turn can be taken back before the second, whatever the policy', () => {
    const setup = makeSetup(isaac, { options: { counter: 'upTo' } });
    if (!setup.ok) throw new Error(setup.error.name);
    let state = createMatch(isaac, setup.value, { takeBack: 'never' });
    while (!legalMoveTexts(isaac, state.position)[0]?.startsWith('+')) {
      state = after(state, move(state.position.turn, legalMoveTexts(isaac, state.position)[0] as string));
    }
    const { turn } = state.position;
    const back = after(state, { kind: 'take-back', seat: turn, to: state.moves.length - 1 });
    expect(back.position.turn).toBe(turn);
    expect(refusal(state, { kind: 'take-back', seat: 1 - turn, to: state.moves.length - 1 })).toBe('no-take-back');
    expect(refusal(state, { kind: 'take-back', seat: turn, to: state.moves.length - 2 })).toBe('no-take-back');
  });
});

test('partners lose together when one of them resigns [M4]', () => {
  const options = { touch: 'side', board: 'flat' };
  const dealt = makeSetup(masker, {
    options,
    players: 4,
    deal: masker.deals.draw(options, 4, new SeededRng('partners')),
  });
  if (!dealt.ok) throw new Error(dealt.error.name);
  const over = after(createMatch(masker, dealt.value, { takeBack: 'never' }), { kind: 'resign', seat: 1 });
  expect(over.end?.places).toEqual([1, 3, 1, 3]);
});

describe('what was hidden', () => {
  const options = { touch: 'side', board: 'flat' };
  const dealt = makeSetup(masker, { options, players: 2, deal: masker.deals.draw(options, 2, new SeededRng('open')) });

  test('stays hidden while the match is on, and is turned up when it ends, in whatever way', () => {
    if (!dealt.ok) throw new Error(dealt.error.name);
    const on = createMatch(masker, dealt.value, { takeBack: 'never' });
    const over = after(on, { kind: 'resign', seat: 1 });
    const colours = (state: MatchState): unknown[] =>
      (project(state, 'spectator').view as MaskerView).seats.map(({ colour }) => colour);
    expect(colours(on)).toEqual([null, null]);
    expect(project(on, 0).record).toBeNull();
    expect(colours(over)).toEqual(Array.from((dealt.value.deal as { tokens: string }).tokens));
    expect(project(over, 'spectator').record?.deal).toEqual(dealt.value.deal);
  });
});
