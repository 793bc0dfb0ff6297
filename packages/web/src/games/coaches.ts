import type { Coach } from '../board/coach.ts';

/** A text, or texts by the values and plural forms of inputs (`count=one`): the first whose conditions hold is used. */
export type Sentence = string | readonly [{ readonly match: Readonly<Record<string, string>> }];
export type CoachWords = Readonly<Record<string, Sentence>>;

/** Each game's coach, `<game>/coach.ts`, and its words: files of their own, loaded when a person wants them. */
const COACHES = import.meta.glob<Coach>('./*/coach.ts', { import: 'coach' });
const WORDS = import.meta.glob<CoachWords>('./*/coach.*.json', { import: 'default' });

/** The coach of a game without one: it says nothing. */
const SILENT: Coach = { intent: () => null };

/** Loads the coach of a game. Rejects if the server cannot be reached. */
export const loadCoach = async (gameId: string): Promise<Coach> =>
  (await COACHES[`./${gameId}/coach.ts`]?.()) ?? SILENT;

/** Loads the words of a game's coach in one language; none for a game without them. Rejects if the server cannot be reached. */
export const loadCoachWords = async (gameId: string, language: string): Promise<CoachWords> =>
  (await WORDS[`./${gameId}/coach.${language}.json`]?.()) ?? {};
