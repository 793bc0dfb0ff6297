import { inkOn, type Models, type Part, type Print } from '../../board/scene/models.ts';
import type { Point, Solid } from '../../board/scene/scene.ts';
import { SIGNS } from './geometry.ts';

const THICKNESS = 0.32;
/** Half the width of an arm, and half the width of a cross whose arms reach the edge of its cell. */
const ARM = 0.2;
const END = 0.46;

export const models: Models = { thickness: THICKNESS, shapes: { cross } };

function cross({ width, tone, look, marking, own }: Solid): Part[] {
  const outline = plus(width);
  if (look === 'hollow') return [{ kind: 'plate', outline, height: 0.012, paint: 'hollow' }];
  const plate: Part = { kind: 'plate', outline, height: THICKNESS, paint: tone };
  if (marking === undefined) return [plate];
  const sign = signOf(marking);
  const ink = inkOn(tone);
  const top: Part = { kind: 'print', face: 'top', x: 0, y: 0, z: THICKNESS, size: width, ...sign, ink };
  // In a tower the sign is also on the front, because the crosses below are known.
  const front: Part = {
    kind: 'print',
    face: 'front',
    x: 0,
    y: END * width,
    z: THICKNESS / 2,
    size: 0.62,
    ...sign,
    ink,
  };
  // The mark of the user's own crosses.
  const disc = { path: 'M .5 0 A .5 .5 0 1 1 -.5 0 A .5 .5 0 1 1 .5 0 Z' };
  const stud: Part = { ...top, y: 0.3 * width, size: 0.13, glyph: disc };
  return [plate, top, ...(width > 1 ? [front] : []), ...(own === undefined ? [] : [stud])];
}

function signOf(letter: string): Pick<Print, 'glyph' | 'text'> {
  const glyph = SIGNS[letter];
  return glyph === undefined ? { text: letter } : { glyph };
}

/** Clockwise from the top: each arm is the one before it, turned by a quarter. */
function plus(width: number): Point[] {
  const [arm, end] = [ARM * width, END * width];
  const turned = ({ x, y }: Point): Point => ({ x: -y, y: x });
  const top = [
    { x: -arm, y: -end },
    { x: arm, y: -end },
    { x: arm, y: -arm },
  ];
  const right = top.map(turned);
  const below = right.map(turned);
  return [...top, ...right, ...below, ...below.map(turned)];
}
