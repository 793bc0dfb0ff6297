import { type Move, NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { type ArcanorPosition, arcanor } from '../../src/arcanor/index.ts';
import { SearchBoard } from '../../src/arcanor/search/board.ts';
import { forEachTerm, WEIGHT_COUNT } from '../../src/arcanor/search/evaluation.ts';
import { WEIGHTS } from '../../src/arcanor/search/weights.ts';
import { play, scene, startOf } from './scene.ts';

/** All fields of a board as text. */
const fieldsOf = (board: SearchBoard): string => {
  const { turn, winner, quiet, points, stacks, bits, early, late, low, high } = board;
  const lists = [points, stacks, bits, movesOf(board)].map((list) => [...list]);
  return JSON.stringify([turn, winner, quiet, early, late, low, high, ...lists]);
};

function movesOf(board: SearchBoard): Move[] {
  const moves = new Uint16Array(256);
  const forcing = [...moves.subarray(0, board.listForcing(moves))];
  return [...forcing, ...moves.subarray(0, board.listQuiet(moves))].sort((one, other) => one - other);
}

function legalMovesOf(position: ArcanorPosition): Move[] {
  const moves = new Uint16Array(256);
  return [...moves.subarray(0, position.legalMoves(moves))];
}

/** The number of move sequences, played and taken back on one board. */
function perft(board: SearchBoard, depth: number): number {
  if (depth === 0 || board.turn === NOBODY) return depth === 0 ? 1 : 0;
  const moves = movesOf(board);
  if (depth === 1) return moves.length;
  let count = 0;
  for (const move of moves) {
    board.make(move);
    count += perft(board, depth - 1);
    board.unmake();
  }
  return count;
}

/** The same with the rules. */
function perftByRules(position: ArcanorPosition, depth: number): number {
  if (depth === 0) return 1;
  let count = 0;
  for (const move of legalMovesOf(position)) {
    const after = position.clone();
    after.play(move);
    count += perftByRules(after, depth - 1);
  }
  return count;
}

/** The moves that are played before they are taken back: more than a search ever plays. */
const LONGEST = 200;

/** What the rules say about a position. */
const stateOf = ({ turn, winner, quiet }: SearchBoard | ArcanorPosition): string => [turn, winner, quiet].join();

const moveOf = (text: string): Move => {
  const move = arcanor.parseMove(text);
  if (move === null) throw new Error(`${text} is no move`);
  return move;
};

describe('the board of the search', () => {
  test('counts the move sequences of the start', () => {
    expect([1, 2, 3].map((depth) => perft(new SearchBoard(startOf()), depth))).toEqual([40, 1600, 66080]);
  });

  test('counts the same move sequences as the rules in positions of random games', () => {
    for (let seed = 0; seed < 30; seed++) {
      const position = startOf();
      const rng = new SeededRng(`perft ${seed}`);
      for (let ply = 0; ply < 8 * seed && position.turn !== NOBODY; ply++) position.play(position.randomMove(rng));
      expect(perft(new SearchBoard(position), 2), `seed ${seed}`).toBe(perftByRules(position, 2));
    }
  });

  test('plays random games as the rules do, and takes every move back', () => {
    const ends = new Set<string | null>();
    for (let seed = 0; seed < 40; seed++) {
      const position = startOf();
      const rng = new SeededRng(`game ${seed}`);
      const board = new SearchBoard(position);
      // Only the third occurrence counts as a repetition, as in the rules.
      board.root = Number.POSITIVE_INFINITY;
      let fields: string[] = [];
      const takeAllBack = (): void => {
        for (const before of fields.toReversed()) {
          board.unmake();
          if (fieldsOf(board) !== before) expect(fieldsOf(board), `seed ${seed}`).toBe(before);
        }
        fields = [];
      };
      while (position.turn !== NOBODY) {
        if (fields.length === LONGEST) {
          takeAllBack();
          board.load(position);
          board.root = Number.POSITIVE_INFINITY;
        }
        fields.push(fieldsOf(board));
        const move = position.randomMove(rng);
        position.play(move);
        board.make(move);
        expect(stateOf(board), `seed ${seed}`).toBe(stateOf(position));
      }
      ends.add(position.end);
      takeAllBack();
    }
    expect(ends).toContain('points');
    expect(ends).toContain('quiet');
  });

  test('has the keys, sets and sums of the same position loaded again, and the same legal moves', () => {
    for (let seed = 0; seed < 20; seed++) {
      const position = startOf();
      const board = new SearchBoard(position);
      board.root = Number.POSITIVE_INFINITY;
      const rng = new SeededRng(`keys ${seed}`);
      for (let ply = 0; ply < LONGEST && position.turn !== NOBODY; ply++) {
        const legal = legalMovesOf(position);
        expect(movesOf(board).join()).toBe(legal.join());
        const tried = rng.below(1086);
        expect(board.isLegal(tried)).toBe(legal.includes(tried));
        expect(fieldsOf(board), `seed ${seed}, ply ${ply}`).toBe(fieldsOf(new SearchBoard(position)));
        const move = position.randomMove(rng);
        position.play(move);
        board.make(move);
      }
    }
  });

  test('[A13] a position that occurs for the second time since the root is drawn, before it for the third', () => {
    const shuffled = ['a1-a2', 'h7-h6', 'a2-a1', 'h6-h7'];
    const position = scene('a1 L1, h7 D1');
    const board = new SearchBoard(position);
    for (const [index, text] of [...shuffled, ...shuffled].entries()) {
      expect(board.turn, `move ${index}`).not.toBe(NOBODY);
      board.make(moveOf(text));
      if (index === 4) break;
    }
    expect([board.turn, board.winner]).toEqual([NOBODY, NOBODY]);
    const later = new SearchBoard(play(position, shuffled.join(' ')));
    for (const [index, text] of shuffled.entries()) {
      expect(later.turn, `move ${index}`).not.toBe(NOBODY);
      later.make(moveOf(text));
    }
    expect([later.turn, later.winner]).toEqual([NOBODY, NOBODY]);
  });

  test('a pass changes the turn only, and is taken back', () => {
    const board = new SearchBoard(scene('a1 L1L2, b1 L3, c1 L4, h7 D1, g7 D2, f7 D3'));
    const before = fieldsOf(board);
    expect(board.pass()).toBe(true);
    expect(board.turn).toBe(1);
    board.unpass();
    expect(fieldsOf(board)).toBe(before);
    expect(new SearchBoard(scene('a1 L1, b1 L3, h7 D1, g7 D2, f7 D3')).pass()).toBe(false);
  });
});

describe('the evaluation of the search', () => {
  test('is the sum of its weighted terms', () => {
    for (let seed = 0; seed < 20; seed++) {
      const position = startOf();
      const rng = new SeededRng(`terms ${seed}`);
      for (let ply = 0; ply < 10 * seed && position.turn !== NOBODY; ply++) position.play(position.randomMove(rng));
      if (position.turn === NOBODY) continue;
      const board = new SearchBoard(position);
      let light = 0;
      forEachTerm(board, (term, seat, times) => {
        light += (seat === 0 ? 1 : -1) * times * (WEIGHTS[term] ?? Number.NaN);
      });
      expect(Math.abs((position.turn === 0 ? light : -light) - board.evaluate()), `seed ${seed}`).toBeLessThan(1.01);
    }
    expect(WEIGHTS).toHaveLength(WEIGHT_COUNT);
  });

  test('is the same for either side in mirrored positions', () => {
    const light = new SearchBoard(scene('c4 L2, a7 L3, d6 D4, b3 L3D4, e5 D1L2'));
    const dark = new SearchBoard(scene('f4 D2, h1 D3, e2 L4, g5 D3L4, d3 L1D2', { turn: 1 }));
    expect(light.evaluate()).toBe(dark.evaluate());
  });
});
