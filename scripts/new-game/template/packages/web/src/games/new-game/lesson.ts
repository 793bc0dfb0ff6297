import type { Lesson } from '../../board/lesson.ts';

/** What to read first, then the moves to make: 8 to 12 steps, of which the first three moves are enough for a game. */
export const lesson: Lesson = {
  steps: [
    { id: 'goal', rule: 'N4', moves: [] },
    { id: 'take', rule: 'N3', moves: ['3', '3'], isRight: (move) => move === '3', guided: true },
  ],
};
