import { disc, inkOn, type Models, type Part, type Turn } from '../../board/scene/models.ts';
import type { Solid } from '../../board/scene/scene.ts';

/** The wall and the lid of a piece; the next smaller one fits below them with a little space. */
const WALL = 0.055;
const EASE = 0.045;
/** The window in a piece whose contents are known, at the viewer's side, a little to the right. */
const WINDOW = { from: -0.75, to: 1.2 };

/** Turned cups that cover smaller ones. If the contents are known, a sector of the wall is cut out and the pieces inside are seen. */
export const models: Models = { thickness: 0.35, shapes: { turned } };

function turned({ width, tone, look, marking, inside = [] }: Solid): Part[] {
  const radius = width / 2 - 0.01;
  const height = heightOf(radius);
  // Wide enough to carry the number, narrow enough to show the lips of what is inside.
  const core = radius * 0.56;
  const body: Part[] =
    inside.length === 0
      ? [{ kind: 'turned', profile: [{ r: 0, z: height }, ...outside(radius, height)], paint: tone }]
      : [
          { kind: 'turned', profile: shell(radius, height, core), cut: WINDOW, paint: tone },
          { kind: 'turned', profile: lining(radius, height, core), cut: WINDOW, paint: 'shade' },
          { kind: 'turned', profile: disc(core + 0.002, height - WALL, height, 0.012), paint: tone },
        ];
  const ring: Part[] =
    look === 'fixed'
      ? [
          {
            kind: 'turned',
            profile: brassRing(radius),
            paint: 'brass',
            ...(inside.length === 0 ? {} : { cut: WINDOW }),
          },
        ]
      : [];
  if (marking === undefined) return [...body, ...ring];
  const size = inside.length === 0 ? 0.3 + 1.05 * radius : 2.3 * core;
  return [
    ...body,
    ...ring,
    { kind: 'print', face: 'top', x: 0, y: 0, z: height, size, text: marking, ink: inkOn(tone) },
  ];
}

const heightOf = (radius: number): number => 0.2 + 1.02 * radius;

/** From the top down to the foot: a rounded edge, a bead and a foot that is a little wider than the neck. */
const outside = (radius: number, height: number): Turn[] => [
  { r: radius - EASE - 0.006, z: height },
  { r: radius - EASE * 0.62, z: height - EASE * 0.12 },
  { r: radius - EASE * 0.2, z: height - EASE * 0.5 },
  { r: radius, z: height - EASE * 1.2 },
  { r: radius, z: height - 0.12 },
  { r: radius - 0.016, z: height - 0.132 },
  { r: radius - 0.016, z: height - 0.15 },
  { r: radius, z: height - 0.162 },
  { r: radius, z: 0.02 },
  { r: radius - 0.015, z: 0 },
];

/** The wall and the outer part of the lid, round to where it began. */
const shell = (radius: number, height: number, core: number): Turn[] => [
  { r: core, z: height },
  ...outside(radius, height),
  { r: radius - WALL, z: 0 },
  { r: radius - WALL, z: height - WALL },
  { r: core, z: height - WALL },
  { r: core, z: height },
];

/** The inside of a wall and of a lid is dark, so that the rims of what is inside stand out. */
const lining = (radius: number, height: number, core: number): Turn[] => [
  { r: core, z: height - WALL - 0.004 },
  { r: radius - WALL - 0.004, z: height - WALL - 0.004 },
  { r: radius - WALL - 0.004, z: 0.004 },
];

const brassRing = (radius: number): Turn[] => [
  { r: radius - 0.012, z: 0.16 },
  { r: radius + 0.014, z: 0.15 },
  { r: radius + 0.014, z: 0.09 },
  { r: radius - 0.012, z: 0.08 },
  { r: radius - 0.012, z: 0.16 },
];
