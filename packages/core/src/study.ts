import { canonicalJson } from './canonical.ts';
import type { Game, Setup } from './game.ts';
import { isLegal } from './moves.ts';
import { isObject } from './plain-data.ts';
import {
  type FindGame,
  type GameRecord,
  makeRecord,
  type RecordEnd,
  type RecordError,
  type Replay,
  replaySteps,
} from './record.ts';
import {
  addLine,
  annotate,
  emptyTree,
  lineFrom,
  MAX_STUDY_MARKS,
  MAX_STUDY_TEXT,
  movesTo,
  nodeOf,
  pathTo,
  STUDY_ROOT,
  type StudyMark,
  type StudyNode,
  type StudyTree,
} from './study-tree.ts';
import { failure, type Move, NOBODY, type Result, success } from './vocabulary.ts';

/** The most characters of a title. */
export const MAX_STUDY_TITLE = 100;

/** A line that branches off another one. Lines are counted from 0: the moves of the record, then the variations in their order. */
export interface RecordVariation {
  /** The line that it branches off: an earlier one. */
  readonly of: number;
  /** The number of moves of that line that it shares, counted from the start of the game. */
  readonly after: number;
  /** In notation. */
  readonly moves: readonly string[];
}

/** The comment and marks of a position. */
export interface RecordNote {
  readonly line: number;
  /** The number of moves made, counted from the start of the game. */
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

/** A valid chapter as a tree. */
export interface StudyChapter {
  readonly game: Game;
  readonly setup: Setup;
  readonly title: string;
  readonly tree: StudyTree;
  /** The end of the game that was studied, if its rules did not end it, and all its moves. */
  readonly ended: { readonly moves: readonly Move[]; readonly end: RecordEnd } | null;
}

/** A chapter without moves. */
export const emptyChapter = (game: Game, setup: Setup): StudyChapter => ({
  game,
  setup,
  title: '',
  tree: emptyTree(),
  ended: null,
});

/** Reads an untrusted record with or without variations. Checks the record, and every move of every variation. */
export function readChapter(find: FindGame, data: unknown): Result<StudyChapter, StudyError> {
  for (const steps = chapterSteps(find, data); ;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `readChapter`, but yields after every ply of the main line and every variation, so that a server can do other work in between. */
export function* chapterSteps(find: FindGame, data: unknown): Generator<void, Result<StudyChapter, StudyError>, void> {
  const replayed = yield* replaySteps(find, data);
  if (!replayed.ok) return replayed;
  const facts = parseFacts((data as { readonly study?: unknown }).study);
  if (!facts.ok) return bad(facts.error);
  const lines = yield* readLines(replayed.value, facts.value.variations);
  if (!lines.ok) return lines;
  const noted = withNotes(lines.value, facts.value.notes);
  if (!noted.ok) return bad(noted.error);
  const { game, setup, record } = replayed.value;
  const { end } = record;
  const ended = end === undefined || end.by === 'rules' ? null : { moves: mainMoves(lines.value.tree), end };
  return success({ game, setup, title: facts.value.title ?? '', tree: noted.value, ended });
}

const mainMoves = (tree: StudyTree): readonly Move[] => lineFrom(tree, STUDY_ROOT).map(({ move }) => move);

const bad = (detail: string) => failure<StudyError>({ name: 'bad-study', detail });

/** The last position of each line. */
interface ReadLines {
  readonly tree: StudyTree;
  readonly ends: readonly number[];
}

function* readLines(
  { game, setup, record }: Replay,
  variations: readonly RecordVariation[],
): Generator<void, Result<ReadLines, StudyError>, void> {
  const main = addLine(
    emptyTree(),
    STUDY_ROOT,
    record.moves.map((text) => game.parseMove(text) ?? 0),
  );
  if (!main.ok) return bad('too many moves');
  let { tree } = main.value;
  const ends = [main.value.at];
  for (const [index, { of, after, moves }] of variations.entries()) {
    const name = `variation ${index + 1}`;
    const from = placeOf({ tree, ends }, of, after);
    if (from === null) return bad(`${name} leaves no position before it`);
    const read = legalLine(game, setup, movesTo(tree, from), moves);
    if (typeof read === 'string') return bad(`${name}: ${read}`);
    const added = addLine(tree, from, read);
    if (!added.ok) return bad('too many moves');
    tree = added.value.tree;
    ends.push(added.value.at);
    yield;
  }
  return success({ tree, ends });
}

/** The moves of a variation, or what is wrong with them. */
function legalLine(
  game: Game,
  setup: Setup,
  before: readonly Move[],
  texts: readonly string[],
): readonly Move[] | string {
  const position = game.start(setup);
  for (const move of before) position.play(move);
  const moves: Move[] = [];
  for (const text of texts) {
    const move = game.parseMove(text);
    if (position.turn === NOBODY) return `a move after the end (${text})`;
    if (move === null || !isLegal(game, position, move)) return `no legal move (${text})`;
    position.play(move);
    moves.push(move);
  }
  return moves;
}

/** The position of a line after `after` moves of the game; `null` if there is none. */
function placeOf({ tree, ends }: ReadLines, line: number, after: number): number | null {
  const end = ends[line];
  if (end === undefined) return null;
  return after === 0 ? STUDY_ROOT : (pathTo(tree, end)[after - 1]?.id ?? null);
}

function withNotes(lines: ReadLines, notes: readonly RecordNote[]): Result<StudyTree, string> {
  let { tree } = lines;
  for (const { line, after, text = '', marks = [] } of notes) {
    const at = placeOf({ tree, ends: lines.ends }, line, after);
    if (at === null) return failure(`a note at no position: line ${line}, after ${after}`);
    tree = annotate(tree, at, { text, marks });
  }
  return success(tree);
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
  if (!Array.isArray(variations) || !variations.every(isRecordVariation)) return failure('variations');
  if (!Array.isArray(notes) || !notes.every(isRecordNote)) return failure('notes');
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

/** The longest name of a place on a board. */
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
