import { botMove, chooseMove, type SearchPlan } from '@tablier/ai';
import { NOBODY, SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { advice } from '../../src/masker/bot.ts';
import { masker } from '../../src/masker/index.ts';
import { sideOf } from './oracle.ts';
import { setupOf, taskOf } from './support.ts';

/** The plan of the strongest level with a fortieth of its budget, which is enough to win and faster. */
const STRONG: SearchPlan = { ...advice.levels[8], nodes: advice.levels[8].nodes / 40 };

const GAMES = 5;

/** Whether the strong side, 0 or 1, wins a game against beginners. */
function wins(players: number, board: 'flat' | 'tower', game: number): boolean {
  const rng = new SeededRng(`strong against beginner ${game}`);
  const setup = setupOf({ options: { touch: 'side', board }, players }, `strong against beginner ${game >> 1}`);
  const position = masker.start(setup);
  const strong = game & 1;
  while (position.turn !== NOBODY) {
    const task = taskOf(position);
    const isStrong = sideOf(players, position.turn) === strong;
    position.play(isStrong ? chooseMove(task, STRONG, rng).move : botMove(task, 1, rng));
  }
  return position.outcome().places[strong] === 1;
}

test.each([
  { players: 2, board: 'flat' },
  { players: 2, board: 'tower' },
  { players: 4, board: 'flat' },
] as const)(
  'the strongest level beats the weakest in at least four games of five: $players players, $board',
  ({ players, board }) => {
    const won = Array.from({ length: GAMES }, (_, game) => wins(players, board, game));
    expect(won.filter(Boolean).length).toBeGreaterThanOrEqual(0.8 * GAMES);
  },
);
