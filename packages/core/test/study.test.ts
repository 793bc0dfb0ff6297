import { describe, expect, test } from 'vitest';
import {
  addLine,
  annotate,
  chapterSteps,
  emptyChapter,
  emptyTree,
  lineFrom,
  makeRecord,
  MAX_STUDY_LINES,
  MAX_STUDY_MOVES,
  MAX_STUDY_NOTES,
  movesTo,
  nodeOf,
  promote,
  readChapter,
  removeBranch,
  STUDY_ROOT,
  type StudyTree,
  toggleMark,
  variationStart,
  writeChapter,
} from '../src/index.ts';
import { countdown } from './countdown.ts';

const setup = { options: {}, players: 2, deal: null };

function grown(tree: StudyTree, from: number, ...moves: number[]) {
  const added = addLine(tree, from, moves);
  if (!added.ok) throw new Error(added.error);
  return added.value;
}

/** The main line 1 1 1, and below it 2 1 and 1 2. */
function sample() {
  const main = grown(emptyTree(), STUDY_ROOT, 0, 0, 0);
  const first = grown(main.tree, STUDY_ROOT, 1, 0);
  const second = grown(first.tree, nodeOf(first.tree, STUDY_ROOT).children[0] ?? 0, 1);
  return { tree: second.tree, main: main.at, first: first.at, second: second.at };
}

const main = (tree: StudyTree): number[] => lineFrom(tree, STUDY_ROOT).map(({ move }) => move);

describe('the tree of a study', () => {
  test('goes on where the move is known, and begins a variation where it is not', () => {
    const { tree, first } = sample();
    expect(main(tree)).toEqual([0, 0, 0]);
    expect(movesTo(tree, first)).toEqual([1, 0]);
    expect(grown(tree, STUDY_ROOT, 1, 0)).toEqual({ tree, at: first });
  });

  test('promotes the nearest variation by one place, until it is the main line', () => {
    const { tree, first, second, main: last } = sample();
    expect(variationStart(tree, last)).toBeNull();
    expect(promote(tree, last)).toBe(tree);
    expect(main(promote(tree, first))).toEqual([1, 0]);
    expect(main(promote(tree, second))).toEqual([0, 1]);
    const third = grown(sample().tree, nodeOf(tree, STUDY_ROOT).children[0] ?? 0, 1);
    expect(movesTo(third.tree, third.at)).toEqual([0, 1]);
  });

  test('removes a variation with all that follows, and keeps the others', () => {
    const { tree, first } = sample();
    const begin = variationStart(tree, first) ?? 0;
    const left = removeBranch(tree, begin);
    expect(left.at).toBe(STUDY_ROOT);
    expect(left.tree.size).toBe(tree.size - 2);
    expect(main(left.tree)).toEqual([0, 0, 0]);
    expect(tree.has(first)).toBe(true);
    expect(() => removeBranch(tree, STUDY_ROOT)).toThrow(RangeError);
  });

  test('has a limit, and refuses what exceeds it as a whole', () => {
    const full = new Map(emptyTree());
    for (let id = 1; id <= MAX_STUDY_MOVES; id++)
      full.set(id, { id, parent: 0, move: id, children: [], text: '', marks: [] });
    expect(addLine(full, STUDY_ROOT, [5])).toEqual({ ok: false, error: 'study-full' });
  });

  test('draws a mark once, and the second time removes it', () => {
    const arrow = { from: 'a1', to: 'b2' };
    expect(toggleMark([{ from: 'a1' }], arrow)).toEqual([{ from: 'a1' }, arrow]);
    expect(toggleMark([{ from: 'a1' }, arrow], { from: 'a1' })).toEqual([arrow]);
  });
});

const find = () => countdown;
const chapter = { game: countdown, setup, title: 'Three', ended: null };

