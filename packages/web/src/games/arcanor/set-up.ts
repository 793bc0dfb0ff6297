import type { SetUpParts } from '../boards.ts';
import type { Scene, Solid, Tone } from '../../board/scene/scene.ts';

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
  return {
    wood: 'teak',
    width: 2.7,
    height: 1.7,
    grid: { x: 0.35, y: 0.35, columns: 2, rows: 1 },
    labels: [],
    marks: [],
    solids: [piece(0.85, 'light'), piece(1.85, 'dark')],
    targets: [],
  };
}

export const setUp: SetUpParts = {
  main: ['table'],
  picture: (option, value) => (option === 'table' ? tablePicture(value === 'open' ? ['dark', 'light'] : []) : null),
};
