import type { Lesson, LessonWords } from '../board/lesson.ts';

/** Each game's lesson, `<game>/lesson.ts`, and its words: files of their own, loaded when someone learns the game. */
const LESSONS = import.meta.glob<Lesson>('./*/lesson.ts', { import: 'lesson' });
const WORDS = import.meta.glob<LessonWords>('./*/lesson.*.json', { import: 'default' });

export const hasLesson = (gameId: string): boolean => Object.hasOwn(LESSONS, `./${gameId}/lesson.ts`);

/** Loads the lesson of a game. Rejects if there is none, or the server cannot be reached. */
export async function loadLesson(gameId: string): Promise<Lesson> {
  const lesson = await LESSONS[`./${gameId}/lesson.ts`]?.();
  if (lesson === undefined) throw new Error(`${gameId} has no lesson`);
  return lesson;
}

/** Loads the words of a lesson in one language. Rejects if there are none, or the server cannot be reached. */
export async function loadLessonWords(gameId: string, language: string): Promise<LessonWords> {
  const words = await WORDS[`./${gameId}/lesson.${language}.json`]?.();
  if (words === undefined) throw new Error(`the lesson of ${gameId} has no words in ${language}`);
  return words;
}
