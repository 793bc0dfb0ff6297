import { readFileSync } from 'node:fs';
import { Sentences } from '../../../src/table/coach/sentences.ts';
import type { CoachWords } from '../../../src/games/coaches.ts';

const readWords = (file: string): CoachWords =>
  JSON.parse(readFileSync(new URL(`../../../src/${file}`, import.meta.url), 'utf8')) as CoachWords;

/** What the coach says about a game, as the page loads it. */
export const sentencesOf = (game: string, language = 'en'): Sentences =>
  new Sentences(
    { ...readWords(`table/coach/words.${language}.json`), ...readWords(`games/${game}/coach.${language}.json`) },
    language,
  );
