import { describe, expect, it } from 'vitest';
import { edgesOf, middleOf, squaresOf } from '../../../src/board/scene/scene.ts';

const at = (x: number, y: number) => ({ x, y });
const count = (path: string): number => path.match(/M/g)?.length ?? 0;

describe('an area', () => {
  it('has a square for each cell, and edges only where another cell begins', () => {
    expect(count(squaresOf([at(1, 1), at(2, 1)]))).toBe(2);
    expect(count(edgesOf([at(1, 1)]))).toBe(4);
    expect(count(edgesOf([at(1, 1), at(2, 1)]))).toBe(6);
    expect(count(edgesOf([at(1, 1), at(2, 2)]))).toBe(8);
    const ring = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => at(x, y))).filter(({ x, y }) => x !== 1 || y !== 1);
    expect(count(edgesOf(ring))).toBe(16);
  });

  it('has its text in one of its own cells, the nearest to the middle', () => {
    expect(middleOf([at(1, 1), at(2, 1), at(3, 1)])).toEqual(at(2, 1));
    const corner = [at(1, 1), at(1, 2), at(1, 3), at(2, 3), at(3, 3)];
    expect(corner).toContainEqual(middleOf(corner));
  });
});
