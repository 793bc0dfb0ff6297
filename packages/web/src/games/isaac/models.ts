import { bar, disc, type Models, otherWood, type Part } from '../../board/scene/models.ts';

const THICKNESS = 0.36;
const GAP = 0.06;

/** Bars with eased edges; the number stands on a plug of the other wood, which is flush with the top. */
export const models: Models = {
  thickness: THICKNESS,
  shapes: {
    bar: (solid): Part[] => {
      const { tone, marking, markingAt: at = { x: 0, y: 0 } } = solid;
      const block = bar(solid, THICKNESS, GAP);
      if (marking === undefined) return [block];
      const z = THICKNESS + 0.012;
      const ink = otherWood(tone) === 'light' ? '--wood-dark' : '--wood-light';
      return [
        block,
        { kind: 'turned', profile: disc(0.3, THICKNESS - 0.02, z), paint: otherWood(tone), at },
        { kind: 'print', face: 'top', ...at, z, size: 0.62, text: marking, ink },
      ];
    },
  },
};
