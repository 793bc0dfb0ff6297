import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import {
  aim,
  type Corners,
  type Extent,
  HOME,
  isHome,
  limited,
  matrixOnto,
  newCamera,
} from '../../../src/board/board3d/camera.ts';

const EXTENT: Extent = { width: 12.5, depth: 11.5, top: 1, bottom: -0.34 };

/** The corners of the board on the ground, in parts of half a picture. */
function cornersSeen(turn: number, tilt: number, aspect: number): Vector3[] {
  const camera = newCamera();
  const size = { width: 300 * aspect, height: 300 };
  aim(camera, limited({ turn, tilt }), EXTENT, { left: 0, top: 0, ...size, whole: size });
  return [-1, 1].flatMap((x) =>
    [-1, 1].map((z) => new Vector3((x * EXTENT.width) / 2, 0, (z * EXTENT.depth) / 2).project(camera)),
  );
}

describe('the view', () => {
  it.each([
    [0, HOME.tilt, 1],
    [1.1, 0.5, 1.09],
    [-1.1, 1.4, 0.7],
    [0.4, 0.9, 1.8],
  ])('shows the whole board and fills the picture, turned by %f at %f in %f', (turn, tilt, aspect) => {
    const seen = cornersSeen(turn, tilt, aspect);
    const reach = Math.max(...seen.flatMap(({ x, y }) => [Math.abs(x), Math.abs(y)]));
    expect(reach).toBeLessThanOrEqual(1);
    expect(reach).toBeGreaterThan(0.85);
  });

  it('stays within its limits, and knows where it began', () => {
    expect(limited({ turn: 9, tilt: -9 })).toEqual({ turn: 1.15, tilt: 0.42 });
    expect(isHome(HOME)).toBe(true);
    expect(isHome(limited({ turn: HOME.turn + 0.2, tilt: HOME.tilt }))).toBe(false);
  });
});

describe('the flat board', () => {
  it('is laid onto the ground of the picture: its corners, and what is between them', () => {
    const corners: Corners = [
      { x: 20, y: 10 },
      { x: 80, y: 12 },
      { x: 100, y: 90 },
      { x: 0, y: 88 },
    ];
    const numbers =
      /\((.*)\)/
        .exec(matrixOnto(200, 100, corners))?.[1]
        ?.split(',')
        .map(Number) ?? [];
    const [a = 0, b = 0, , g = 0, c = 0, d = 0, , h = 0] = numbers;
    const [e = 0, f = 0] = numbers.slice(12);
    const put = (x: number, y: number) => {
      const w = g * x + h * y + 1;
      return { x: Math.round((a * x + c * y + e) / w), y: Math.round((b * x + d * y + f) / w) };
    };
    expect([put(0, 0), put(200, 0), put(200, 100), put(0, 100)]).toEqual(corners);
    // What is far away is smaller: the middle of the board is seen above the middle of the picture.
    expect(put(100, 50).y).toBeLessThan(50);
  });
});
