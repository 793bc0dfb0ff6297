import './english.ts';
import { type GameRecord, makeSetup } from '@tablier/core';
import { games } from '@tablier/games';
import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inBoxOrder } from '../src/home/boxes.ts';
import { retrace } from '../src/play/retrace.ts';
import { cutBox, cutOf } from '../src/scene/cut.ts';
import { framed } from '../src/scene/framed.ts';
import type { Scene } from '../src/scene/scene.ts';

const pathOf = (path: string): URL => new URL(`../src/${path}`, import.meta.url);
const WOODS = ['maple', 'rosewood', 'field', 'paint'];

describe('the home page', () => {
  it.each(games)('$name: the game that its board replays holds to the rules', (game) => {
    const record = JSON.parse(readFileSync(pathOf(`home/${game.id}.json`), 'utf8')) as GameRecord;
    const setup = makeSetup(game, record);
    if (!setup.ok) throw new Error(setup.error.name);
    expect(record.rules).toBe(game.rulesVersion);
    expect(retrace(game, setup.value, record).moments).toHaveLength(record.moves.length + 1);
  });

  it('puts a game that it does not know last', () => {
    const [first, ...rest] = games;
    if (first === undefined) throw new Error('no games');
    const unknown = { ...first, id: 'other' };
    expect(inBoxOrder([unknown, ...rest]).at(-1)).toBe(unknown);
  });

  it('frames a board without what lies on its rim', () => {
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
    };
    const { width, height, solids, labels, wood } = framed(scene, 0.5);
    expect([width, height, labels, wood]).toEqual([3, 3, [], 'teak']);
    expect(solids).toEqual([{ ...solid, x: 1, y: 1 }]);
  });
});

describe('wood', () => {
  it.each(WOODS)('the tile of %s is small enough', (name) => {
    expect(statSync(pathOf(`scene/wood/${name}.webp`)).size).toBeLessThanOrEqual(12 * 1024);
  });

  it('is cut elsewhere for each piece, and for one piece always at the same place', () => {
    const cuts = Array.from({ length: 30 }, (_, index) => cutOf(`piece${index}`));
    expect(new Set(cuts.map(({ x, y }) => `${x} ${y}`)).size).toBe(30);
    expect(cutOf('piece7')).toEqual(cuts[7]);
    for (const { x, y } of cuts) expect([x >= 0 && x < 8, y >= 0 && y <= 3]).toEqual([true, true]);
  });

  it('has its grain along the piece, which stays where it is', () => {
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
