import { Mesh, MeshBasicMaterial, type Object3D, PlaneGeometry, type Raycaster } from 'three';
import type { Scene, Target } from '../scene/scene.ts';
import { middleOf, targetAt } from './space.ts';

const UNSEEN = new MeshBasicMaterial({ visible: false });

/** A sheet on the ground for each target, which no picture shows. */
export function targetSheets(scene: Scene): Mesh[] {
  const middle = middleOf(scene);
  return scene.targets.map(({ id, x, y, width, depth }) => {
    const sheet = new Mesh(new PlaneGeometry(width, depth).rotateX(-Math.PI / 2), UNSEEN);
    sheet.position.set(x - middle.x, 0.002, y - middle.y);
    sheet.userData = { target: id };
    sheet.updateMatrixWorld();
    return sheet;
  });
}

/** The target that a ray hits first: if it hits a piece, the target below the piece. */
export function pickedBy(ray: Raycaster, objects: readonly Object3D[], scene: Scene): Target | null {
  const middle = middleOf(scene);
  const [first] = ray.intersectObjects([...objects], true);
  if (first === undefined) return null;
  const { target } = first.object.userData as { target?: string };
  if (target !== undefined) return scene.targets.find(({ id }) => id === target) ?? null;
  // A little further in, so that the side of a piece belongs to its own place.
  const inside = first.point.clone().addScaledVector(ray.ray.direction, 0.03);
  return targetAt(scene.targets, { x: inside.x + middle.x, y: inside.z + middle.y });
}
