import type { SetUpParts } from '../boards.ts';
import { EMPTY, frameOf, type Scene, type Solid, type Tone } from '../../board/scene/scene.ts';

function tablePicture(inside: readonly Tone[]): Scene {
  const piece = (x: number, tone: Tone): Solid => ({
    id: `${tone}${x}`,
    shape: 'arcanor/turned',
    tone,
    x,
    y: 0.85,
    width: 0.89,
    depth: 0.89,
    marking: '1',
    inside,
  });
  const solids = [piece(0.85, 'light'), piece(1.85, 'dark')];
  return { ...frameOf('teak', { columns: 2, rows: 1 }, 0.35), ...EMPTY, solids };
}

export const setUp: SetUpParts = {
  main: ['table'],
  picture: (option, value) => (option === 'table' ? tablePicture(value === 'open' ? ['dark', 'light'] : []) : null),
};
