import '../../english.ts';
import { defaultOptions, type Game, type Options, type Position, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { BoxGeometry, Group, Mesh, type Object3D, Raycaster, Vector3 } from 'three';
import { beforeAll, describe, expect, it } from 'vitest';
import { geometryOf } from '../../../src/board/board3d/geometry.ts';
import { pickedBy, targetSheets } from '../../../src/board/board3d/pointer.ts';
import { type Placed, placedSolids, RIM_UP } from '../../../src/board/board3d/space.ts';
import { loadedBoard, loadModule } from '../../../src/games/boards.ts';
import { models as arcanor } from '../../../src/games/arcanor/models.ts';
import { models as isaac } from '../../../src/games/isaac/models.ts';
import { models as masker } from '../../../src/games/masker/models.ts';
import { models as nasca } from '../../../src/games/nasca/models.ts';
import type { Models } from '../../../src/board/scene/models.ts';
import type { Scene, Solid } from '../../../src/board/scene/scene.ts';
import { boardState } from '../../games/board-tools.ts';

const MODELS: Readonly<Record<string, Models>> = { arcanor, isaac, masker, nasca };

/** Random positions: every tenth one of a game, with its first and last. */
function positionsOf(game: Game, options: Options): Position[] {
  const rng = new SeededRng(`space of ${game.id}`);
  const players = game.players[0] ?? 2;
  const position = game.start({ options, players, deal: game.deals.draw(options, players, rng) });
  const all: Position[] = [];
  while (position.turn >= 0 && all.length < 120) {
    all.push(position.clone());
    position.play(position.randomMove(rng));
  }
  return [...all.filter((_, ply) => ply % 10 === 0), position];
}

const VARIANTS = games.flatMap((game) => {
  const usual = { name: game.id, game, options: defaultOptions(game.options) };
  const other = (name: string, options: Options) => ({
    name: `${game.id}, ${name}`,
    game,
    options: { ...usual.options, ...options },
  });
  if (game.id === 'masker') return [usual, other('tower', { board: 'tower' })];
  return game.id === 'arcanor' ? [usual, other('open', { table: 'open' })] : [usual];
});

/** The solids as the stage hangs them into space, without woods. */
function meshesOf(scene: Scene, placed: readonly Placed[]): Group {
  const group = new Group();
  for (const { at, parts } of placed)
    for (const part of parts) {
      if (part.kind === 'print') continue;
      const mesh = new Mesh(geometryOf(part));
      const { x, y } = (part.kind === 'turned' ? part.at : undefined) ?? { x: 0, y: 0 };
      mesh.position.set(at.x + x - scene.width / 2, at.z, at.y + y - scene.height / 2);
      group.add(mesh);
    }
  group.updateMatrixWorld(true);
  return group;
}

function pickFrom(scene: Scene, objects: readonly Object3D[], at: Vector3, eye: Vector3) {
  const ray = new Raycaster(eye, at.clone().sub(eye).normalize());
  return pickedBy(ray, objects, scene)?.id ?? null;
}

describe.each(VARIANTS)('the scene of $name in space', ({ game, options }) => {
  const models = MODELS[game.id];
  const scenes = (): Scene[] =>
    positionsOf(game, options).map((position) => {
      const board = loadedBoard(game.id);
      return board.scene(boardState(game, board, position));
    });

  beforeAll(() => loadModule(game.id));

  it('has a model for each shape, so that no piece is a plain block', () => {
    for (const { solids } of scenes())
      for (const { shape } of solids)
        if (shape !== 'counter') expect(Object.keys(models?.shapes ?? {}), shape).toContain(shape.split('/')[1]);
  });

  it('has one sheet for each target, at the same place as the flat board', () => {
    for (const scene of scenes()) {
      const sheets = targetSheets(scene);
      expect(sheets.map(({ userData }) => userData['target'] as unknown)).toEqual(scene.targets.map(({ id }) => id));
      for (const [at, { x, y, width, depth }] of scene.targets.entries()) {
        const sheet = sheets[at];
        expect([sheet?.position.x, sheet?.position.z]).toEqual([x - scene.width / 2, y - scene.height / 2]);
        sheet?.geometry.computeBoundingBox();
        const size = sheet?.geometry.boundingBox?.getSize(new Vector3());
        expect(size?.x).toBeCloseTo(width);
        expect(size?.z).toBeCloseTo(depth);
      }
    }
  });

  it('is picked as it is seen: from above every target, and nothing next to the field', () => {
    for (const scene of scenes()) {
      const placed = placedSolids(scene, models ?? { thickness: 1, shapes: {} });
      const objects = [meshesOf(scene, placed), ...targetSheets(scene)];
      for (const { id, x, y } of scene.targets) {
        const at = new Vector3(x - scene.width / 2, 0, y - scene.height / 2);
        expect(pickFrom(scene, objects, at, at.clone().setY(30)), id).toBe(id);
      }
      const corner = new Vector3(0.05 - scene.width / 2, 0, 0.05 - scene.height / 2);
      expect(pickFrom(scene, objects, corner, corner.clone().setY(30))).toBeNull();
    }
  });

  it('has every piece on the board, on the rim, or on another piece, and none inside another', () => {
    for (const scene of scenes()) {
      const placed = placedSolids(scene, models ?? { thickness: 1, shapes: {} });
      for (const one of placed) {
        expect(one.at.z, one.solid.id).toBeGreaterThanOrEqual(0);
        for (const other of placed)
          if (one !== other && game.id !== 'arcanor' && overlap(one, other))
            expect(Math.abs(one.at.z - other.at.z), `${one.solid.id} and ${other.solid.id}`).toBeGreaterThan(0.1);
      }
    }
  });
});

function overlap(one: Placed, other: Placed): boolean {
  if ([one, other].some(({ solid }) => solid.shape === 'counter' || solid.look === 'hollow')) return false;
  const across = (one.solid.width + other.solid.width) / 2 - Math.abs(one.at.x - other.at.x);
  const along = (one.solid.depth + other.solid.depth) / 2 - Math.abs(one.at.y - other.at.y);
  return across > 0.2 && along > 0.2;
}

describe('a ray', () => {
  const target = { id: 'a1', name: 'a1', enabled: true, x: 1.5, y: 1.5, width: 1, depth: 1 };
  const behind = { ...target, id: 'a2', y: 0.5 };
  const scene: Scene = {
    width: 3,
    height: 3,
    grid: { x: 0, y: 0, columns: 3, rows: 3 },
    labels: [],
    marks: [],
    solids: [],
    targets: [target, behind],
  };

  it('meets the side of a piece before the ground behind it', () => {
    const eye = new Vector3(0, 1, 8);
    const ground = new Vector3(0, 0, -1);
    expect(pickFrom(scene, targetSheets(scene), ground, eye)).toBe('a2');
    const piece = new Mesh(new BoxGeometry(0.9, 1, 0.9));
    piece.position.set(0, 0.5, 0);
    piece.updateMatrixWorld();
    expect(pickFrom(scene, [piece, ...targetSheets(scene)], ground, eye)).toBe('a1');
  });

  it('passes below a bridge', () => {
    const bridge = new Mesh(new BoxGeometry(3, 0.34, 0.9));
    bridge.position.set(0, 0.34 + 0.17, 0);
    bridge.updateMatrixWorld();
    const eye = new Vector3(0, 0.3, 8);
    expect(pickFrom(scene, [bridge, ...targetSheets(scene)], new Vector3(0, 0, -1), eye)).toBe('a2');
  });
});

describe('places in space', () => {
  const base: Scene = {
    width: 8,
    height: 8,
    grid: { x: 1, y: 1, columns: 6, rows: 6 },
    labels: [],
    marks: [],
    solids: [],
    targets: [],
  };
  const bar: Solid = { id: 'bar', shape: 'isaac/bar', tone: 'seat0', x: 3, y: 3, width: 3, depth: 1, marking: '1' };

  it('put a counter on the bar below it, and on the rim beyond the field', () => {
    const counter: Solid = { id: 'counter0', shape: 'counter', tone: 'seat0', x: 3, y: 3, width: 0.72, depth: 0.72 };
    const beyond = { ...counter, id: 'counter1', x: 7.5, y: 0.5 };
    const placed = placedSolids({ ...base, solids: [counter, beyond, bar] }, isaac);
    const heights = Object.fromEntries(placed.map(({ solid, at }) => [solid.id, at.z]));
    expect(heights['counter0']).toBeCloseTo(0.372);
    expect(heights['counter1']).toBe(RIM_UP);
  });

  it('leave air below a bridge: it rests a level up', () => {
    const bridge: Solid = {
      ...bar,
      id: 'bridge',
      shape: 'nasca/beam',
      level: 2,
      air: [0, 2, 0],
      raised: { dx: 0, dy: 0, up: 2 },
    };
    const [placed] = placedSolids({ ...base, solids: [bridge] }, nasca);
    expect(placed?.at.z).toBeCloseTo(2 * nasca.thickness);
    expect(placed?.height).toBeCloseTo(nasca.thickness, 1);
  });

  it('nest the pieces of Arcanor: each fits below the next larger one', () => {
    const sizes = [0.89, 0.7, 0.52, 0.36];
    const cups = sizes.map((width, at): Solid => ({
      ...bar,
      id: `cup${at}`,
      shape: 'arcanor/turned',
      width,
      depth: width,
      inside: at < 3 ? ['light'] : [],
    }));
    const placed = placedSolids({ ...base, solids: cups }, arcanor);
    for (const [at, { parts, height }] of placed.entries()) {
      const [shell] = parts;
      const next = placed[at + 1];
      if (shell?.kind !== 'turned' || next === undefined) continue;
      const room = Math.min(...shell.profile.filter(({ z }) => z === 0).map(({ r }) => r));
      const lid = Math.min(...shell.profile.filter(({ z }) => z > height / 2).map(({ z }) => z));
      expect(next.solid.width / 2 - 0.01).toBeLessThan(room);
      expect(next.height).toBeLessThan(height - 0.05);
      expect(lid).toBeGreaterThan(0);
    }
  });
});
