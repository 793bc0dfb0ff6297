import { describe, expect, it } from 'vitest';
import { fittingLevel, type Level, type LevelGame, risenTo } from '../src/index.ts';

const game = (level: Level, result: number, pace: number | null = null): LevelGame => ({ level, result, pace });
const repeated = (each: LevelGame, times: number): LevelGame[] => Array.from({ length: times }, () => each);

describe('My level', () => {
  it('begins below the middle, and rises and falls with the results', () => {
    expect(fittingLevel([])).toBe(2);
    expect(fittingLevel([game(2, 1)])).toBe(4);
    expect(fittingLevel([game(2, 1), game(4, 1)])).toBe(6);
    expect(fittingLevel(repeated(game(2, 0), 3))).toBe(1);
    expect(fittingLevel(repeated(game(8, 1), 9))).toBe(8);
  });

  it('takes a quick win for more than one with effort, and a hasty defeat for less than one after long thought', () => {
    const before = repeated(game(6, 1, 5_000), 3).flatMap((won) => [won, game(6, 0, 5_000)]);
    const after = (result: number, pace: number) =>
      ([4, 5, 6] as const).map((level) => fittingLevel([...before, game(level, result, pace)]));
    expect([after(1, 300), after(1, 60_000)]).toEqual([
      [6, 7, 7],
      [6, 6, 6],
    ]);
    expect([after(0, 300), after(0, 60_000)]).toEqual([
      [3, 4, 4],
      [3, 3, 4],
    ]);
  });

  it('tells of a rise after a win only, names the level, and tells it once', () => {
    const steady = Array.from({ length: 14 }, (_, index) => game(2, index % 2));
    expect(risenTo(steady)).toBeNull();
    const risen: (Level | null)[] = [];
    const games = [...steady];
    for (let index = 0; index < 16; index++) {
      games.push(game(fittingLevel(games), index % 4 === 3 ? 0 : 1));
      risen.push(risenTo(games));
      if (games.at(-1)?.result === 0) expect(risen.at(-1)).toBeNull();
    }
    const told = risen.filter((level) => level !== null);
    expect(told.length).toBeGreaterThan(0);
    expect(told).toEqual([...new Set(told)].sort((one, other) => one - other));
    expect(risenTo(repeated(game(3, 0), 30))).toBeNull();
  });
});
