import { statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cutBox, cutOf } from '../../../src/board/scene/shapes.ts';
import { framed, type Scene } from '../../../src/board/scene/scene.ts';

const WOODS = ['maple', 'rosewood', 'field', 'paint'];

describe('a framed scene', () => {
  it('has no coordinates and nothing that lies on its rim', () => {
    const solid = { id: 'in', shape: 'counter', tone: 'dark', x: 1.5, y: 2.5, width: 1, depth: 1 } as const;
    const scene: Scene = {
      wood: 'teak',
      width: 4,
      height: 6,
      grid: { x: 1, y: 2, columns: 2, rows: 2 },
      labels: [{ x: 0.5, y: 0.5, text: 'a', role: 'near' }],
      marks: [],
      solids: [solid, { ...solid, id: 'out', y: 5 }],
      targets: [],
      areas: [{ id: 'own', role: 'seat0', cells: [{ x: 1.5, y: 2.5 }], text: '1' }],
      chips: [{ id: 'gain', x: 1, y: 2, text: '+4' }],
    };
    const { width, height, solids, labels, wood, areas, chips } = framed(scene, 0.5);
    expect([width, height, labels, wood, chips]).toEqual([3, 3, [], 'teak', undefined]);
    expect(areas).toEqual([{ id: 'own', role: 'seat0', cells: [{ x: 1, y: 1 }], text: '1' }]);
    expect(solids).toEqual([{ ...solid, x: 1, y: 1 }]);
  });
});

describe('wood', () => {
  it.each(WOODS)('the tile of %s is small enough', (name) => {
    expect(statSync(new URL(`../../../src/board/scene/wood/${name}.webp`, import.meta.url)).size).toBeLessThanOrEqual(
      12 * 1024,
    );
  });

  it('is cut at another place for each piece, and always at the same place for one piece', () => {
    const cuts = Array.from({ length: 30 }, (_, index) => cutOf(`piece${index}`));
    expect(new Set(cuts.map(({ x, y }) => `${x} ${y}`)).size).toBe(30);
    expect(cutOf('piece7')).toEqual(cuts[7]);
    for (const { x, y } of cuts) expect([x >= 0 && x < 8, y >= 0 && y <= 3]).toEqual([true, true]);
  });

  it('has its grain along the piece, which does not move', () => {
    const { x: right, y: down } = cutOf('a');
    const lying = cutBox('a', { x: -2, y: -0.5, width: 4, depth: 1 });
    expect([lying.x + right, lying.y + down, lying.width, lying.height]).toEqual([-2, -0.5, 4, 1]);
    const upright = cutBox('a', { x: -0.5, y: -2, width: 1, depth: 4 });
    expect(upright.transform).toMatch(/^rotate\(90\)/);
    expect([upright.width, upright.height]).toEqual([4, 1]);
    // Turned by a quarter, (x, y) is drawn at (-y, x).
    expect(-(upright.y + down) - upright.height).toBeCloseTo(-0.5);
    expect(upright.x + right).toBeCloseTo(-2);
  });
});
