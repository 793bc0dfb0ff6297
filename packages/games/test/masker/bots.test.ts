import { botMove, chooseMove, type PlayoutPlan } from '@tablier/ai';
import { NOBODY, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { type MaskerPosition, masker } from '../../src/masker/index.ts';
import { CASES, setupOf, situation, taskOf } from './support.ts';

const PLAN: PlayoutPlan = { nodes: 4000, exploration: 1 };

const chosen = (position: MaskerPosition): string =>
  masker.formatMove(chooseMove(taskOf(position), PLAN, new SeededRng(3)).move);

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

  test.each(CASES)('play a whole game at beginner level: $title', ({ title, options, players }) => {
    const rng = new SeededRng(title);
    const position = masker.start(setupOf({ options, players }, title));
    while (position.turn !== NOBODY) position.play(botMove(taskOf(position), 'beginner', rng));
    expect(position.outcome().places).toContain(1);
  });
});
