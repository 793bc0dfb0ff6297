import { type Level, type Move, NOBODY, SeededRng } from '@tablier/core';
import { botMove, chooseMove } from '@tablier/ai';
import { describe, expect, test } from 'vitest';
import { advice } from '../../src/arcanor/bot.ts';
import { type ArcanorPosition, arcanor } from '../../src/arcanor/index.ts';
import { scene, startOf } from './scene.ts';

const OPTIONS = { table: 'memory' } as const;

/** The share of a win that Light can expect. */
function lightOf(position: ArcanorPosition): number {
  const values = new Float64Array(2);
  advice.evaluate(position, values);
  expect((values[0] ?? 0) + (values[1] ?? 0)).toBeCloseTo(1);
  return values[0] ?? 0;
}

const lightIn = (text: string): number => lightOf(scene(text));

function searched(position: ArcanorPosition, depth: number): string {
  const task = { game: arcanor, options: OPTIONS, knowledge: arcanor.secrets.knowledge(position, position.turn) };
  return arcanor.formatMove(chooseMove(task, { nodes: 100_000, depth }, new SeededRng(1)).move);
}

describe('the key of a position', () => {
  const keyOf = (position: ArcanorPosition): string => {
    const into = new Int32Array(2);
    advice.key(position, into);
    return into.join();
  };

  test('is the same however the position arose, and follows copies and loaded data', () => {
    const [there, back] = [startOf(), startOf()];
    for (let seed = 0; seed < 20; seed++) {
      const rng = new SeededRng(seed);
      for (let ply = 0; ply < 60 && there.turn !== NOBODY; ply++) there.play(there.randomMove(rng));
      back.setData(there.toData());
      expect(keyOf(back), `seed ${seed}`).toBe(keyOf(there));
      expect(keyOf(there.clone()), `seed ${seed}`).toBe(keyOf(there));
      there.copyFrom(startOf());
    }
  });

  test('differs between all positions of random games, and by the side to move', () => {
    const seen = new Map<string, string>();
    for (let seed = 0; seed < 30; seed++) {
      const position = startOf();
      const rng = new SeededRng(seed);
      while (position.turn !== NOBODY) {
        const { stacks, turn } = position.toData();
        const key = keyOf(position);
        const board = `${stacks.join()} ${turn}`;
        expect(seen.get(key) ?? board, `seed ${seed}`).toBe(board);
        seen.set(key, board);
        position.play(position.randomMove(rng));
      }
    }
    expect(seen.size).toBeGreaterThan(5000);
    expect(keyOf(scene('c4 L2, f4 D2'))).not.toBe(keyOf(scene('c4 L2, f4 D2', { turn: 1 })));
  });
});

describe('the evaluation', () => {
  test('rates the start as even, and mirrored positions the same for either side', () => {
    expect(lightOf(startOf())).toBeCloseTo(0.5);
    expect(lightIn('c4 L2, a7 L3, d6 D4')).toBeCloseTo(1 - lightOf(scene('f4 D2, h1 D3, e2 L4', { turn: 1 })));
  });

  test.each([
    ['points on the goal row', 'a7 L4, c4 L2, f4 D2', 'a6 L4, c4 L2, f4 D2'],
    ['pieces nearer to it', 'a5 L4, f4 D2', 'a3 L4, f4 D2'],
    ['a valuable piece under an own one', 'a4 L1L2, f4 D2', 'a4 L1, f4 D2'],
    ['an enemy held fast', 'a4 L1D2, f4 D2, g6 D1', 'a4 L1, b2 D2, f4 D2, g6 D1'],
    ['something to take', 'c4 L3, d4 D4', 'c4 L3, e4 D4'],
  ])('prefers %s', (_, better, worse) => {
    expect(lightIn(better)).toBeGreaterThan(lightIn(worse));
  });
});

describe('the searches with it', () => {
  test('take the last missing point', () => {
    expect(searched(scene('a7 L4, b7 L4, d6 L4, c3 L1, e4 D1, f3 D2'), 3)).toMatch(/^d6-[cde]7$/);
  });

  test('take a piece rather than nothing', () => {
    expect(searched(scene('c4 L3, d4 D4, a1 L1L2, h7 D1D2'), 2)).toBe('c4xd4');
  });

  test('do not free the opponent’s last point', () => {
    expect(searched(scene('a1 D4, b1 D4, d1 L3D4, d3 L1, h4 D1'), 2)).not.toContain('^');
  });
});

/** The winner of a game between two levels; `NOBODY` for a draw. */
function winnerOf(levels: readonly [Level, Level], seed: number): number {
  const rng = new SeededRng(seed);
  const position = startOf();
  while (position.turn !== NOBODY) {
    const knowledge = arcanor.secrets.knowledge(position, position.turn);
    const move: Move = botMove({ game: arcanor, options: OPTIONS, knowledge }, levels[position.turn] ?? 'medium', rng);
    position.play(move);
  }
  return position.winner;
}

test('medium beats beginner from either seat', () => {
  expect([1, 2].map((seed) => winnerOf(['medium', 'beginner'], seed))).toEqual([0, 0]);
  expect([3, 4].map((seed) => winnerOf(['beginner', 'medium'], seed))).toEqual([1, 1]);
});
