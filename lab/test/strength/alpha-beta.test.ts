import { type Move, NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { type Board, boardAfter, MAX_MOVES, textOf } from '../../strength/ladder/alpha-beta/board.ts';
import { alphaBeta } from '../../strength/ladder/versions.ts';
import { type ArcanorPosition, arcanor } from '@tablier/games/arcanor';
import { isaac } from '@tablier/games';
import { scene, startOf } from '../../../packages/games/test/arcanor/scene.ts';

const LIGHT_WINS = 'a7 L4, b7 L4, c6 L4, f4 L1L2, f5 D2, c3 D4, e1 D4, d1 D4';
const DARK_WINS = 'a1 D4, b1 D4, c2 D4, f4 D1D2, f3 L2, c5 L4, e7 L4, d7 L4';
const OPTIONS = { table: 'memory' } as const;

function chosen(position: ArcanorPosition, { depth = 40, nodes = 20_000 } = {}) {
  const task = { game: arcanor, options: OPTIONS, knowledge: arcanor.secrets.knowledge(position, position.turn) };
  const { move, info } = alphaBeta.ai.chooseMove(task, { depth, nodes }, new SeededRng(1));
  return { move, info, text: arcanor.formatMove(move) };
}

function boardOf(position: ArcanorPosition) {
  const { stacks, turn, quiet, history } = position.toData();
  const board = boardAfter(
    stacks,
    turn,
    history.map((move) => arcanor.formatMove(move)),
  );
  board.quiet = quiet;
  return board;
}

function movesOf(position: ArcanorPosition): Move[] {
  const moves = new Uint16Array(arcanor.maxMoves);
  return [...moves.subarray(0, position.legalMoves(moves))];
}

/** What the rival's board and the rules say after a move, and what the board says when it is undone. */
function compared(position: ArcanorPosition, board: Board, move: number) {
  const after = position.clone();
  after.play(arcanor.parseMove(textOf(move)) ?? 0);
  const { low, high, own } = board;
  const gain = board.gain(move);
  board.make(move);
  const agrees =
    -board.own - own === gain &&
    board.winner() === (after.end === 'points' ? (after.winner === position.turn ? 1 : -1) : 0) &&
    (after.end !== 'repetition' || board.isRepeated()) &&
    (after.end !== 'quiet' || board.isQuietEnd) &&
    (after.end !== null || !board.isQuietEnd);
  board.unmake(move);
  return { end: after.end, agrees: agrees && board.low === low && board.high === high && board.own === own };
}

describe('the board of the rival', () => {
  test('lists the moves of the rules, undoes them, and tells how they end the game', () => {
    const listed = new Uint16Array(MAX_MOVES);
    const textsOf = (board: Board): string[] => [...listed.subarray(0, board.list(listed, 0))].map(textOf).toSorted();
    const ends = new Set<string | null>();
    const wrong: string[] = [];
    for (let seed = 0; seed < 6; seed++) {
      const rng = new SeededRng(`rival ${seed}`);
      for (const position = startOf(); position.turn !== NOBODY; position.play(position.randomMove(rng))) {
        const board = boardOf(position);
        const texts = textsOf(board);
        if (texts.join() !== movesOf(position).map(arcanor.formatMove).toSorted().join()) wrong.push(`moves ${seed}`);
        for (const move of listed.slice(0, texts.length)) {
          const { end, agrees } = compared(position, board, move);
          ends.add(end);
          if (!agrees) wrong.push(`${textOf(move)} ${seed}`);
        }
        if (textsOf(board).join() !== texts.join()) wrong.push(`undone ${seed}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(ends).toContain('points');
    expect(ends).toContain('quiet');
  });

  test('remembers the positions of the game', () => {
    const position = startOf();
    const shuffle = ['a1-b2', 'h7-g6', 'b2-a1', 'g6-h7'].map((text) => arcanor.parseMove(text) ?? 0);
    const repeated = shuffle.map((move) => {
      position.play(move);
      return boardOf(position).isRepeated();
    });
    expect(repeated).toEqual([false, false, false, true]);
  });
});

describe('the rival alpha-beta', () => {
  test.each([0, 1] as const)('wins in one for seat %i', (turn) => {
    const position = scene(turn === 0 ? LIGHT_WINS : DARK_WINS, { turn });
    const { move, info } = chosen(position, { depth: 1 });
    expect(info.values[turn]).toBeCloseTo(1, 6);
    position.play(move);
    expect(position).toMatchObject({ end: 'points', winner: turn });
  });

  test('wins in two against every answer', () => {
    const position = scene('a7 L4, b7 L4, e5 L4, b2 L1L2, g2 D3, f1 D4, e1 D1');
    const { move, info } = chosen(position);
    expect(info.values[0]).toBeCloseTo(1, 6);
    position.play(move);
    for (const answer of movesOf(position)) {
      const after = position.clone();
      after.play(answer);
      after.play(chosen(after).move);
      expect(after.winner, arcanor.formatMove(answer)).toBe(0);
    }
  });

  test('takes a free piece, but not one that costs more', () => {
    expect(chosen(scene('c3 L2, c4 D3, g3 L1, g6 D4')).text).toBe('c3xc4');
    expect(chosen(scene('c3 L2, c4 D3, c5 D1, g3 L1, g6 D4'), { depth: 1 }).text).not.toBe('c3xc4');
  });

  test('plays the same move for the same nodes, and visits as many as it was given', () => {
    const position = startOf();
    const first = chosen(position, { nodes: 3_000 });
    expect(chosen(position, { nodes: 3_000 })).toEqual(first);
    expect(first.info.nodes).toBe(3_000);
    expect(first.info.depth).toBeGreaterThanOrEqual(2);
  });

  test('plays no other game', () => {
    const position = isaac.start({ options: {}, players: 2, deal: null });
    const task = { game: isaac, options: {}, knowledge: isaac.secrets.knowledge(position, 0) };
    expect(() => alphaBeta.ai.chooseMove(task, { depth: 1, nodes: 100 }, new SeededRng(1))).toThrow(
      'only plays Arcanor',
    );
  });
});
