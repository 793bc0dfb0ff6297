import {
  addLine,
  annotate,
  childBy,
  lineFrom,
  type Move,
  movesTo,
  nodeOf,
  NO_NODE,
  playLegal,
  positionAfter,
  pathTo,
  type Position,
  promote,
  removeBranch,
  STUDY_ROOT,
  type StudyChapter,
  type StudyMark,
  type StudyNode,
  type StudyPlace,
  toggleMark,
  variationStart,
} from '@tablier/core';
import { boardOf } from '../../games/boards.ts';
import { type CountedTurn, countTurn, formatNumber } from '../../table/match-ui/turns.ts';

export interface StudyContent {
  readonly title: string;
  readonly chapters: readonly StudyChapter[];
}

export const MAX_CHAPTERS = 32;

/** A study on the board: its chapters, the position that is shown, and every change. */
export class StudySession {
  title = $state('');
  chapters: readonly StudyChapter[] = $state.raw([]);
  index = $state(0);
  at = $state(STUDY_ROOT);
  /** Whether a move was refused, because the study is full. */
  isFull = $state(false);
  /** The study before the last removal; `null` if there was none. */
  #removed: { readonly content: StudyContent; readonly index: number; readonly at: number } | null = $state.raw(null);
  readonly isReadOnly: boolean;
  readonly #onchange: (content: StudyContent) => void;

  /** `onchange` is called with the whole study after every change. */
  constructor(content: StudyContent, isReadOnly: boolean, onchange: (content: StudyContent) => void) {
    this.title = content.title;
    this.chapters = content.chapters;
    this.isReadOnly = isReadOnly;
    this.#onchange = onchange;
  }

  get chapter(): StudyChapter {
    const chapter = this.chapters[this.index];
    if (chapter === undefined) throw new RangeError(`a study has no chapter ${this.index}`);
    return chapter;
  }

  get node(): StudyNode {
    return nodeOf(this.chapter.tree, this.at);
  }

  get moves(): readonly Move[] {
    return movesTo(this.chapter.tree, this.at);
  }

  /** The number of moves made, and of those on the line of the position. */
  get ply(): { readonly at: number; readonly of: number } {
    const at = this.moves.length;
    return { at, of: at + lineFrom(this.chapter.tree, this.at).length };
  }

  get isVariation(): boolean {
    return variationStart(this.chapter.tree, this.at) !== null;
  }

  get canUndo(): boolean {
    return this.#removed !== null;
  }

  go(id: number): void {
    if (this.chapter.tree.has(id)) this.at = id;
  }

  step(where: 'first' | 'back' | 'on' | 'last'): void {
    const { parent, children } = this.node;
    if (where === 'first') this.at = STUDY_ROOT;
    else if (where === 'back') this.go(parent);
    else if (where === 'on') this.go(children[0] ?? NO_NODE);
    else this.at = lineFrom(this.chapter.tree, this.at).at(-1)?.id ?? this.at;
  }

  /** Goes to the previous or next variation of the same move. */
  turn(by: -1 | 1): void {
    const { parent, id } = this.node;
    if (parent === NO_NODE) return;
    const { children } = nodeOf(this.chapter.tree, parent);
    this.go(children[children.indexOf(id) + by] ?? id);
  }

  show(index: number): void {
    this.index = index;
    this.at = STUDY_ROOT;
    this.isFull = false;
  }

  /** Plays a move; one that the study does not have is added. */
  play(move: Move): void {
    this.add([move], { goes: true });
  }

