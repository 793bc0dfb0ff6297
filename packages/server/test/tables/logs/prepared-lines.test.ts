import { makeSetup, type Position } from '@tablier/core';
import { arcanor, isaac } from '@tablier/games';
import type { MatchState } from '@tablier/match';
import { MAX_PREPARED } from '@tablier/protocol';
import type { StoredEvent } from '@tablier/store';
import { describe, expect, test } from 'vitest';
import {
  answerOf,
  movesMade,
  PREPARED_STREAM,
  preparedLog,
  preparedOf,
  reachable,
  restOf,
  shownLines,
  type StoredLine,
  withLine,
} from '../../../src/tables/logs/prepared-moves.ts';
import { afterEvents, playingTable } from '../a-table.ts';

/** The moves of a game of Isaac in which everyone makes the legal move with this index, in notation. */
function movesBy(...indices: readonly number[]): readonly string[] {
  const setup = makeSetup(isaac, { players: 2 });
  if (!setup.ok) throw new Error(setup.error.name);
  const position: Position = isaac.start(setup.value);
  return indices.map((index) => {
    const legal = new Uint16Array(isaac.maxMoves);
    const move = legal[index % position.legalMoves(legal)] ?? -1;
    position.play(move);
    return isaac.formatMove(move);
  });
}

const LINE = movesBy(10, 20, 30, 40, 50, 60);
/** Another first move, and an answer to it. */
const OTHER = movesBy(11, 25);
/** The first move of `LINE`, and another answer to it. */
const OTHERWISE = movesBy(10, 21);
/** As `LINE` up to the answer, then another expected move and an answer to it. */
const BRANCH = movesBy(10, 20, 31, 41);

/** The match of Isaac after moves. */
function matchAfter(moves: readonly string[] = []): MatchState {
  const state = moves.reduce(
    (table, move, ply) => afterEvents(table, { kind: 'moved', seat: ply % 2, move, at: ply }),
    playingTable(),
  );
  if (state.match === null) throw new Error('no match');
  return state.match;
}

const SECOND = 1;
/** What the second player prepares; throws if it is refused. */
function prepared(match: MatchState, lines: readonly StoredLine[], line: readonly string[]): readonly StoredLine[] {
  const result = withLine(lines, { match, seat: SECOND }, { played: [...movesMade(match)], line: [...line] });
  if (!result.ok) throw new Error(result.error.name);
  return result.value;
}
const refusal = (
  match: MatchState,
  line: readonly string[],
  { seat = SECOND, played = movesMade(match), lines = [] as readonly StoredLine[] } = {},
) => {
  const result = withLine(lines, { match, seat }, { played: [...played], line: [...line] });
  return result.ok ? null : result.error;
};
const movesOf = (lines: readonly StoredLine[]) => lines.map(({ moves }) => moves);

describe('what is left of a line', () => {
  function someLine(): StoredLine {
    const [line] = prepared(matchAfter(), [], LINE.slice(0, 4));
    if (line === undefined) throw new Error('no line');
    return line;
  }

  test('are the moves that were not made yet', () => {
    const line = someLine();
    for (const made of [0, 1, 2, 3]) expect(restOf(line, LINE.slice(0, made))).toEqual(LINE.slice(made, 4));
  });

  test('is nothing once it is over, or after another move', () => {
    const line = someLine();
    expect(restOf(line, LINE.slice(0, 4))).toBeNull();
    expect(restOf(line, LINE.slice(0, 5))).toBeNull();
    expect(restOf(line, OTHER.slice(0, 1))).toBeNull();
    expect(restOf(line, [...LINE.slice(0, 1), OTHER[1] ?? ''])).toBeNull();
  });

  test('is nothing before its position, and after another way to as many moves', () => {
    const [later] = prepared(matchAfter(LINE.slice(0, 2)), [], LINE.slice(2, 4));
    if (later === undefined) throw new Error('no line');
    expect(later.plies).toBe(2);
    expect(restOf(later, LINE.slice(0, 2))).toEqual(LINE.slice(2, 4));
    expect(restOf(later, LINE.slice(0, 1))).toBeNull();
    expect(restOf(later, OTHER)).toBeNull();
    expect(restOf(later, [...OTHER, LINE[2] ?? ''])).toBeNull();
  });

  test('begins at the position of the match, and keeps its id', () => {
    const [line, made] = [someLine(), LINE.slice(0, 2)];
    const [moved] = reachable([line], made);
    expect(moved).toMatchObject({ id: line.id, plies: 2, moves: LINE.slice(2, 4) });
    expect(moved && restOf(moved, made)).toEqual(LINE.slice(2, 4));
    expect(reachable([line], OTHER)).toEqual([]);
  });
});

