import { PerspectiveCamera, Vector3 } from 'three';
import type { Point } from '../scene/scene.ts';

/** Where the viewer looks from: angles in radians. */
export interface ViewAngles {
  /** To the right of the player's side of the board. */
  readonly turn: number;
  readonly tilt: number;
}

export const HOME: ViewAngles = { turn: 0, tilt: 1.06 };
const MAX_TURN = 1.15;
const LEAST_TILT = 0.42;
const MAX_TILT = 1.5;
const FIELD_OF_VIEW = 24;
const FILL = 0.97;

/** A view within the limits: the board is never seen from behind or from below. */
export const limited = ({ turn, tilt }: ViewAngles): ViewAngles => ({
  turn: Math.min(MAX_TURN, Math.max(-MAX_TURN, turn)),
  tilt: Math.min(MAX_TILT, Math.max(LEAST_TILT, tilt)),
});

export const isHome = ({ turn, tilt }: ViewAngles): boolean =>
  Math.abs(turn - HOME.turn) < 0.01 && Math.abs(tilt - HOME.tilt) < 0.01;

export interface Extent {
  readonly width: number;
  readonly depth: number;
  readonly top: number;
  readonly bottom: number;
}

export const newCamera = (): PerspectiveCamera => new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.5, 200);

/** A part of a picture, and the size of the whole. Pixels. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly whole: { readonly width: number; readonly height: number };
}

/** Shows the board in a part of the picture. */
export function aim(camera: PerspectiveCamera, gaze: ViewAngles, extent: Extent, frame: Frame): void {
  const aspect = frame.width / frame.height;
  camera.aspect = aspect;
  const corners = cornersOf(extent);
  let [near, far] = [2, 150];
  for (let step = 0; step < 26; step++) {
    const middle = (near + far) / 2;
    const { right, left, up, down } = seen(camera, gaze, corners, middle);
    if ((right - left) / 2 > FILL || (up - down) / 2 > FILL) near = middle;
    else far = middle;
  }
  const { right, left, up, down } = seen(camera, gaze, corners, far);
  // The lens is shifted, so that the picture stays upright and the board is in its middle.
  const unit = 2 / frame.height;
  const x = ((right + left) / 2) * aspect - frame.left * unit;
  const y = -(up + down) / 2 - frame.top * unit;
  camera.setViewOffset(2 * aspect, 2, x, y, frame.whole.width * unit, frame.whole.height * unit);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

const cornersOf = ({ width, depth, top, bottom }: Extent): Vector3[] =>
  [-1, 1].flatMap((x) =>
    [-1, 1].flatMap((z) => [
      new Vector3((x * width) / 2, bottom, (z * depth) / 2),
      // Pieces stand inside the rim.
      new Vector3((x * (width - 0.9)) / 2, top, (z * (depth - 0.9)) / 2),
    ]),
  );

function seen(camera: PerspectiveCamera, { turn, tilt }: ViewAngles, corners: readonly Vector3[], distance: number) {
  camera.clearViewOffset();
  camera.position.set(
    distance * Math.cos(tilt) * Math.sin(turn),
    distance * Math.sin(tilt),
    distance * Math.cos(tilt) * Math.cos(turn),
  );
  camera.lookAt(0, 0, 0);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  const points = corners.map((corner) => corner.clone().project(camera));
  return {
    left: Math.min(...points.map(({ x }) => x)),
    right: Math.max(...points.map(({ x }) => x)),
    down: Math.min(...points.map(({ y }) => y)),
    up: Math.max(...points.map(({ y }) => y)),
  };
}

export type Corners = readonly [Point, Point, Point, Point];

/** The CSS transform that lays the invisible flat board on the 3D board: screen readers find by touch each target where it is drawn. */
export function matrixOnto(width: number, height: number, [a, b, c, d]: Corners): string {
  const sum = { x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y };
  const one = { x: b.x - c.x, y: b.y - c.y };
  const two = { x: d.x - c.x, y: d.y - c.y };
  const determinant = one.x * two.y - two.x * one.y;
  const g = (sum.x * two.y - two.x * sum.y) / determinant;
  const h = (one.x * sum.y - sum.x * one.y) / determinant;
  const across = { x: b.x - a.x + g * b.x, y: b.y - a.y + g * b.y };
  const along = { x: d.x - a.x + h * d.x, y: d.y - a.y + h * d.y };
  const values = [
    ...[across.x / width, across.y / width, 0, g / width],
    ...[along.x / height, along.y / height, 0, h / height],
    ...[0, 0, 1, 0],
    ...[a.x, a.y, 0, 1],
  ];
  return `matrix3d(${values.map((value) => Number(value.toPrecision(9))).join(',')})`;
}
