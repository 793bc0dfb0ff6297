import { type CoachWords, loadCoachWords } from '../../games/coaches.ts';
import { Sentences } from './sentences.ts';

const WORDS = import.meta.glob<CoachWords>('./words.*.json', { import: 'default' });

/** Loads the texts of the coach about a game in one language. Rejects if the server cannot be reached. */
export async function loadSentences(gameId: string, language: string): Promise<Sentences> {
  const [general, own] = await Promise.all([WORDS[`./words.${language}.json`]?.(), loadCoachWords(gameId, language)]);
  return new Sentences({ ...general, ...own }, language);
}
