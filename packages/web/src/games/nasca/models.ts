import { bar, disc, type Models, type Part } from '../../board/scene/models.ts';
import type { Solid } from '../../board/scene/scene.ts';

const THICKNESS = 0.34;
const GAP = 0.07;

/** Bars as high as a level, so that a bridge spans air. Brass pins show where a bar rests on others, the first its level. */
export const models: Models = { thickness: THICKNESS, shapes: { beam } };

function beam(solid: Solid): Part[] {
  const { width, depth, level = 0, air = [] } = solid;
  const lying = width >= depth;
  const pins = level === 0 ? [] : [...air.keys()].filter((index) => air[index] === 0);
  const z = THICKNESS + 0.012;
  return [
    bar(solid, THICKNESS, GAP),
    ...pins.flatMap((index, nth): Part[] => {
      const along = index - air.length / 2 + 0.5;
      const at = lying ? { x: along, y: 0 } : { x: 0, y: along };
      const pin: Part = {
        kind: 'turned',
        profile: disc(nth === 0 ? 0.26 : 0.1, THICKNESS - 0.02, z),
        paint: 'brass',
        at,
      };
      if (nth > 0) return [pin];
      return [
        pin,
        { kind: 'print', face: 'top', ...at, z, size: 0.5, text: String(level + 1), ink: '--wood-dark-edge' },
      ];
    }),
  ];
}
