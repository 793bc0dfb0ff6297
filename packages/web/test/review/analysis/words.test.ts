import { describe, expect, it } from 'vitest';
import { ScoreTexts } from '../../../src/review/analysis/words.ts';
import words from '../../../src/review/analysis/words.en.json' with { type: 'json' };

describe('a score', () => {
  it.each([
    ['en', '−3.2'],
    ['de', '−3,2'],
    ['fr', '−3,2'],
    ['nl', '−3,2'],
  ])('has a minus sign, not a hyphen: %s', (language, text) => {
    expect(new ScoreTexts(words, language).score({ score: -3.2 }, 'points')).toBe(text);
  });
});
