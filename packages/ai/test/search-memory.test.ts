import { type Move, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import {
  AnalysisSearch,
  answerBot,
  type BotGame,
  type BotLevels,
  type BotRequest,
  makeSearch,
  runSearch,
  type Search,
  SearchMemory,
  type SearchPlan,
  type SearchResult,
} from '../src/index.ts';
import { PriorTree } from '../src/trees/prior-tree.ts';
import { NONE, ROOT } from '../src/trees/tree.ts';
import { TranspositionTable } from '../src/alpha-beta/transposition-table.ts';
import { positionAfter, setupOf, taskAt } from './helpers.ts';
import { blank } from './toys/blank.ts';
import { nim, type NimPosition, type NimView } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';

const PRIORS: SearchPlan = { nodes: 2_000, exploration: 1, softness: 0.5 };
const ALPHA_BETA: SearchPlan = { nodes: 100_000, depth: 40 };
const blankTicTacToe = blank(ticTacToe);

const keyedNim: BotGame<NimPosition, NimView, NimView> = {
  ...nim,
  advice: {
    ...nim.advice,
    key(position, into) {
      into[0] = position.heaps.reduce((sum, heap) => 8 * sum + heap, position.turn);
      into[1] = 0;
    },
  },
};

interface Asked {
  readonly game?: BotGame;
  readonly plan?: SearchPlan;
  readonly depth?: number;
  /** What the caller says was played. Absent: the moves that lead to the position. */
  readonly told?: string;
  readonly deal?: unknown;
}

/** A search of the position after these moves, with a memory or without. */
function searchAt(memory: SearchMemory | null, texts: string, asked: Asked = {}): Search {
  const { game = blankTicTacToe, plan = PRIORS, depth, told = texts, deal } = asked;
  const setup = setupOf(game, { deal });
  const task = taskAt(game, setup, positionAfter(game, setup, texts));
  const moves = told
    .split(' ')
    .filter(Boolean)
    .map((text) => game.parseMove(text) as Move);
  const past = memory === null ? {} : { past: { memory, moves } };
  return makeSearch({ ...task, ...past }, plan, new SeededRng(texts), depth === undefined ? {} : { depth });
}

/** The result after the search of an earlier position of the same game. */
function resultAfter(earlier: string, texts: string, asked?: Asked, first = asked): SearchResult {
  const memory = new SearchMemory();
  runSearch(searchAt(memory, earlier, first));
  return runSearch(searchAt(memory, texts, asked));
}

const fresh = (texts: string, asked?: Asked): SearchResult => runSearch(searchAt(null, texts, asked));

describe('a search with priors that continues an earlier one', () => {
  test('knows what the earlier one found out, before its first step', () => {
    const memory = new SearchMemory();
    runSearch(searchAt(memory, '5 2'));
    const { info } = searchAt(memory, '5 2 1 9').result();
    expect(info.nodes).toBe(0);
    expect(info.depth).toBeGreaterThan(0);
    expect(searchAt(null, '5 2 1 9').result().info.depth).toBe(0);
  });

  test('visits its own budget of nodes, and plays as well', () => {
    const { move, info } = resultAfter('1', '1 5 2');
    expect(info.nodes).toBe(PRIORS.nodes);
    expect(ticTacToe.formatMove(move)).toBe('3');
    const won = resultAfter('1 4', '1 4 2 5');
    expect(ticTacToe.formatMove(won.move)).toBe('3');
    expect(won.info.values[0]).toBeGreaterThan(0.9);
  });

  test('depends only on the seeds and the searches before it, not on the sizes of the steps', () => {
    const whole = resultAfter('5', '5 1 9');
    const memory = new SearchMemory();
    for (const texts of ['5', '5 1 9']) {
      const search = searchAt(memory, texts);
      while (!search.step(7));
      if (texts !== '5') expect(search.result()).toEqual(whole);
    }
    expect(whole).not.toEqual(fresh('5 1 9'));
  });

  test('continues over several searches of one game', () => {
    const memory = new SearchMemory();
    for (const texts of ['', '5 1', '5 1 9 2', '5 1 9 2 3']) {
      const search = searchAt(memory, texts);
      expect(search.result().info.depth > 0, texts).toBe(texts !== '');
      runSearch(search);
    }
  });

  test.each([
    ['a game that took another course', '5 1', '3 1', {}],
    ['an earlier position', '5 1 9', '5', {}],
    ['moves that do not lead to its position', '5', '5 1 9', { told: '5 9 1' }],
    ['another plan', '5', '5 1 9', { plan: { ...PRIORS, softness: 1 } }],
    ['a limit of depth', '5', '5 1 9', { depth: 3 }],
  ] as const)('starts from nothing for %s', (_, earlier, later, asked) => {
    expect(resultAfter(earlier, later, asked, {})).toEqual(fresh(later, asked));
  });

  test('an analysis of one move neither uses nor replaces what is remembered', () => {
    const memory = new SearchMemory();
    runSearch(searchAt(memory, '5'));
    const setup = setupOf(ticTacToe);
    const task = taskAt(blankTicTacToe, setup, positionAfter(ticTacToe, setup, '5 1 9'));
    const moves = ['5', '1', '9'].map((text) => ticTacToe.parseMove(text) as Move);
    const options = { nodes: 500, plan: PRIORS, only: ticTacToe.parseMove('2') as Move };
    const analysis = new AnalysisSearch({ ...task, past: { memory, moves } }, options, new SeededRng(1));
    analysis.step(500);
    const alone = new AnalysisSearch(task, options, new SeededRng(1));
    alone.step(500);
    expect(analysis.result()).toEqual(alone.result());
    expect(searchAt(memory, '5 1 9').result().info.depth).toBeGreaterThan(0);
  });
});

describe('a tree that adopts another one', () => {
  /** A tree whose nodes have `width` tried edges each, as many levels as fit into `size` nodes. */
  function wide(width: number, size: number): PriorTree {
    const tree = new PriorTree();
    for (let node = 0; tree.size + width <= size; node++) {
      for (let move = 0; move < width; move++) tree.addEdge(node, move, 1 / width, 0.5);
      for (let move = 0; move < width; move++) tree.visit(tree.tryNext(node), move / width, move);
      tree.visit(node, 0.5, 0);
    }
    return tree;
  }

  const rootWith = (...moves: number[]): PriorTree => {
    const tree = new PriorTree();
    for (const move of moves) tree.addEdge(ROOT, move, 0.1 * move, 0.4);
    return tree;
  };

  test('has the values and visits of the other, and the height of what it adopted', () => {
    const other = wide(3, 200);
    const tree = rootWith(0, 1, 2);
    expect(tree.adopt(other, other.after(ROOT, 1))).toBe(3);
    expect(tree.ranked(ROOT)).toHaveLength(3);
    for (const move of [0, 1, 2]) {
      const [copy, original] = [tree.after(ROOT, move), other.after(other.after(ROOT, 1), move)];
      expect(tree.visits[copy], String(move)).toBe(other.visits[original]);
      expect(tree.mean(copy)).toBe(other.mean(original));
      expect(tree.meanLead(copy)).toBe(other.meanLead(original));
      expect(tree.mean(tree.after(copy, 2))).toBe(other.mean(other.after(original, 2)));
    }
  });

  test('keeps its own edges of the root, with new priors, and those tried before come first', () => {
    const tree = rootWith(7, 2, 9);
    tree.adopt(wide(3, 20), ROOT);
    const moves = [...tree.move.subarray(tree.first[ROOT], tree.edges)].slice(0, tree.count[ROOT]);
    expect(moves).toEqual([0, 1, 2, 7, 9]);
    expect(tree.tried[ROOT]).toBe(3);
    expect(tree.prior[2]).toBeCloseTo(0.2, 12);
    expect(tree.after(ROOT, 7)).toBe(NONE);
  });

  test('is bounded: nodes without room for their children are not expanded', () => {
    const other = wide(32, 400_000);
    const tree = rootWith(0);
    tree.adopt(other, ROOT);
    expect(tree.size).toBeLessThanOrEqual(1 << 18);
    expect(tree.size).toBeGreaterThan((1 << 18) - 32);
    expect(tree.first[tree.size - 1]).toBe(NONE);
    expect(tree.visits[tree.size - 1]).toBeGreaterThan(0);
  });
});

describe('the answer of a bot', () => {
  const request = (texts: string, tellsMoves: boolean): BotRequest => {
    const position = positionAfter(ticTacToe, setupOf(ticTacToe), texts);
    const moves = texts.split(' ').map((text) => ticTacToe.parseMove(text) as Move);
    return {
      game: ticTacToe.id,
      options: {},
      knowledge: ticTacToe.secrets.knowledge(position, position.turn),
      level: 8,
      seed: texts,
      ...(tellsMoves ? { moves } : {}),
    };
  };

  test('goes on from the latest search only with a memory, and if it is sent the moves', () => {
    const levels = Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8].map((level) => [level, PRIORS])) as BotLevels;
    const game: BotGame = { ...blankTicTacToe, advice: { ...blankTicTacToe.advice, levels } };
    const leftBy = (tellsMoves: boolean): object | null => {
      const memory = new SearchMemory();
      for (const texts of ['5', '5 1 9']) {
        const answer = answerBot(() => game, request(texts, tellsMoves), memory);
        expect('move' in answer && ticTacToe.parseMove(answer.move), texts).not.toBeNull();
      }
      return memory.latest({ game, options: {} });
    };
    expect(leftBy(true)).not.toBeNull();
    expect(leftBy(false)).toBeNull();
    expect(answerBot(() => game, request('5 1 9', true))).toEqual(answerBot(() => game, request('5 1 9', false)));
  });
});

