import { describe, expect, test } from 'vitest';
import { makeRecord, movesIn, type PuzzleFacts, puzzleId, replayPuzzle } from '../src/index.ts';
import { countdown } from './countdown.ts';

const setup = { options: {}, players: 2, deal: null };
const find = () => countdown;

/** Two are left: who takes both wins. */
const record = makeRecord(countdown, setup, [0]);
const position = countdown.start(setup);
for (const move of movesIn(countdown, record.moves)) position.play(move);

const facts: PuzzleFacts = {
  id: puzzleId(countdown, position),
  seat: 1,
  best: ['-2'],
  ...({ kind: 'proven', goal: 'win', unit: 'result' } as const),
  ...{ score: 1, margin: 1, level: 1 },
};

const read = (puzzle: unknown, of: object = record) => replayPuzzle(find, { ...of, puzzle });

describe('a puzzle', () => {
  test('is a record up to its position, with the moves that are right', () => {
    expect(read(facts)).toMatchObject({
      ok: true,
      value: { puzzle: facts, best: [1], position: { left: 2, turn: 1 } },
    });
  });

  test('has an id of 8 digits, which tells what the seat to move sees', () => {
    expect(facts.id).toMatch(/^[\da-f]{8}$/);
    expect(puzzleId(countdown, countdown.start(setup))).not.toBe(facts.id);
    // A hash that begins with zeros keeps them.
    const ids = Array.from({ length: 40 }, (_, left) => puzzleId(countdown, Object.assign(position.clone(), { left })));
    for (const id of ids) expect(id).toHaveLength(8);
    expect(new Set(ids).size).toBe(40);
  });

  test.each([
    ['no facts', undefined, 'not the facts of a puzzle'],
    ['null', null, 'not the facts of a puzzle'],
    ['a text', 'win', 'not the facts of a puzzle'],
    ['another seat', { ...facts, seat: 0 }, 'seat 0 is not to move'],
    ['another id', { ...facts, id: '00000000' }, `the id is ${facts.id}`],
    ['no right move', { ...facts, best: [] }, 'a right move is not legal'],
    ['a move that is none', { ...facts, best: ['-2', 'a1'] }, 'a right move is not legal'],
    ['an illegal move', { ...facts, best: ['-2', '-3'] }, 'a right move is not legal'],
    ['nothing to find', { ...facts, best: ['-1', '-2'] }, 'every move is right'],
  ])('with %s is refused, and says why', (_, puzzle, detail) => {
    expect(read(puzzle)).toEqual({ ok: false, error: { name: 'bad-puzzle', detail } });
  });

  test.each([
    ...(['id', 'best', 'kind', 'goal', 'unit'] as const).map((field) => [field, 5] as const),
    ...(['seat', 'score', 'margin', 'level'] as const).map((field) => [field, '1'] as const),
    ...([
      ['best', [5]],
      ['seat', 0.5],
      ['score', Number.NaN],
      ['margin', Number.POSITIVE_INFINITY],
    ] as const),
    ...([
      ['margin', 0],
      ['margin', -1],
      ['kind', 'guessed'],
      ['goal', 'draw'],
      ['unit', 'metres'],
      ['level', 9],
    ] as const),
  ])('with the wrong %s (%s) is refused', (field, value) => {
    const error = { name: 'bad-puzzle', detail: 'not the facts of a puzzle' };
    expect(read({ ...facts, [field]: value })).toEqual({ ok: false, error });
  });

  test('of a game that is over is refused', () => {
    expect(read(facts, makeRecord(countdown, setup, [0, 1]))).toMatchObject({ error: { detail: 'the game is over' } });
  });

  test('the errors of the record come first', () => {
    expect(read(null, { ...record, players: 9 })).toMatchObject({ error: { name: 'bad-players' } });
  });
});
