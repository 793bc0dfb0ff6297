import { replay } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { type Command, type MatchState, project, recordOf } from '@tablier/match';
import { describe, expect, test } from 'vitest';
import { after, afterRandomMoves, newMatch, refusal } from './helpers.ts';

const offer = (seat: number): Command => ({ kind: 'offer-draw', seat });
const accept = (seat: number): Command => ({ kind: 'answer-draw', seat, accept: true });
const decline = (seat: number): Command => ({ kind: 'answer-draw', seat, accept: false });

const withDraws = games.filter(({ canDraw }) => canDraw);
const withoutDraws = games.filter(({ canDraw }) => !canDraw);

test('the catalogue has games with draws by agreement and games without', () => {
  expect(withDraws.length).toBeGreaterThan(0);
  expect(withoutDraws.length).toBeGreaterThan(0);
});

describe.each(withDraws)('a draw by agreement in $id', (game) => {
  const running = (): MatchState => afterRandomMoves(newMatch(game), 4);

  test('one offer leaves the match open, and both players see it', () => {
    const offered = after(running(), offer(0));
    expect(offered.end).toBeNull();
    for (const viewer of [0, 1, 'spectator'] as const) expect(project(offered, viewer).drawAgreed).toEqual([0]);
  });

  test('the player who made an offer can neither answer nor repeat it', () => {
    const offered = after(running(), offer(1));
    expect(refusal(offered, accept(1))).toBe('no-offer');
    expect(refusal(offered, decline(1))).toBe('no-offer');
    expect(refusal(offered, offer(1))).toBe('already-offered');
  });

  test('an answer without an offer is refused', () => {
    expect(refusal(running(), accept(0))).toBe('no-offer');
    expect(refusal(running(), decline(0))).toBe('no-offer');
  });

  test.each([
    ['an answer', accept(0)],
    ['an offer of their own', offer(0)],
  ])('the opponent agrees by %s: both share the first place, and the record replays', (_, answer) => {
    const drawn = after(running(), offer(1), answer);
    expect(drawn.end).toMatchObject({ by: 'agreement', places: [1, 1] });
    expect(refusal(drawn, offer(0))).toBe('match-over');
    expect(replay(findGame, recordOf(drawn)).ok).toBe(true);
  });

  test('a declined offer is gone', () => {
    const declined = after(running(), offer(0), decline(1));
    expect(declined.end).toBeNull();
    expect(project(declined, 1).drawAgreed).toEqual([]);
    expect(refusal(declined, accept(1))).toBe('no-offer');
  });

  test('a move by the opponent declines the offer; a move by the player who made it keeps it', () => {
    const state = running();
    const mover = state.position.turn;
    expect(afterRandomMoves(after(state, offer(1 - mover)), 1).drawAgreed).toEqual([]);
    expect(afterRandomMoves(after(state, offer(mover)), 1).drawAgreed).toEqual([mover]);
  });

  test('taking back a move withdraws every offer', () => {
    const state = afterRandomMoves(newMatch(game, { takeBack: 'free', ...openTable(game.options) }), 3);
    const offered = after(state, offer(0));
    expect(after(offered, { kind: 'take-back', seat: 1, to: 2 }).drawAgreed).toEqual([]);
  });
});

test.each(withoutDraws)('$id knows no draw by agreement: an offer is refused', (game) => {
  expect(refusal(newMatch(game), offer(0))).toBe('no-draws');
});

/** The options with which nothing is hidden, so that every move can be taken back. */
const openTable = (options: object): { options?: Record<string, string> } =>
  'table' in options ? { options: { table: 'open' } } : {};
