import { describe, expect, it } from 'vitest';
import { reasonText } from '../../../src/learn/puzzles/words.ts';
import words from '../../../src/learn/puzzles/words.en.json' with { type: 'json' };

const facts = { unit: 'points', score: 8, margin: 8, goal: 'lead', best: ['d7-d10'], proven: false } as const;

describe('the reason why a move is wrong', () => {
  it.each(['en', 'de', 'fr', 'nl'])('has a minus sign, not a hyphen: %s', (language) => {
    const wrong = { move: 1, reply: null, reason: { cost: 26 } };
    const text = reasonText(words, facts as never, wrong as never, { language, name: () => 'b1-b5' });
    expect(text).toBe('b1-b5 takes your expected lead from +8 to −18 points.');
  });
});
