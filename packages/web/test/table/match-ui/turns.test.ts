import { describe, expect, it } from 'vitest';
import { isaac } from '@tablier/games/isaac';
import {
  groupTurns,
  lastGains,
  pairsOf,
  replayedScores,
  scoredTurns,
  type ShownTurn,
  stepsOf,
  stepText,
  turnsUpTo,
  withGains,
} from '../../../src/table/match-ui/turns.ts';

const turn = (number: number, seat: number): ShownTurn => ({ number, seat, texts: ['a'], ply: number, passed: [] });

describe('two columns of turns', () => {
  it('have one turn of each player in a row, with its number at the first', () => {
    expect(pairsOf([turn(1, 0), turn(2, 1), turn(3, 0)])).toEqual([
      { row: 1, number: 1, column: 1 },
      { row: 1, number: null, column: 2 },
      { row: 2, number: 2, column: 1 },
    ]);
  });

  it('begin a new row where a player moves again', () => {
    expect(pairsOf([turn(1, 0), turn(2, 0), turn(3, 1), turn(4, 1)]).map(({ row }) => row)).toEqual([1, 2, 2, 3]);
  });

  it('begin a new row with a new part of the game', () => {
    const pairs = pairsOf([turn(1, 0), turn(2, 1)], [null, { title: 'Scoring', countsAnew: false }]);
    expect(pairs.map(({ row }) => row)).toEqual([1, 2]);
  });

  it('are counted from 1 again where a part says so, with one number for a turn of each from the player who begins it', () => {
    const turns = [turn(1, 0), turn(2, 1), turn(3, 1), turn(4, 0), turn(5, 1), turn(6, 1)];
    const pairs = pairsOf(turns, [null, null, { title: 'Round 2', countsAnew: true }]);
    expect(pairs.map(({ number }) => number)).toEqual([1, null, 1, null, 2, 3]);
    expect(pairs.map(({ row }) => row)).toEqual([1, 1, 2, 2, 3, 4]);
    expect(pairs.map(({ column }) => column)).toEqual([1, 2, 1, 2, 1, 1]);
  });

  it('count on where earlier turns are not shown', () => {
    expect(pairsOf([turn(7, 0), turn(8, 1)])[0]?.number).toBe(4);
  });
});

describe('moves in texts', () => {
  const numbers = (listed: Parameters<typeof stepsOf>[0]) => [...stepsOf(listed).values()].map(({ number }) => number);

  it('have the numbers of the two columns, for each step of a turn', () => {
    const turns = [turn(1, 0), { ...turn(2, 1), texts: ['b', 'c'], ply: 3 }, { ...turn(3, 0), ply: 4 }];
    const steps = stepsOf({ turns, players: 2, chapters: [] });
    expect([1, 2, 3, 4].map((ply) => stepText(steps.get(ply)))).toEqual(['1. a', '1… b', '1… c', '2. a']);
  });

  it('are counted from 1 again with a part of the game, and name it', () => {
    const chapters = [null, null, { title: 'Round 2', countsAnew: true }, null];
    const listed = { turns: [turn(1, 0), turn(2, 1), turn(3, 1), turn(4, 0)], players: 2, chapters };
    expect(numbers(listed)).toEqual(['1.', '1…', '1.', '1…']);
    expect([...stepsOf(listed).values()].map(({ part }) => part)).toEqual([null, null, 'Round 2', 'Round 2']);
  });

  it('have a number for each turn of more players', () => {
    expect(numbers({ turns: [turn(1, 0), turn(2, 1), turn(3, 2)], players: 3, chapters: [] })).toEqual([
      '1.',
      '2.',
      '3.',
    ]);
  });
});

describe('the points of a turn', () => {
  it('stay next to those of each player until their next turn', () => {
    const turns = [{ ...turn(1, 0), gain: 5 }, { ...turn(2, 1), gain: 3 }, turn(3, 0)];
    expect(lastGains(turns.slice(0, 1), 2)).toEqual([5, null]);
    expect(lastGains(turns.slice(0, 2), 2)).toEqual([5, 3]);
    expect(lastGains(turns, 2)).toEqual([null, 3]);
  });

  it('are given to a board with the moves', () => {
    const turns = [{ ...turn(1, 0), texts: ['20-24'], gain: 5 }];
    expect(scoredTurns(isaac, turns)).toEqual([{ seat: 0, moves: [isaac.parseMove('20-24')], gain: 5 }]);
  });

  it('are those that its player gained in it', () => {
    const scores = [
      [0, 0],
      [0, 0],
      [5, 0],
      [5, 3],
    ];
    const turns = [turn(1, 0), turn(2, 0), turn(3, 1)];
    expect(withGains(turns, (ply) => scores[ply] ?? []).map(({ gain }) => gain)).toEqual([undefined, 5, 3]);
  });

  it('are found by replaying the moves', () => {
    const moves = ['00-06', '70-76'].map((text, index) => ({
      ply: index + 1,
      seat: index,
      turnIndex: index,
      text,
      passed: [],
    }));
    const options = { scoringStarts: 'placer', counter: 'exact' };
    const scores = replayedScores(isaac, { options, players: 2 }, moves);
    expect([scores(0), scores(2), scores(3)]).toEqual([[0, 0], [0, 0], []]);
    expect(withGains(groupTurns(moves), scores).map(({ gain }) => gain)).toEqual([undefined, undefined]);
  });
});

describe('the turns of the first plies', () => {
  const whole = [
    { ...turn(1, 0), texts: ['a', 'b'], ply: 2, gain: 4 },
    { ...turn(2, 1), texts: ['c', 'd', 'e'], ply: 5, gain: 6, passed: [0] },
  ];

  it('end in the middle of a turn, without its points and its passes', () => {
    expect(turnsUpTo(whole, 4)).toEqual([whole[0], { number: 2, seat: 1, texts: ['c', 'd'], ply: 4, passed: [] }]);
  });
  it('are whole at the end of a turn', () => {
    expect(turnsUpTo(whole, 2)).toEqual(whole.slice(0, 1));
    expect(turnsUpTo(whole, 5)).toEqual(whole);
    expect(turnsUpTo(whole, 0)).toEqual([]);
  });
});