describe('a line', () => {
  test('is stored with the moves before it, and shown with those to come', () => {
    const lines = prepared(matchAfter(), [], LINE.slice(0, 4));
    expect(lines).toMatchObject([{ plies: 0, moves: LINE.slice(0, 4) }]);
    const [{ id } = { id: '' }] = lines;
    expect(id).toMatch(/^[\w-]{16,40}$/);
    expect(shownLines(lines, matchAfter(LINE.slice(0, 1)))).toEqual({
      plies: 1,
      lines: [{ id, moves: LINE.slice(1, 4) }],
    });
  });

  test('has an id of its own: by its moves, and by those before it', () => {
    const [one] = prepared(matchAfter(), [], LINE.slice(0, 2));
    const [again] = prepared(matchAfter(), [], LINE.slice(0, 2));
    const [other] = prepared(matchAfter(), [], OTHER);
    const [later] = prepared(matchAfter(LINE.slice(0, 2)), [], LINE.slice(2, 4));
    expect(again?.id).toBe(one?.id);
    expect(new Set([one, other, later].map((each) => each?.id)).size).toBe(3);
    expect(other?.after).toBe(one?.after);
    expect(later?.after).not.toBe(one?.after);
  });

  test('that goes on where another ends replaces it', () => {
    const short = prepared(matchAfter(), [], LINE.slice(0, 2));
    expect(movesOf(prepared(matchAfter(), short, LINE.slice(0, 4)))).toEqual([LINE.slice(0, 4)]);
  });

  test('that is part of another one changes nothing', () => {
    const long = prepared(matchAfter(), [], LINE.slice(0, 4));
    expect(prepared(matchAfter(), long, LINE.slice(0, 2))).toBe(long);
    expect(prepared(matchAfter(), long, LINE.slice(0, 4))).toBe(long);
  });

  test('for another move of the opponent is one more', () => {
    const one = prepared(matchAfter(), [], LINE.slice(0, 4));
    const two = prepared(matchAfter(), one, OTHER);
    const three = prepared(matchAfter(), two, BRANCH);
    expect(movesOf(three)).toEqual([LINE.slice(0, 4), OTHER, BRANCH]);
    // A shorter one that differs is no part of a longer one.
    expect(movesOf(prepared(matchAfter(), prepared(matchAfter(), [], BRANCH), OTHER))).toEqual([BRANCH, OTHER]);
  });

  test('that answers the same position otherwise is refused with the other one', () => {
    const lines = prepared(matchAfter(), prepared(matchAfter(), [], OTHER), LINE.slice(0, 2));
    expect(refusal(matchAfter(), OTHERWISE, { lines })).toEqual({ name: 'answered-otherwise', detail: lines[1]?.id });
  });

  test('leaves out what can no longer be reached', () => {
    const before = prepared(matchAfter(), prepared(matchAfter(), [], OTHER), LINE.slice(0, 4));
    const match = matchAfter(LINE.slice(0, 2));
    const other = prepared(match, before, BRANCH.slice(2));
    expect(movesOf(other)).toEqual([LINE.slice(2, 4), BRANCH.slice(2)]);
    expect(other.map(({ plies }) => plies)).toEqual([2, 2]);
  });

  test('still counts if the match went on along it while the command was on its way', () => {
    const match = matchAfter(LINE.slice(0, 1));
    const result = withLine([], { match, seat: SECOND }, { played: [], line: [...LINE.slice(0, 4)] });
    expect(result).toMatchObject({ ok: true, value: [{ plies: 1, moves: LINE.slice(1, 4) }] });
  });

  test(`is one of ${MAX_PREPARED} at most`, () => {
    const match = matchAfter();
    let lines: readonly StoredLine[] = [];
    for (let index = 0; index < MAX_PREPARED; index++) lines = prepared(match, lines, movesBy(index, 300));
    expect(lines).toHaveLength(MAX_PREPARED);
    expect(refusal(match, movesBy(MAX_PREPARED, 300), { lines })).toEqual({
      name: 'too-many-prepared',
      detail: String(MAX_PREPARED),
    });
    // One that goes on where another ends is not one more.
    expect(prepared(match, lines, movesBy(0, 300, 7, 9))).toHaveLength(MAX_PREPARED);
  });

  test('is refused by name', () => {
    const match = matchAfter();
    expect(refusal(match, LINE.slice(0, 1), { seat: 0 })).toEqual({ name: 'your-turn' });
    expect(refusal(match, LINE.slice(0, 1))).toEqual({ name: 'no-answer' });
    expect(refusal(match, LINE.slice(0, 3))).toEqual({ name: 'no-answer' });
    expect(refusal(match, [LINE[0] ?? '', LINE[0] ?? ''])).toEqual({ name: 'illegal-move', detail: LINE[0] });
    expect(refusal(match, [LINE[0] ?? '', '?'])).toEqual({ name: 'unreadable-move', detail: '?' });
    expect(refusal(match, LINE.slice(1, 3), { played: LINE.slice(0, 1) })).toEqual({ name: 'position-changed' });
    expect(refusal(matchAfter(OTHER), LINE.slice(0, 4), { played: [] })).toEqual({ name: 'position-changed' });
  });

  test('is refused where something is hidden, and when the match is over', () => {
    const hidden = playingTable({ game: arcanor }).match;
    if (hidden === null) throw new Error('no match');
    expect(refusal(hidden, ['a1-a2', 'a7-a6'])).toEqual({ name: 'not-prepared-here' });
    const over = afterEvents(playingTable(), { kind: 'resigned', seat: 0, at: 1 }).match;
    expect(over && refusal(over, LINE.slice(0, 2))).toEqual({ name: 'match-over' });
  });
});

