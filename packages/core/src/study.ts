import {
  canonicalJson,
  drained,
  type FindGame,
  type GameRecord,
  makeRecord,
  type RecordEnd,
  type RecordError,
  type Replay,
  replaySteps,
} from './record.ts';
import { isObject } from './options.ts';
import { failure, type Game, type Move, NOBODY, type Position, type Result, type Setup, success } from './game.ts';
import { isLegal, movesIn } from './moves.ts';
import {
  emptyTree,
  growLine,
  lineFrom,
  MAX_STUDY_LINES,
  MAX_STUDY_MARKS,
  MAX_STUDY_NOTES,
  MAX_STUDY_TEXT,
  NO_NODE,
  nodeOf,
  noted,
  STUDY_ROOT,
  type StudyMark,
  type StudyNode,
  type StudyTree,
} from './study-tree.ts';

export const MAX_STUDY_TITLE = 100;

/** A line that branches off another one. Lines are counted from 0: the moves of the record, then the variations in their order. */
export interface RecordVariation {
  /** The line that it branches off: an earlier one. */
  readonly of: number;
  /** The number of moves of that line that it shares, counted from the start of the game. */
  readonly after: number;
  readonly moves: readonly string[];
}

export interface RecordNote {
  readonly line: number;
  readonly after: number;
  readonly text?: string;
  readonly marks?: readonly StudyMark[];
}

/** What a study adds to a record. `docs/records.md` describes it. */
export interface StudyFacts {
  readonly title?: string;
  readonly variations: readonly RecordVariation[];
  readonly notes: readonly RecordNote[];
}

/** A chapter of a study: a record with variations and comments. `replay` reads its main line. */
export interface StudyRecord extends GameRecord {
  readonly study: StudyFacts;
}

/** Why a study was refused: the error of its record, or `bad-study` with what is wrong. */
export type StudyError = RecordError | { readonly name: 'bad-study'; readonly detail: string };

export interface StudyChapter {
  readonly game: Game;
  readonly setup: Setup;
  readonly title: string;
  readonly tree: StudyTree;
  /** The end of the game that was studied, if its rules did not end it, and all its moves. */
  readonly ended: { readonly moves: readonly Move[]; readonly end: RecordEnd } | null;
}

export const emptyChapter = (game: Game, setup: Setup): StudyChapter => ({
  game,
  setup,
  title: '',
  tree: emptyTree(),
  ended: null,
});

/** Reads an untrusted record with or without variations. Checks the record, and every move of every variation. */
export function readChapter(find: FindGame, data: unknown): Result<StudyChapter, StudyError> {
  return drained(chapterSteps(find, data));
}

/** As `readChapter`, but yields again and again, so that a server can do other work in between. */
export function* chapterSteps(find: FindGame, data: unknown): Generator<void, Result<StudyChapter, StudyError>, void> {
  const replayed = yield* replaySteps(find, data);
  if (!replayed.ok) return replayed;
  const facts = parseFacts((data as { readonly study?: unknown }).study);
  if (!facts.ok) return bad(facts.error);
  const lines = new Lines(replayed.value);
  const fault =
    (yield* addVariations(lines, replayed.value.record.moves, facts.value.variations)) ??
    (yield* addNotes(lines, facts.value.notes));
  if (fault !== null) return bad(fault);
  const { game, setup, record } = replayed.value;
  const { tree } = lines;
  const { end } = record;
  const ended = end === undefined || end.by === 'rules' ? null : { moves: mainMoves(tree), end };
  return success({ game, setup, title: facts.value.title ?? '', tree, ended });
}

const mainMoves = (tree: StudyTree): readonly Move[] => lineFrom(tree, STUDY_ROOT).map(({ move }) => move);

const bad = (detail: string) => failure<StudyError>({ name: 'bad-study', detail });

/** A line that has been read: the number of moves before it, and the positions after its own moves. */
interface Line {
  readonly of: number;
  readonly before: number;
  readonly ids: readonly number[];
}

