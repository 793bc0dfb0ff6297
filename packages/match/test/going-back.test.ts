import { arcanor, isaac, masker } from '@tablier/games';
import { createMatch, lastTurnOf, type MatchState, project, undoTo } from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, afterRandomMoves, newMatch, refusal } from './helpers.ts';

const BOTH = [0, 1];
const FIVE_MINUTES = { system: 'sudden-death', base: 300 } as const;
const view = (state: MatchState) => project(state, 'spectator');

/** A match whose seat to move has made the first of several steps of its turn. */
function withinTurn(): MatchState {
  let state = newMatch(masker, { takeBack: 'never' });
  for (let made = 0; made < 200; made++) {
    state = afterRandomMoves(state, 1);
    const last = state.moves.at(-1);
    if (last?.seat === state.position.turn && last.turnIndex === state.position.turnIndex) return state;
  }
  throw new Error('no turn of several steps');
}

describe('the last turn of a player', () => {
  test('is the last of the given seats, the player who has moved since', () => {
    const state = afterRandomMoves(newMatch(isaac, { takeBack: 'free' }), 4);
    const [mover, other] = [state.moves[3]?.seat ?? 0, state.moves[2]?.seat ?? 0];
    expect(lastTurnOf(view(state), BOTH, 'free')).toEqual({ to: 3, revealed: false });
    expect(lastTurnOf(view(state), [mover], 'asked')).toEqual({ to: 3, revealed: false });
    expect(lastTurnOf(view(state), [other], 'asked')).toEqual({ to: 2, revealed: false });
  });

  test('begins with its first step', () => {
    const state = withinTurn();
    const { seat = 0, turnIndex } = state.moves.at(-1) ?? {};
    const first = state.moves.findIndex((made) => made.seat === seat && made.turnIndex === turnIndex);
    expect(lastTurnOf(view(state), [seat], 'asked')?.to).toBe(first);
  });

  test('is none before the first move, under the policy `never`, and after a resignation', () => {
    const start = newMatch(isaac, { takeBack: 'free' });
    expect(lastTurnOf(view(start), BOTH, 'free')).toBeNull();
    const moved = afterRandomMoves(start, 2);
    expect(lastTurnOf(view(moved), BOTH, 'never')).toBeNull();
    expect(lastTurnOf(view(after(moved, { kind: 'resign', seat: 0 })), BOTH, 'free')).toBeNull();
  });

  test('can be taken back after an end by the rules under the policy `free`, and without a clock, only', () => {
    let state = newMatch(isaac, { takeBack: 'free' });
    while (state.end === null) state = afterRandomMoves(state, 1);
    const ended = view(state);
    expect(lastTurnOf(ended, BOTH, 'free')).not.toBeNull();
    expect(lastTurnOf(ended, BOTH, 'asked')).toBeNull();
    const timed = createMatch(isaac, state.setup, { takeBack: 'free', clock: FIVE_MINUTES });
    expect(lastTurnOf({ ...ended, clock: project(timed, 0).clock }, BOTH, 'free')).toBeNull();
  });

  test('is marked where something hidden was revealed since, as the match refuses it', () => {
    let state = newMatch(arcanor, { options: { table: 'memory' }, takeBack: 'free' });
    while (!state.moves.at(-1)?.revealed) state = afterRandomMoves(state, 1);
    const { seat = 0 } = state.moves.at(-1) ?? {};
    const back = lastTurnOf(view(state), [seat], 'free');
    expect(back?.revealed).toBe(true);
    expect(refusal(state, { kind: 'take-back', seat, to: back?.to ?? -1 })).toBe('already-revealed');
    expect(undoTo(view(state), [seat], 'free')).toBeNull();
  });
});

describe('the last step of all', () => {
  test('is undone within an unfinished turn under every policy, as the match allows', () => {
    const state = withinTurn();
    const { seat = 0 } = state.moves.at(-1) ?? {};
    const to = undoTo(view(state), [seat], 'never');
    expect(to).toBe(state.moves.length - 1);
    expect(refusal(state, { kind: 'take-back', seat, to: to ?? -1 })).toBeNull();
    expect(undoTo(view(state), [1 - seat], 'free')).toBeNull();
  });

  test('of a finished turn is undone under the policy `free` only', () => {
    const state = afterRandomMoves(newMatch(isaac, { takeBack: 'free' }), 3);
    const { seat = 0 } = state.moves.at(-1) ?? {};
    expect(state.position.turn).not.toBe(seat);
    expect(undoTo(view(state), [seat], 'free')).toBe(2);
    expect(undoTo(view(state), [seat], 'asked')).toBeNull();
    expect(undoTo(view(after(state, { kind: 'resign', seat: 0 })), BOTH, 'free')).toBeNull();
  });
});