describe('the answer', () => {
  const someLines = () => prepared(matchAfter(), prepared(matchAfter(), [], OTHER), LINE.slice(0, 4));

  test('is that of the line whose moves were made', () => {
    const lines = someLines();
    expect(answerOf(lines, matchAfter(LINE.slice(0, 1)))).toBe(LINE[1]);
    expect(answerOf(lines, matchAfter(OTHER.slice(0, 1)))).toBe(OTHER[1]);
    expect(answerOf(lines, matchAfter(LINE.slice(0, 3)))).toBe(LINE[3]);
  });

  test('is none after another move, or at the end of the line', () => {
    const lines = someLines();
    expect(answerOf(lines, matchAfter(movesBy(12)))).toBeNull();
    expect(answerOf(lines, matchAfter(LINE.slice(0, 5)))).toBeNull();
    expect(answerOf([], matchAfter(LINE.slice(0, 1)))).toBeNull();
  });
});

describe('the log of a seat', () => {
  test('has lines of moves, and nothing else', () => {
    const line = { id: 'i', plies: 2, after: 'hash', moves: ['a', 'b'] };
    const event = (kind: string, data: unknown) => ({ seq: 1, at: 5, kind, data }) as StoredEvent;
    expect(PREPARED_STREAM.readEvent(event('prepared', { lines: [line] })).lines).toEqual([line]);
    for (const wrong of [{ ...line, plies: 1.5 }, { ...line, id: 1 }, { ...line, moves: [1] }, { id: 'i' }])
      expect(() => PREPARED_STREAM.readEvent(event('prepared', { lines: [wrong] }))).toThrow(/prepared moves/);
    expect(() => PREPARED_STREAM.readEvent(event('prepared', {}))).toThrow(/prepared moves/);
    expect(() => PREPARED_STREAM.readEvent(event('moved', { lines: [] }))).toThrow(/prepared moves/);
  });

  test('is named after the table and the seat', () => {
    for (const [table, seat] of [
      ['a'.repeat(22), 0],
      ['x-prepared1', 12],
    ] as const)
      expect(preparedOf(preparedLog(table, seat))).toEqual({ table, seat });
  });

  test.each(['a', 'a-prepared', '-prepared1', 'a-prepared123', 'a-prepared1x', 'a-preparedx'])('is not %s', (log) => {
    expect(preparedOf(log)).toBeNull();
  });
});