describe('a study as a record', () => {
  test('has the main line as its moves, and every variation with the line that it leaves', () => {
    const { tree, first } = sample();
    const written = writeChapter({
      ...chapter,
      tree: annotate(tree, first, { text: 'wins', marks: [{ from: 'a1' }] }),
    });
    expect(written.moves).toEqual(['-1', '-1', '-1']);
    expect(written.end).toMatchObject({ by: 'rules' });
    expect(written.study).toEqual({
      title: 'Three',
      variations: [
        { of: 0, after: 0, moves: ['-2', '-1'] },
        { of: 0, after: 1, moves: ['-2'] },
      ],
      notes: [{ line: 1, after: 2, text: 'wins', marks: [{ from: 'a1' }] }],
    });
    const read = readChapter(find, written);
    if (!read.ok) throw new Error(read.error.name);
    expect(writeChapter(read.value)).toEqual(written);
  });

  test('a record without variations is a study of its moves', () => {
    const record = makeRecord(countdown, setup, [0, 1]);
    expect(readChapter(find, record)).toMatchObject({ ok: true, value: { title: '', ended: null } });
  });

  test('the end of a resigned game is kept with its moves, and left out of any other main line', () => {
    const record = makeRecord(countdown, setup, [0]);
    const resigned = { ...record, end: { by: 'resign', scores: [0, 0], places: [1, 2] } };
    const read = readChapter(find, resigned);
    if (!read.ok) throw new Error(read.error.name);
    expect(writeChapter(read.value).end).toEqual(resigned.end);
    const longer = grown(read.value.tree, read.value.tree.size - 1, 0);
    expect(writeChapter({ ...read.value, tree: longer.tree }).end).toBeUndefined();
    // The id of a removed position is used again for another one.
    const other = grown(removeBranch(read.value.tree, 1).tree, STUDY_ROOT, 1);
    expect(writeChapter({ ...read.value, tree: other.tree }).end).toBeUndefined();
  });

  const record = writeChapter({ ...chapter, tree: sample().tree });
  const refused = (study: unknown): unknown => {
    const read = readChapter(find, { ...record, study });
    return read.ok ? 'read' : read.error;
  };

  test.each([
    ['no object', [], 'study is not an object'],
    ['variations that are no list', { variations: {} }, 'variations or notes are no list'],
    ['notes that are no list', { notes: {} }, 'variations or notes are no list'],
    [
      'an untold line',
      { variations: [{ of: 1, after: 0, moves: ['-2'] }] },
      'variation 1 leaves no position before it',
    ],
    [
      'its own line',
      {
        variations: [
          { of: 0, after: 0, moves: ['-2'] },
          { of: 2, after: 0, moves: ['-2'] },
        ],
      },
      'variation 2 leaves no position before it',
    ],
    [
      'a position after the line',
      { variations: [{ of: 0, after: 4, moves: ['-2'] }] },
      'variation 1 leaves no position before it',
    ],
    ['an illegal move', { variations: [{ of: 0, after: 2, moves: ['-2'] }] }, 'variation 1: no legal move (-2)'],
    ['an unreadable move', { variations: [{ of: 0, after: 0, moves: ['a1'] }] }, 'variation 1: no legal move (a1)'],
    [
      'a move after the end',
      { variations: [{ of: 0, after: 3, moves: ['-1'] }] },
      'variation 1: a move after the end (-1)',
    ],
    [
      'an illegal move later',
      { variations: [{ of: 0, after: 0, moves: ['-2', '-2'] }] },
      'variation 1: no legal move (-2)',
    ],
    ['a variation without moves', { variations: [{ of: 0, after: 0, moves: [] }] }, 'variations'],
    ['a variation that is none', { variations: [null] }, 'variations'],
    ['a variation of half a line', { variations: [{ of: 0.5, after: 0, moves: ['-2'] }] }, 'variations'],
    ['a variation before the start', { variations: [{ of: 0, after: -1, moves: ['-2'] }] }, 'variations'],
    ['moves that are no texts', { variations: [{ of: 0, after: 0, moves: ['-2', 1] }] }, 'variations'],
    ['a note elsewhere', { notes: [{ line: 0, after: 9, text: 'x' }] }, 'a note at no position: line 0, after 9'],
    [
      'a note at an untold line',
      { notes: [{ line: 1, after: 0, text: 'x' }] },
      'a note at no position: line 1, after 0',
    ],
    ['a note that is none', { notes: ['x'] }, 'notes'],
    ['a note before its line', { notes: [{ line: -1, after: 0, text: 'x' }] }, 'notes'],
    ['a note before the start', { notes: [{ line: 0, after: -1, text: 'x' }] }, 'notes'],
    ['a comment that is no text', { notes: [{ line: 0, after: 0, text: 5 }] }, 'notes'],
    ['a long comment', { notes: [{ line: 0, after: 0, text: 'x'.repeat(2001) }] }, 'notes'],
    ['marks that are none', { notes: [{ line: 0, after: 0, marks: [{ from: 'a1' }, { to: 'a1' }] }] }, 'notes'],
    [
      'a mark to a long place',
      { notes: [{ line: 0, after: 0, marks: [{ from: 'a1', to: 'x'.repeat(25) }] }] },
      'notes',
    ],
    ['marks that are no list', { notes: [{ line: 0, after: 0, marks: {} }] }, 'notes'],
    ['too many marks', { notes: [{ line: 0, after: 0, marks: Array(41).fill({ from: 'a1' }) }] }, 'notes'],
    ['a title that is no text', { title: 5 }, 'title'],
    ['a long title', { title: 'x'.repeat(101) }, 'title'],
  ])('%s is refused as bad-study, and says why', (_, study, detail) => {
    expect(refused(study)).toEqual({ name: 'bad-study', detail });
  });

  test('what is just within the limits is read', () => {
    const marks = Array(40).fill({ from: 'x'.repeat(24), to: 'y'.repeat(24) });
    expect(refused({ title: 'x'.repeat(100), notes: [{ line: 0, after: 0, text: 'x'.repeat(2000), marks }] })).toBe(
      'read',
    );
  });

  test('variations of variations come back as they were, with a note at each position', () => {
    let { tree } = sample();
    for (const id of tree.keys())
      tree = annotate(tree, id, id % 2 === 0 ? { text: `at ${id}` } : { marks: [{ from: 'a1' }] });
    const written = writeChapter({ ...chapter, title: '', tree });
    expect(written.study).not.toHaveProperty('title');
    expect(written.study.notes).toHaveLength(tree.size);
    const read = readChapter(find, written);
    if (!read.ok) throw new Error(read.error.name);
    expect(writeChapter(read.value)).toEqual(written);
    const texts = (of: StudyTree) => [...of.values()].map(({ text, marks }) => text + marks.length).toSorted();
    expect(texts(read.value.tree)).toEqual(texts(tree));
  });

  test('a new chapter has no title, no moves and no end', () => {
    expect(emptyChapter(countdown, setup)).toEqual({
      game: countdown,
      setup,
      title: '',
      tree: emptyTree(),
      ended: null,
    });
  });

  test('variations and notes are limited, and each that is allowed is read', () => {
    const note = { line: 0, after: 3, text: 'x' };
    const variation = { of: 0, after: 1, moves: ['-2'] };
    const detailOf = (study: unknown) => (refused(study) as { readonly detail: string }).detail;
    expect(refused({ notes: Array(MAX_STUDY_NOTES).fill(note) })).toBe('read');
    expect(detailOf({ notes: Array(MAX_STUDY_NOTES + 1).fill(note) })).toBe('more than 1000 notes');
    expect(refused({ variations: Array(MAX_STUDY_LINES).fill(variation) })).toBe('read');
    expect(detailOf({ variations: Array(MAX_STUDY_LINES + 1).fill(variation) })).toBe('more than 1000 variations');
  });

  test('reading gives way between notes, and between the moves of a variation', () => {
    const stepsOf = (study: unknown) => [...chapterSteps(find, { ...record, study })].length;
    const notes = Array(MAX_STUDY_NOTES).fill({ line: 0, after: 3 });
    expect(stepsOf({ notes }) - stepsOf({})).toBe(10);
    const variations = [{ of: 0, after: 0, moves: ['-2', '-1'] }];
    expect(stepsOf({ variations }) - stepsOf({})).toBe(3);
  });

  test('the errors of the record come first', () => {
    expect(readChapter(find, { ...record, players: 9, study: [] })).toMatchObject({ error: { name: 'bad-players' } });
  });
});
