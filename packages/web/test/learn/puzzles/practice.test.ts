import { afterEach, describe, expect, it } from 'vitest';
import { closeBrowser, openBrowser } from '../../browser.ts';

afterEach(closeBrowser);

const KEY = 'tablier.practice';

/** The solver of a browser that has stored this. */
async function solverOf(stored?: object) {
  const { storage } = openBrowser({ stored: stored === undefined ? {} : { [KEY]: stored } });
  const { solver } = await import('../../../src/learn/puzzles/practice.svelte.ts');
  return { solver, stored: () => JSON.parse(storage.get(KEY) ?? '{}') as object };
}

describe('the rating of a solver', () => {
  it('follows the first tries by Elo, and counts no puzzle twice', async () => {
    const { solver, stored } = await solverOf();
    expect(solver.tried('isaac', { id: 'a', level: 2 }, true)).toBe(20);
    expect(solver.tried('isaac', { id: 'a', level: 2 }, false)).toBeNull();
    expect(solver.tried('nasca', { id: 'a', level: 8 }, true)).toBeGreaterThan(35);
    expect(solver.known.streak).toBe(2);
    const before = solver.known.rating;
    expect(solver.tried('nasca', { id: 'b', level: 1 }, false)).toBeLessThan(-25);
    expect([solver.known.streak, solver.known.longest, solver.known.results]).toEqual([0, 2, 3]);
    expect(stored()).toMatchObject({ rating: solver.known.rating, tried: { isaac: ['a'], nasca: ['a', 'b'] } });
    expect(before - solver.known.rating).toBeGreaterThan(25);
  });

  it('continues from what is stored, and reads past what is damaged', async () => {
    const kept = await solverOf({
      rating: 1400,
      results: 50,
      streak: 3,
      longest: 9,
      runs: { isaac: 4 },
      tried: { isaac: ['a'] },
    });
    expect(kept.solver.tried('isaac', { id: 'a', level: 1 }, true)).toBeNull();
    expect(kept.solver.tried('isaac', { id: 'b', level: 4 }, true)).toBe(7);
    kept.solver.ran('isaac', 2);
    expect(kept.solver.bestRun('isaac')).toBe(4);
    kept.solver.ran('isaac', 7);
    expect(kept.solver.bestRun('isaac')).toBe(7);
    closeBrowser();
    const { solver } = await solverOf({ rating: 'high', results: -1, runs: 7, tried: { isaac: 'a' } });
    expect([solver.known.rating, solver.known.results, solver.bestRun('isaac')]).toEqual([1000, 0, 0]);
    expect(solver.tried('isaac', { id: 'a', level: 2 }, true)).toBe(20);
  });
});

describe('a timed run', () => {
  it('goes from easy to hard, and ends with the third mistake', async () => {
    await solverOf();
    const { MISTAKES, RUN_MS, runs } = await import('../../../src/learn/puzzles/practice.svelte.ts');
    const { loadPuzzles } = await import('../../../src/learn/puzzles/puzzle-list.ts');
    const puzzles = await loadPuzzles('isaac');
    const first = runs.start('isaac', puzzles, 1000);
    const run = runs.of('isaac');
    if (run === null || first === null) throw new Error('no run');
    expect([run.endsAt, runs.of('nasca')]).toEqual([1000 + RUN_MS, null]);
    const numbers = [first];
    for (let number = run.next(); number !== null; number = run.next()) numbers.push(number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual(puzzles.map((_, index) => index + 1));
    const levels = numbers.map((number) => puzzles[number - 1]?.puzzle.level ?? 0);
    expect(levels).toEqual(levels.toSorted((one, other) => one - other));
    runs.start('isaac', puzzles, 1000);
    const next = runs.of('isaac');
    next?.record(true);
    for (let mistake = 1; mistake < MISTAKES; mistake++) next?.record(false);
    expect(next?.isOver).toBe(false);
    next?.record(false);
    next?.record(true);
    expect([next?.isOver, next?.solved, runs.of('isaac')]).toEqual([true, 1, null]);
    const { solver } = await import('../../../src/learn/puzzles/practice.svelte.ts');
    expect(solver.bestRun('isaac')).toBe(1);
  });
});

describe('themes', () => {
  it.each(['isaac', 'nasca', 'masker', 'arcanor'])(
    'every puzzle of %s has one, and no theme has all of them',
    async (game) => {
      await solverOf();
      const { loadPuzzles } = await import('../../../src/learn/puzzles/puzzle-list.ts');
      const { themesOf } = await import('../../../src/learn/puzzles/puzzle-coach.ts');
      const puzzles = await loadPuzzles(game);
      const themes = await themesOf(game, puzzles);
      expect([...themes.keys()]).toEqual(puzzles.map(({ puzzle }) => puzzle.id));
      const counts = Map.groupBy(themes.values(), (theme) => theme);
      expect(counts.size).toBeGreaterThan(1);
      expect(Math.max(...[...counts.values()].map(({ length }) => length))).toBeLessThan(0.9 * puzzles.length);
    },
  );
});
