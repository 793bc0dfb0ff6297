import { readFileSync } from 'node:fs';
import { hashText, NOBODY, SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { type BotGame, chooseMove, type SearchPlan } from '../src/index.ts';
import { setupOf, taskAt } from './helpers.ts';
import { nim } from './toys/nim.ts';
import { ticTacToe } from './toys/tic-tac-toe.ts';
import { tricks } from './toys/tricks.ts';

const MCTS: SearchPlan = { nodes: 1_500, exploration: 1 };
const ALPHA_BETA: SearchPlan = { nodes: 1_500, depth: 20 };

/** Games that the search plays against itself: game, options, players, plan. */
const CASES: readonly (readonly [BotGame, Record<string, string>, number, SearchPlan])[] = [
  [nim, { turn: 'single' }, 2, MCTS],
  [nim, { turn: 'pair' }, 2, MCTS],
  [nim, { turn: 'single' }, 2, ALPHA_BETA],
  [nim, { turn: 'pair' }, 2, ALPHA_BETA],
  [ticTacToe, {}, 2, { ...MCTS, playoutPlies: 2 }],
  [ticTacToe, {}, 2, ALPHA_BETA],
  [tricks, {}, 2, MCTS],
  [tricks, {}, 3, MCTS],
];

/** All moves, nodes and values of the cases as one text. */
function searchLog(): string {
  const lines: string[] = [];
  for (const [index, [game, options, players, plan]] of CASES.entries()) {
    const setup = setupOf(game, { options, players }, index);
    const position = game.start(setup);
    const rng = new SeededRng(index);
    while (position.turn !== NOBODY) {
      const { move, info } = chooseMove(taskAt(game, setup, position), plan, rng);
      lines.push(
        [game.formatMove(move), info.depth, info.nodes, ...info.values.map((value) => value.toFixed(6))].join(' '),
      );
      position.play(move);
    }
  }
  return lines.join('\n');
}

/**
 * The signature of the searches changes with every change of their behaviour. After an intended change, write the number from the
 * failure into `signature.txt`, in the same commit.
 */
test('the search has the signature in signature.txt', () => {
  const committed = readFileSync(new URL('signature.txt', import.meta.url), 'utf8').trim();
  expect(String(hashText(searchLog()) >>> 0)).toBe(committed);
});