describe('an alpha-beta search that continues an earlier one', () => {
  const asked = { game: keyedNim, plan: ALPHA_BETA, deal: [6, 6, 5] };

  test('finds the same result with fewer nodes', () => {
    const [later, alone] = [resultAfter('a1', 'a1 b2 c1', asked), fresh('a1 b2 c1', asked)];
    expect(later.info.values).toEqual(alone.info.values);
    expect(later.info.nodes).toBeLessThan(0.5 * alone.info.nodes);
    expect(resultAfter('a1', 'a1 b2 c1', asked)).toEqual(later);
  });

  test('searches its principal variation again, so that it is not cut short', () => {
    const { pv } = resultAfter('a1', 'a1 b1 c1', asked).info;
    expect(pv).toHaveLength(fresh('a1 b1 c1', asked).info.pv.length);
  });

  test.each([
    ['another game', { ...keyedNim }, 'single'],
    ['other options', keyedNim, 'pair'],
  ] as const)('starts from nothing for %s', (_, game, turn) => {
    const memory = new SearchMemory();
    const setup = setupOf(game, { options: { turn }, deal: asked.deal });
    const task = taskAt(game, setup, game.start(setup));
    runSearch(searchAt(memory, '', asked));
    const search = makeSearch({ ...task, past: { memory, moves: [] } }, ALPHA_BETA, new SeededRng(1));
    expect(runSearch(search)).toEqual(runSearch(makeSearch(task, ALPHA_BETA, new SeededRng(1))));
  });

  test('starts from nothing with another size of the table', () => {
    const small = { ...asked, plan: { ...ALPHA_BETA, nodes: 3_000 } };
    expect(resultAfter('a1', 'a1 b2 c1', asked, small)).toEqual(fresh('a1 b2 c1', asked));
  });

  test('its earlier entries give way, however deep they are', () => {
    const table = new TranspositionTable(4);
    table.store(2, 1, { move: 1, score: 5, depth: 9, bound: 2 });
    expect(TranspositionTable.after(table, 4)).toBe(table);
    expect(table.boundAt(table.find(2, 1))).toBe(2);
    table.store(2 + 16, 1, { move: 2, score: 0, depth: 1, bound: 0 });
    const entry = table.find(2 + 16, 1);
    expect([table.find(2, 1), table.moveAt(entry), table.boundAt(entry)]).toEqual([NONE, 2, 0]);
    expect(TranspositionTable.after(table, 5)).not.toBe(table);
  });

  test('its own entries keep their places however many searches there were', () => {
    const table = new TranspositionTable(4);
    for (let search = 0; search < 70; search++) {
      TranspositionTable.after(table, 4);
      const [deep, shallow] = [2 + 32 * search, 18 + 32 * search];
      table.store(deep, 1, { move: 1, score: 0, depth: 3, bound: 0 });
      table.store(shallow, 1, { move: 2, score: 0, depth: 1, bound: 0 });
      expect(table.find(deep, 1), String(search)).not.toBe(NONE);
    }
  });
});
