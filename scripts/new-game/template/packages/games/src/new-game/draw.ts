import type { TextBoard } from '@tablier/core';
import type { NewGameView } from './view.ts';

/** The board for the terminal: read without its inks it still says everything. */
export const drawView = ({ stones }: NewGameView): TextBoard => [
  [
    [`${stones} left `, 'label'],
    ['●'.repeat(stones), 'neutral'],
  ],
];
