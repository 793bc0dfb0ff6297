import type { Point, Scene } from '../scene/scene.ts';

/** What a board in space needs; the code is loaded when it is first wanted. */
export type { Space } from '../board3d/load.ts';

/** The targets of a scene where they are seen in space: a question is asked there. */
export const seenFrom = (scene: Scene, project: (place: Point) => Point): Scene => ({
  ...scene,
  width: 1,
  height: 1,
  targets: scene.targets.map((target) => ({ ...target, ...project(target), width: 0.08, depth: 0.08 })),
});
