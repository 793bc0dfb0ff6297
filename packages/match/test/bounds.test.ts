import { type Game, legalMoveTexts, makeSetup } from '@tablier/core';
import { isaac, masker, nasca } from '@tablier/games';
import {
  BrokenLogError,
  type Command,
  createMatch,
  decide,
  evolve,
  type MatchEvent,
  type MatchState,
  replayEvent,
} from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, refusal } from './helpers.ts';

function begun(game: Game = isaac): MatchState {
  const setup = makeSetup(game, {});
  if (!setup.ok) throw new Error(setup.error.name);
  return createMatch(game, setup.value, { takeBack: 'asked' });
}

const move = (seat: number, text: string): Command => ({ kind: 'move', seat, move: text });

describe('what was declined', () => {
  test('a draw cannot be offered again before a move was made; the other side still may', () => {
    const declined = after(
      begun(nasca),
      move(0, 'a1-a3'),
      { kind: 'offer-draw', seat: 0 },
      { kind: 'answer-draw', seat: 1, accept: false },
    );
    expect(refusal(declined, { kind: 'offer-draw', seat: 0 })).toBe('already-offered');
    expect(refusal(declined, { kind: 'offer-draw', seat: 1 })).toBeNull();
    expect(refusal(after(declined, move(1, 'c1-c3')), { kind: 'offer-draw', seat: 0 })).toBeNull();
  });

  test('a take-back cannot be asked for again before a move was made; the other side still may', () => {
    const declined = after(
      begun(),
      move(0, '00-02'),
      { kind: 'take-back', seat: 0, to: 0 },
      { kind: 'answer-take-back', seat: 1, accept: false },
    );
    expect(refusal(declined, { kind: 'take-back', seat: 0, to: 0 })).toBe('already-offered');
    expect(refusal(declined, { kind: 'take-back', seat: 1, to: 0 })).toBeNull();
    expect(refusal(after(declined, move(1, '10-12')), { kind: 'take-back', seat: 0, to: 0 })).toBeNull();
  });
});

describe('an abandoned match', () => {
  test('ends without a loser, at any stage, and only once', () => {
    const state = after(begun(), move(0, '00-02'), move(1, '10-12'), move(0, '20-22'));
    const decided = decide(state, { kind: 'expire', at: 5 });
    expect(decided).toEqual({ ok: true, value: { kind: 'aborted', seat: -1, at: 5 } });
    if (!decided.ok) return;
    const ended = evolve(state, decided.value);
    expect(ended.end?.by).toBe('abort');
    expect(decide(ended, { kind: 'expire', at: 6 })).toMatchObject({ ok: false, error: { name: 'match-over' } });
    expect(decide(state, { kind: 'expire', at: 0.5 })).toMatchObject({ ok: false, error: { name: 'bad-time' } });
  });
});

describe('an event from a store', () => {
  const broken = (state: MatchState, event: MatchEvent) => () => replayEvent(state, event);

  test('is played where its move is legal, and found broken where it is not', () => {
    const state = after(begun(), move(0, '00-02'));
    expect(replayEvent(state, { kind: 'moved', seat: 1, move: '10-12' }).moves).toHaveLength(2);
    expect(broken(state, { kind: 'moved', seat: 1, move: 'zz16-76' })).toThrow(BrokenLogError);
    expect(broken(state, { kind: 'moved', seat: 1, move: '01-03' })).toThrow('the move 01-03 is illegal');
    expect(broken(state, { kind: 'moved', seat: 0, move: '10-12' })).toThrow('seat 0 is not to move');
    const over = after(state, { kind: 'resign', seat: 1 });
    expect(broken(over, { kind: 'moved', seat: 1, move: '10-12' })).toThrow(BrokenLogError);
  });

  test('is checked alike in a game with a hidden deal', () => {
    const setup = makeSetup(masker, {
      players: 2,
      deal: masker.deals.draw(masker.presets['flat'] ?? {}, 2, { below: () => 0 }),
    });
    if (!setup.ok) throw new Error(setup.error.detail);
    const state = createMatch(masker, setup.value, { takeBack: 'never' });
    const [text = ''] = legalMoveTexts(state.game, state.position);
    expect(replayEvent(state, { kind: 'moved', seat: state.position.turn, move: text }).moves).toHaveLength(1);
  });
});