/** A position is kept after so many moves, so that no variation replays more. */
const KEPT_EVERY = 32;

/** The lines of a study while they are read, in a tree that grows. */
class Lines {
  readonly tree = new Map(emptyTree());
  readonly game: Game;
  readonly #lines: Line[] = [];
  readonly #kept: Map<number, Position>;

  constructor({ game, setup }: Replay) {
    this.game = game;
    this.#kept = new Map([[STUDY_ROOT, game.start(setup)]]);
  }

  /** Adds legal moves after a position of a line. `false`: the study is full. */
  add(of: number, before: number, moves: readonly Move[]): boolean {
    const ids = growLine(this.tree, this.placeOf(of, before) ?? STUDY_ROOT, moves);
    this.#lines.push({ of, before, ids });
    return ids.at(-1) !== NO_NODE;
  }

  /** The position of a line after `after` moves of the game; `null` if there is none. */
  placeOf(of: number, after: number): number | null {
    let line = this.#lines[of];
    if (line === undefined || after > line.before + line.ids.length) return null;
    // A line branches off an earlier one.
    while (line !== undefined && after <= line.before) line = line.before === 0 ? undefined : this.#lines[line.of];
    return line?.ids[after - line.before - 1] ?? STUDY_ROOT;
  }

  positionOf(id: number): Position {
    const path: StudyNode[] = [];
    let node = nodeOf(this.tree, id);
    let kept = this.#kept.get(node.id);
    for (; kept === undefined; kept = this.#kept.get(node.id)) {
      path.push(node);
      node = nodeOf(this.tree, node.parent);
    }
    const position = kept.clone();
    for (const [index, { id: reached, move }] of path.reverse().entries()) {
      position.play(move);
      if (index % KEPT_EVERY === KEPT_EVERY - 1) this.#kept.set(reached, position.clone());
    }
    return position;
  }
}

function* addVariations(
  lines: Lines,
  main: readonly string[],
  variations: readonly RecordVariation[],
): Generator<void, string | null, void> {
  if (!lines.add(0, 0, movesIn(lines.game, main))) return 'too many moves';
  for (const [index, { of, after, moves }] of variations.entries()) {
    const name = `variation ${index + 1}`;
    const from = lines.placeOf(of, after);
    if (from === null) return `${name} leaves no position before it`;
    const read = yield* legalLine(lines.game, lines.positionOf(from), moves);
    if (typeof read === 'string') return `${name}: ${read}`;
    if (!lines.add(of, after, read)) return 'too many moves';
    yield;
  }
  return null;
}

/** The moves of a variation, which are played, or what is wrong with them. */
function* legalLine(
  game: Game,
  position: Position,
  texts: readonly string[],
): Generator<void, readonly Move[] | string, void> {
  const moves: Move[] = [];
  for (const text of texts) {
    const move = game.parseMove(text);
    if (position.turn === NOBODY) return `a move after the end (${text})`;
    if (move === null || !isLegal(game, position, move)) return `no legal move (${text})`;
    position.play(move);
    moves.push(move);
    yield;
  }
  return moves;
}

/** Notes are set in groups of this size. */
const NOTES_AT_ONCE = 100;

function* addNotes(lines: Lines, notes: readonly RecordNote[]): Generator<void, string | null, void> {
  for (const [index, { line, after, text = '', marks = [] }] of notes.entries()) {
    const at = lines.placeOf(line, after);
    if (at === null) return `a note at no position: line ${line}, after ${after}`;
    lines.tree.set(at, noted(nodeOf(lines.tree, at), { text, marks }));
    if (index % NOTES_AT_ONCE === NOTES_AT_ONCE - 1) yield;
  }
  return null;
}

