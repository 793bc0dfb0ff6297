import { botMove, chooseMove } from '@tablier/ai';
import { NOBODY, SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { advice } from '../../src/isaac/bot.ts';
import { isaac, type IsaacPosition } from '../../src/isaac/index.ts';
import { ScoringSolver } from '../../src/isaac/solve/scoring.ts';
import { finishedPlacement, solverAt } from './brute.ts';
import { PAGE } from './scene.ts';

const PLACEMENTS = 100;
/** What the strongest level spares for the solver. At 2.5 million nodes a second these are 0.04 s. */
const MAX_NODES = advice.levels[8].nodes / 2;
/** Those that end won, and those of the strongest level against itself. */
const [ENDINGS, GAMES] = [4, 8];

const taskAt = (position: IsaacPosition) => ({
  game: isaac,
  options: PAGE,
  knowledge: isaac.secrets.knowledge(position, position.turn),
});

test(`${PLACEMENTS} of ${PLACEMENTS} random finished placements are solved within the strongest level's nodes`, () => {
  const rng = new SeededRng('finished placements');
  const solver = new ScoringSolver(false, 17);
  for (let index = 0; index < PLACEMENTS; index++) {
    const position = finishedPlacement(PAGE, rng);
    if (position.phase !== 'scoring') continue;
    solver.load(position);
    expect(solver.step(MAX_NODES), `placement ${index}`).toBe(true);
  }
});

test('the strongest level never gives away a won ending', () => {
  const rng = new SeededRng('won endings');
  for (let game = 0; game < ENDINGS; game++) {
    const position = finishedPlacement(PAGE, rng);
    const solver = solverAt(position);
    solver.step(Number.POSITIVE_INFINITY);
    const winner = solver.solution()?.winner;
    while (position.turn !== NOBODY) {
      const isWinner = position.turn === winner;
      position.play(
        isWinner ? chooseMove(taskAt(position), advice.levels[8], rng).move : botMove(taskAt(position), 4, rng),
      );
    }
    expect(position.leader(), `game ${game}`).toBe(winner);
  }
});

test('the strongest level proves the winner four placements before the end of most of its own games', () => {
  const rng = new SeededRng('four placements');
  const plan = { ...advice.levels[8], nodes: 2_000 };
  let proven = 0;
  for (let game = 0; game < GAMES; game++) {
    const before: IsaacPosition[] = [];
    const position = isaac.start({ options: PAGE, players: 2, deal: null });
    while (position.phase === 'placing') {
      before.push(position.clone());
      const isOpening = before.length <= 4;
      position.play(isOpening ? position.randomMove(rng) : chooseMove(taskAt(position), plan, rng).move);
    }
    const four = before.at(-4) ?? position;
    if (four.countMoves() === 1) proven++;
    else proven += Number(chooseMove(taskAt(four), advice.levels[8], rng).info.isProven);
  }
  // Measured over 60 games: 75 %.
  expect(proven).toBeGreaterThanOrEqual(0.6 * GAMES);
});
