import { botMove, chooseMove, type PlayoutPlan } from '@tablier/ai';
import { NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { type MaskerPosition, masker } from '../../src/masker/index.ts';
import { CASES, setupOf, situation, taskOf } from './support.ts';

const PLAN: PlayoutPlan = { nodes: 4000, exploration: 1 };

const chosen = (position: MaskerPosition): string =>
  masker.formatMove(chooseMove(taskOf(position), PLAN, new SeededRng(3)).move);

/** Whether no cross of the colour of a side is left. */
const isOut = ({ owners, board }: MaskerPosition, side: number): boolean => board.left[owners.indexOf(side)] === 0;

/** A move that leaves the side to move a cross of its colour; `null` for none. */
function wayOut(position: MaskerPosition): string | null {
  const moves = new Uint16Array(masker.maxMoves);
  for (const move of moves.subarray(0, position.legalMoves(moves))) {
    const after = position.clone();
    after.play(move);
    if (!isOut(after, position.turn)) return masker.formatMove(move);
  }
  return null;
}

describe('bots', () => {
  test('take the last cross of the colour that must be the opponent’s', () => {
    // Red is the bot's own colour, and yellow, blue and purple are gone, so the opponent has green.
    const grid = 'RRR.../RNG.../.R..../....../....../......';
    expect(chosen(situation({ grid, tokens: 'RG' }))).toBe('c5');
  });

  test('do not take their own last cross if there is another move', () => {
    const grid = 'YYGBPY/YNR.../.Y.BPG/..GB../....../B.PGY.';
    expect(chosen(situation({ grid, tokens: 'RG' }))).not.toBe('c5');
  });

  test.each([
    { level: 1, games: 20 },
    { level: 2, games: 10 },
    { level: 3, games: 5 },
    { level: 4, games: 3 },
  ] as const)('never put themselves out while another move does not: level $level', ({ level, games }) => {
    for (let game = 0; game < games; game++) {
      const seed = `${level} ${game}`;
      const rng = new SeededRng(seed);
      const position = masker.start(
        setupOf({ options: { touch: 'side', board: 'flat' }, players: 2 + (game % 2) }, seed),
      );
      while (position.turn !== NOBODY) {
        const before = position.clone();
        position.play(botMove(taskOf(position), level, rng));
        if (isOut(position, before.turn)) expect(wayOut(before), `seed ${seed}`).toBeNull();
      }
    }
  });

  test.each(CASES)('play a whole game at level 1: $title', ({ title, options, players }) => {
    const rng = new SeededRng(title);
    const position = masker.start(setupOf({ options, players }, title));
    while (position.turn !== NOBODY) position.play(botMove(taskOf(position), 1, rng));
    expect(position.outcome().places).toContain(1);
  });
});
