import { failure, type Move, type Result, success } from './game.ts';

/** A mark on a place of the board, or an arrow from one place to another. Places are named as on the board of the game. */
export interface StudyMark {
  readonly from: string;
  /** The head of an arrow. Absent: a mark. */
  readonly to?: string;
}

/** A position of a study, with its comment and marks. */
export interface StudyNode {
  readonly id: number;
  /** The position before; `NO_NODE` for the first position. */
  readonly parent: number;
  /** The move that led here; meaningless for the first position. */
  readonly move: Move;
  /** The first one continues the line, the others begin variations. */
  readonly children: readonly number[];
  readonly text: string;
  readonly marks: readonly StudyMark[];
}

/** The positions of a study by their ids. No function changes a tree: each returns a new one. */
export type StudyTree = ReadonlyMap<number, StudyNode>;

export const STUDY_ROOT = 0;
export const NO_NODE = -1;

export const MAX_STUDY_MOVES = 1000;
/** The most variations of a study as a record, and the most positions with a note. */
export const MAX_STUDY_LINES = 1000;
export const MAX_STUDY_NOTES = 1000;
export const MAX_STUDY_TEXT = 2000;
export const MAX_STUDY_MARKS = 40;

export interface StudyPlace {
  readonly tree: StudyTree;
  readonly at: number;
}

export const emptyTree = (): StudyTree =>
  new Map([[STUDY_ROOT, { id: STUDY_ROOT, parent: NO_NODE, move: 0, children: [], text: '', marks: [] }]]);

/** A position of a tree. Throws an error for an id that it does not have. */
export function nodeOf(tree: StudyTree, id: number): StudyNode {
  const node = tree.get(id);
  if (node === undefined) throw new RangeError(`a study has no position ${id}`);
  return node;
}

export function childBy(tree: StudyTree, parent: number, move: Move): number | null {
  return nodeOf(tree, parent).children.find((id) => nodeOf(tree, id).move === move) ?? null;
}

/** Follows legal moves, and adds those that the study does not have. `study-full`: the limit is reached. */
export function addLine(tree: StudyTree, from: number, moves: readonly Move[]): Result<StudyPlace, 'study-full'> {
  const grown = new Map(tree);
  const at = growLine(grown, from, moves).at(-1) ?? from;
  if (at === NO_NODE) return failure('study-full');
  return success({ tree: grown.size === tree.size ? tree : grown, at });
}

/** As `addLine`, but changes the tree, and returns the id after each move. The last one is `NO_NODE` if the limit is reached. */
export function growLine(tree: Map<number, StudyNode>, from: number, moves: readonly Move[]): readonly number[] {
  const ids: number[] = [];
  let next = Math.max(...tree.keys()) + 1;
  let at = from;
  for (const move of moves) {
    const known = childBy(tree, at, move);
    if (known === null && tree.size > MAX_STUDY_MOVES) return [...ids, NO_NODE];
    if (known === null) {
      const parent = nodeOf(tree, at);
      tree.set(at, { ...parent, children: [...parent.children, next] });
      tree.set(next, { id: next, parent: at, move, children: [], text: '', marks: [] });
    }
    at = known ?? next++;
    ids.push(at);
  }
  return ids;
}

/** Removes a position and all that follows. `at` is the position before it. Throws an error for the first position. */
export function removeBranch(tree: StudyTree, id: number): StudyPlace {
  const { parent } = nodeOf(tree, id);
  if (parent === NO_NODE) throw new RangeError('the first position of a study cannot be removed');
  const left = new Map(tree);
  const before = nodeOf(tree, parent);
  left.set(parent, { ...before, children: before.children.filter((child) => child !== id) });
  for (const gone of branchOf(tree, id)) left.delete(gone);
  return { tree: left, at: parent };
}

/** The ids of a position and of all that follow it. */
function branchOf(tree: StudyTree, id: number): number[] {
  const found = [id];
  for (let index = 0; index < found.length; index++) found.push(...nodeOf(tree, found[index] ?? id).children);
  return found;
}

/** The position that begins the variation of a position; `null` on the main line. */
export function variationStart(tree: StudyTree, id: number): number | null {
  for (let node = nodeOf(tree, id); node.parent !== NO_NODE; node = nodeOf(tree, node.parent)) {
    if (nodeOf(tree, node.parent).children[0] !== node.id) return node.id;
  }
  return null;
}

/** Moves the variation of a position one place up among those of the same move. The main line cannot be promoted and stays as it is. */
export function promote(tree: StudyTree, id: number): StudyTree {
  const start = variationStart(tree, id);
  if (start === null) return tree;
  const parent = nodeOf(tree, nodeOf(tree, start).parent);
  const children = [...parent.children];
  const index = children.indexOf(start);
  children.splice(index, 1);
  children.splice(index - 1, 0, start);
  return new Map(tree).set(parent.id, { ...parent, children });
}

/** Replaces the comment and marks of a position. Text and marks beyond the limits are cut off. */
export function annotate(tree: StudyTree, id: number, note: Parameters<typeof noted>[1]): StudyTree {
  return new Map(tree).set(id, noted(nodeOf(tree, id), note));
}

export const noted = (
  node: StudyNode,
  { text = node.text, marks = node.marks }: { readonly text?: string; readonly marks?: readonly StudyMark[] },
): StudyNode => ({ ...node, text: text.slice(0, MAX_STUDY_TEXT), marks: marks.slice(0, MAX_STUDY_MARKS) });

/** The marks with one more, or without it if it was there. */
export function toggleMark(marks: readonly StudyMark[], mark: StudyMark): readonly StudyMark[] {
  const others = marks.filter(({ from, to }) => from !== mark.from || to !== mark.to);
  return others.length === marks.length ? [...marks, mark] : others;
}

/** The positions from the one after the first up to this one: none for the first position. */
export function pathTo(tree: StudyTree, id: number): readonly StudyNode[] {
  const path: StudyNode[] = [];
  for (let node = nodeOf(tree, id); node.parent !== NO_NODE; node = nodeOf(tree, node.parent)) path.push(node);
  return path.reverse();
}

export const movesTo = (tree: StudyTree, id: number): readonly Move[] => pathTo(tree, id).map(({ move }) => move);

/** The positions after this one along its line: the first continuation each time. */
export function lineFrom(tree: StudyTree, id: number): readonly StudyNode[] {
  const line: StudyNode[] = [];
  for (let next = nodeOf(tree, id).children[0]; next !== undefined; next = line.at(-1)?.children[0]) {
    line.push(nodeOf(tree, next));
  }
  return line;
}
