import { afterEach, describe, expect, it } from 'vitest';
import { reasonText, solvedText } from '../../../src/learn/puzzles/words.ts';
import { baseLanguage, followLanguage, type Language } from '../../../src/lib/language.ts';
import { isaac, masker } from '@tablier/games';
import words from '../../../src/learn/puzzles/words.en.json' with { type: 'json' };

const facts = { unit: 'points', score: 8, margin: 8, goal: 'lead', best: ['d7-d10'], proven: false } as const;

afterEach(() => followLanguage(() => baseLanguage));

describe('the reason why a move is wrong', () => {
  it.each(['en', 'de', 'fr', 'nl'])('has a minus sign, not a hyphen: %s', (language) => {
    followLanguage(() => language as Language);
    const wrong = { move: 1, reply: null, reason: { cost: 26 } };
    const text = reasonText(words, facts as never, wrong as never, () => 'b1-b5');
    expect(text).toBe('b1-b5 takes your expected lead from +8 to −18 points.');
  });
});

describe('what is said after the right move', () => {
  const puzzle = { ...facts, margin: 8, second: { move: '00-02', reply: '10-13' } };

  it('says what the best of the other moves costs, and the answer to it', () => {
    expect(solvedText(words, { puzzle, game: isaac } as never)).toBe(
      'Second best: 00-02 takes your expected lead from +8 to 0 points. The best reply is 10-13.',
    );
  });

  it('has a word for the stop of Masker', () => {
    const stop = { ...puzzle, second: { move: '.', reply: 'c3' } };
    expect(solvedText(words, { puzzle: stop, game: masker } as never)).toContain('Second best: stopping takes');
  });

  it('names no answer where the game is over, and says of a proof that it is one', () => {
    const proven = { ...puzzle, unit: 'result', second: { move: '00-02', reply: null } };
    expect(solvedText(words, { puzzle: proven, game: isaac } as never)).toBe(
      `${words.puzzle_right_proven} Second best: 00-02 gives the win away.`,
    );
  });
});
