import { arcanor, isaac } from '@tablier/games';
import { type Command, type MatchState, project } from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, afterRandomMoves, newMatch, refusal } from './helpers.ts';

const takeBack = (seat: number, to: number): Command => ({ kind: 'take-back', seat, to });
const answer = (seat: number, accept: boolean): Command => ({ kind: 'answer-take-back', seat, accept });

describe('a request to take back', () => {
  const running = (): MatchState => afterRandomMoves(newMatch(isaac, { takeBack: 'asked' }), 4);

  test('is refused while another one is open', () => {
    const asked = after(running(), takeBack(0, 2));
    expect(refusal(asked, takeBack(0, 1))).toBe('already-offered');
    expect(refusal(asked, takeBack(1, 1))).toBe('already-offered');
    expect(project(asked, 'spectator').takeBackAsked).toEqual({ seat: 0, to: 2, agreed: [0] });
  });

  test('is gone when it is declined, and an answer to it is refused', () => {
    const declined = after(running(), takeBack(0, 2), answer(1, false));
    expect(declined.takeBack).toBeNull();
    expect(declined.moves).toHaveLength(4);
    expect(refusal(declined, answer(1, true))).toBe('no-offer');
  });
});

describe('what was revealed cannot be taken back', () => {
  /** A memory table after two moves, none of which uncovers anything. */
  const running = (policy: 'free' | 'asked' = 'free'): MatchState => {
    const start = newMatch(arcanor, { options: { table: 'memory' }, takeBack: policy });
    return slide(slide(start));
  };
  /** Plays the first legal move that reveals nothing. */
  const slide = (state: MatchState): MatchState => {
    const { game, position } = state;
    const quiet = game.choices(game.view(position, 'open')).find((move) => !game.secrets.reveals(position, move));
    if (quiet === undefined) throw new Error('every move reveals something');
    return after(state, { kind: 'move', seat: position.turn, move: game.formatMove(quiet) });
  };
  const peek = (state: MatchState): MatchState => {
    const { game, position } = state;
    const [first] = game.peeks?.list(position) ?? [];
    if (first === undefined) throw new Error('nothing to look at');
    return after(state, { kind: 'peek', seat: position.turn, peek: first });
  };

  test('before a peek every move can be taken back', () => {
    const state = running();
    expect(project(state, 0).takeBackFrom).toBe(0);
    expect(after(state, takeBack(0, 0)).moves).toEqual([]);
  });

  test.each(['free', 'asked'] as const)('a move before a peek stays, whatever is agreed (%s)', (policy) => {
    const peeked = peek(running(policy));
    expect(refusal(peeked, takeBack(0, 1))).toBe('already-revealed');
    expect(project(peeked, 0).takeBackFrom).toBe(2);
  });

  test('a move after a peek can be taken back, to the peek and no further', () => {
    const moved = slide(peek(running()));
    expect(project(moved, 1).takeBackFrom).toBe(2);
    expect(refusal(moved, takeBack(0, 1))).toBe('already-revealed');
    expect(after(moved, takeBack(0, 2)).moves).toHaveLength(2);
  });

  test('all players see the answer to a peek until the next move', () => {
    const peeked = peek(running());
    expect(project(peeked, 'spectator').peeks).toHaveLength(1);
    expect(project(slide(peeked), 'spectator').peeks).toEqual([]);
  });

  test('the last peek counts, not the first', () => {
    const state = peek(slide(peek(running())));
    expect(project(state, 1).takeBackFrom).toBe(3);
  });

  test('a move that reveals something stays', () => {
    const start = newMatch(arcanor, { options: { table: 'memory' }, takeBack: 'free' });
    let state = start;
    while (!state.moves.at(-1)?.revealed) state = afterRandomMoves(state, 1);
    const plies = state.moves.length;
    expect(project(state, 0).takeBackFrom).toBe(plies);
    expect(refusal(state, takeBack(0, plies - 1))).toBe('already-revealed');
  });
});
