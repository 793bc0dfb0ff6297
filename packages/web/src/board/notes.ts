import type { BoardNote } from './board-module.ts';

/** Puts the goal before the notes, unless one of them needs the space: a preview or the reason why something is illegal. */
export const withGoal = (notes: readonly BoardNote[], goal: string | null): readonly BoardNote[] =>
  goal === null || notes.some(({ kind }) => kind !== 'hint') ? notes : [{ kind: 'hint', text: goal }, ...notes];
