import { describe, expect, test } from 'vitest';
import { defineStateGame, legalMovesOf, legalMoveTexts, NOBODY, SeededRng } from '../src/index.ts';

/** Each of two or three seats takes one or two of some sticks; the taker of the last one wins. A seat that takes one moves again. */
const sticks = defineStateGame({
  ...{ id: 'sticks', name: 'Sticks', author: 'unknown', year: 1900, rulesVersion: 1 },
  players: [2, 3],
  options: { sticks: { values: [3, 5], default: 5 } },
  moves: ['one', 'two'],
  start: ({ options, players }) => ({ turn: 0, left: Number(options['sticks']), seats: players }),
  legal: ({ left }) => ['one', 'two'].slice(0, left),
  play({ turn, left: before, seats }, move) {
    const left = before - (move === 'one' ? 1 : 2);
    const next = { turn: move === 'one' ? turn : (turn + 1) % seats, left, seats };
    return left > 0 ? next : { ...next, scores: Array.from({ length: seats }, (_, seat) => Number(seat === turn)) };
  },
});
const begun = (players = 2) => sticks.start({ options: { sticks: 5 }, players, deal: null });
const played = (texts: readonly string[], players = 2) => {
  const position = begun(players);
  for (const text of texts) position.play(sticks.parseMove(text) ?? -1);
  return position;
};

describe('a game of states', () => {
  test('begins as its setup says, and has the moves of its state', () => {
    expect(sticks.start({ options: { sticks: 3 }, players: 2, deal: null }).view.left).toBe(3);
    expect(legalMoveTexts(sticks, begun())).toEqual(['one', 'two']);
    expect(legalMoveTexts(sticks, played(['two', 'two']))).toEqual(['one']);
    expect(begun().countMoves()).toBe(2);
  });

  test('counts a turn of several moves once, and those of three seats', () => {
    const position = played(['one', 'one', 'two'], 3);
    expect([position.turn, position.turnIndex]).toEqual([1, 1]);
  });

  test('ends with its scores', () => {
    const position = played(['two', 'two', 'one']);
    expect([position.turn, position.turnIndex, legalMovesOf(sticks, position).length]).toEqual([NOBODY, 3, 0]);
    expect(position.outcome()).toEqual({ scores: [1, 0], places: [1, 2] });
    expect(begun().outcome()).toEqual({ scores: [0, 0], places: [1, 1] });
  });

  test('a view is read as the position that it shows, also into another one', () => {
    for (const texts of [[], ['two'], ['one', 'two'], ['two', 'two', 'one']]) {
      const view = sticks.view(played(texts), 'spectator');
      const into = begun();
      expect(sticks.secrets.sample(view, new SeededRng(1), into)).toBe(into);
      for (const read of [into, sticks.secrets.sample(view, new SeededRng(1))]) {
        expect(sticks.view(read, 'spectator')).toEqual(view);
        expect(legalMoveTexts(sticks, read)).toEqual(legalMoveTexts(sticks, played(texts)));
      }
    }
  });

  test('a clone goes on alone', () => {
    const position = begun();
    position.clone().play(1);
    expect(position.view.left).toBe(5);
  });
});