  /** Adds moves after the position, as far as they are legal: a line may assume other hidden information. Known moves are kept. */
  add(moves: readonly Move[], { goes }: { readonly goes: boolean }): void {
    const { tree } = this.chapter;
    const added = addLine(tree, this.at, this.#legal(moves));
    this.isFull = !added.ok;
    if (!added.ok || (this.isReadOnly && added.value.tree !== tree)) return;
    this.#place(goes ? added.value : { ...added.value, at: this.at });
  }

  write(text: string): void {
    this.#place({ tree: annotate(this.chapter.tree, this.at, { text }), at: this.at });
  }

  mark(mark: StudyMark): void {
    const marks = toggleMark(this.node.marks, mark);
    this.#place({ tree: annotate(this.chapter.tree, this.at, { marks }), at: this.at });
  }

  promote(): void {
    this.#place({ tree: promote(this.chapter.tree, this.at), at: this.at });
  }

  remove(): void {
    if (this.at === STUDY_ROOT) return;
    this.#remember();
    this.#place(removeBranch(this.chapter.tree, this.at));
  }

  rename(title: string): void {
    this.title = title;
    this.#changed();
  }

  renameChapter(title: string): void {
    this.chapters = this.#with({ ...this.chapter, title });
    this.#changed();
  }

  addChapter(chapter: StudyChapter): void {
    if (this.chapters.length >= MAX_CHAPTERS) return;
    this.chapters = [...this.chapters, chapter];
    this.show(this.chapters.length - 1);
    this.#changed();
  }

  /** Removes the chapter that is shown. The last one stays. */
  removeChapter(): void {
    if (this.chapters.length < 2) return;
    this.#remember();
    const { index } = this;
    this.chapters = this.chapters.toSpliced(index, 1);
    this.show(Math.min(index, this.chapters.length - 1));
    this.#changed();
  }

  /** Restores the study before the last removal. Later changes are lost. */
  undo(): void {
    if (this.#removed === null) return;
    const { content, index, at } = this.#removed;
    this.#removed = null;
    this.chapters = content.chapters;
    this.index = index;
    this.at = at;
    this.#changed();
  }

  #legal(moves: readonly Move[]): readonly Move[] {
    const { game, setup } = this.chapter;
    return playLegal(game, positionAfter(game, setup, this.moves), moves);
  }

  #remember(): void {
    this.#removed = { content: { title: this.title, chapters: this.chapters }, index: this.index, at: this.at };
  }

  #place({ tree, at }: StudyPlace): void {
    const isSame = tree === this.chapter.tree;
    // The id of a removed position may be used again: the shown position always exists.
    if (!isSame) this.chapters = this.#with({ ...this.chapter, tree });
    this.at = at;
    if (!isSame) this.#changed();
  }

  #with(chapter: StudyChapter): readonly StudyChapter[] {
    return this.chapters.with(this.index, chapter);
  }

  #changed(): void {
    if (!this.isReadOnly) this.#onchange({ title: this.title, chapters: this.chapters });
  }
}

/** The position at the end of some moves, as far as a chapter has them. */
export function placeAfter({ tree }: StudyChapter, moves: readonly Move[]): number {
  let at = STUDY_ROOT;
  for (const move of moves) {
    const next = childBy(tree, at, move);
    if (next === null) break;
    at = next;
  }
  return at;
}

interface TurnOfNode {
  readonly seat: number;
  /** As in the move list of a table, `2…`, at the first turn of a part of the game with its title. Several steps may have the same one. */
  readonly number: string;
}

/** A position of a study, the steps of the turn that led to it, and how it counts. */
interface Reached {
  readonly id: number;
  readonly position: Position;
  readonly ply: number;
  readonly turnIndex: number;
  readonly texts: readonly string[];
  readonly last: CountedTurn | null;
}

/** Whose move led to each position, and the number of its turn. */
export function turnsOf({ game, setup, tree }: StudyChapter): ReadonlyMap<number, TurnOfNode> {
  const turns = new Map<number, TurnOfNode>();
  const chapterOf = boardOf(game.id)?.chapter;
  const start: Reached = { id: STUDY_ROOT, position: game.start(setup), ply: 0, turnIndex: -1, texts: [], last: null };
  const open = [start];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    for (const child of nodeOf(tree, at.id).children) {
      const { turn: seat, turnIndex } = at.position;
      const position = at.position.clone();
      const { move } = nodeOf(tree, child);
      position.play(move);
      const continues = turnIndex === at.turnIndex;
      const texts = [...(continues ? at.texts : []), game.formatMove(move)];
      const next = { id: child, position, ply: at.ply + 1, turnIndex, texts };
      const begun = { texts, ply: next.ply, before: at.texts };
      const chapter = continues ? null : (chapterOf?.(begun, game.view(position, 'open')) ?? null);
      const last = continues && at.last !== null ? at.last : countTurn(at.last, seat, chapter);
      const number = setup.players === 2 ? formatNumber(last) : `${turnIndex + 1}.`;
      const shown = chapter === null ? number : `${chapter.title} · ${number}`;
      turns.set(child, continues ? (turns.get(at.id) ?? { seat, number }) : { seat, number: shown });
      open.push({ ...next, last });
    }
  }
  return turns;
}

export const textsTo = ({ game, tree }: StudyChapter, at: number): readonly string[] =>
  pathTo(tree, at).map(({ move }) => game.formatMove(move));