/** Writes a chapter as a record. `readChapter` reads the same tree, up to the ids of its positions. */
export function writeChapter({ game, setup, title, tree, ended }: StudyChapter): StudyRecord {
  const main = mainMoves(tree);
  const record = makeRecord(game, setup, main);
  // If the main line has changed since, it is another game.
  const isWhole = ended !== null && canonicalJson(main) === canonicalJson(ended.moves);
  const { variations, notes } = writeLines(game, tree);
  const study = { ...(title === '' ? {} : { title }), variations, notes };
  return { ...record, ...(isWhole ? { end: ended.end } : {}), study };
}

/** A line that has not been written yet: its own positions, and those before them. */
interface OpenLine {
  readonly before: number;
  readonly nodes: readonly StudyNode[];
}

/** Line by line; the variations of a line in the order of the moves where they branch off. */
function writeLines(game: Game, tree: StudyTree): Pick<StudyFacts, 'variations' | 'notes'> {
  const root = nodeOf(tree, STUDY_ROOT);
  const lines: OpenLine[] = [{ before: 0, nodes: [root, ...lineFrom(tree, STUDY_ROOT)] }];
  const variations: RecordVariation[] = [];
  const notes: RecordNote[] = [];
  for (let line = 0; line < lines.length; line++) {
    const { before, nodes } = lines[line] ?? { before: 0, nodes: [] };
    for (const [index, node] of nodes.entries()) {
      const after = before + index;
      if (node.text !== '' || node.marks.length > 0) notes.push(noteOf(node, line, after));
      for (const child of node.children.slice(1)) {
        const own = [nodeOf(tree, child), ...lineFrom(tree, child)];
        variations.push({ of: line, after, moves: own.map(({ move }) => game.formatMove(move)) });
        lines.push({ before: after + 1, nodes: own });
      }
    }
  }
  return { variations, notes };
}

const noteOf = ({ text, marks }: StudyNode, line: number, after: number): RecordNote => ({
  line,
  after,
  ...(text === '' ? {} : { text }),
  ...(marks.length === 0 ? {} : { marks }),
});

/** Checks types and limits. A record without a study has no variations. Fields that are not declared are ignored. */
function parseFacts(data: unknown): Result<StudyFacts, string> {
  if (data === undefined) return success({ variations: [], notes: [] });
  if (!isObject(data)) return failure('study is not an object');
  const { title = '', variations = [], notes = [] } = data;
  if (!isText(title, MAX_STUDY_TITLE)) return failure('title');
  if (!Array.isArray(variations) || !Array.isArray(notes)) return failure('variations or notes are no list');
  if (variations.length > MAX_STUDY_LINES) return failure(`more than ${MAX_STUDY_LINES} variations`);
  if (notes.length > MAX_STUDY_NOTES) return failure(`more than ${MAX_STUDY_NOTES} notes`);
  if (!variations.every(isRecordVariation)) return failure('variations');
  if (!notes.every(isRecordNote)) return failure('notes');
  return success({ title, variations, notes });
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown, most: number): value is string => typeof value === 'string' && value.length <= most;

const isRecordVariation = (data: unknown): data is RecordVariation =>
  isObject(data) &&
  isCount(data['of']) &&
  isCount(data['after']) &&
  Array.isArray(data['moves']) &&
  data['moves'].length > 0 &&
  data['moves'].every((move) => typeof move === 'string');

const MAX_PLACE = 24;

const isMark = (data: unknown): data is StudyMark =>
  isObject(data) && isText(data['from'], MAX_PLACE) && (data['to'] === undefined || isText(data['to'], MAX_PLACE));

const isRecordNote = (data: unknown): data is RecordNote =>
  isObject(data) &&
  isCount(data['line']) &&
  isCount(data['after']) &&
  (data['text'] === undefined || isText(data['text'], MAX_STUDY_TEXT)) &&
  (data['marks'] === undefined ||
    (Array.isArray(data['marks']) && data['marks'].length <= MAX_STUDY_MARKS && data['marks'].every(isMark)));
