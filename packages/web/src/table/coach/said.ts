import type { Move } from '@tablier/core';
import type { Box, Point, Scene } from '../../board/scene/scene.ts';

/** What the coach says in its bubble. */
export interface Said {
  readonly text: string;
  /** The key of the sentence, if it stands alone. */
  readonly key?: string;
  /** What the board shows besides, for those who only hear it. Absent: nothing. */
  readonly heard?: string;
  /** What it is about, as `placeOf` takes it. `null`: the place of `move`, if there is one. */
  readonly about: string | null;
  readonly move: Move | null;
  /** Whether the move is put into the hand, so that one more press makes it. */
  readonly isInHand?: boolean;
  /** Whether a move waits for the answer. */
  readonly isQuestion?: true;
  /** The buttons; the first is the one to press. */
  readonly answers: readonly { readonly label: string; readonly press: () => void }[];
}

/** A board as it is drawn, and for 3D where its places are in parts of the picture. */
export interface Drawn {
  readonly scene: Scene;
  readonly project: ((place: Point) => Point) | null;
}

/** Where something is drawn, in parts of the picture: a solid or a target by its id, `last` the last move, `null` the outline of a move. `null` if it is not. In 3D its middle. */
export function placeOf({ scene, project }: Drawn, about: string | null): Box | null {
  const { solids, targets, marks, width, height } = scene;
  const isIt = ({ id }: { readonly id: string }): boolean => id === about || id.startsWith(`${about}-`);
  const mark = marks.findLast(({ id, role }) => (about === null ? id.startsWith('marked') : role === about));
  const place: Box | undefined = mark ?? solids.find(isIt) ?? targets.find(isIt);
  if (place === undefined) return null;
  if (project !== null) return { ...project({ x: place.x, y: place.y }), width: 0, depth: 0 };
  return { x: place.x / width, y: place.y / height, width: place.width / width, depth: place.depth / height };
}
