import type { Mark, Scene } from './scene/scene.ts';
import type { TrayGroup } from './board-module.ts';

/** A scene with an outline around some of its targets. */
export function markTargets(scene: Scene, marked: readonly string[]): Scene {
  if (marked.length === 0) return scene;
  const outlines = scene.targets
    .filter(({ id }) => marked.includes(id))
    .map(({ id, x, y, width, depth }): Mark => ({
      id: `marked${id}`,
      kind: 'outline',
      role: 'guide',
      over: true,
      x,
      y,
      width,
      depth,
    }));
  return { ...scene, marks: [...scene.marks, ...outlines] };
}

/** A scene that shows a move before it is made, with an outline around the piece, or else around the places of the move. */
export function markMove(scene: Scene, places: readonly string[]): Scene {
  const { turns } = scene;
  if (turns === undefined) return markTargets(scene, places);
  const outline: Mark = { ...turns, id: 'marked', kind: 'outline', role: 'guide', over: true };
  return { ...scene, marks: [...scene.marks, outline] };
}

/** Groups of buttons in which some are shown as the next thing to do, once they can be pressed. */
export const markItems = (groups: readonly TrayGroup[], marked: readonly string[]): readonly TrayGroup[] =>
  marked.length === 0
    ? groups
    : groups.map((group) => ({
        ...group,
        items: group.items.map((item) => (item.enabled && marked.includes(item.id) ? { ...item, isNext: true } : item)),
      }));
