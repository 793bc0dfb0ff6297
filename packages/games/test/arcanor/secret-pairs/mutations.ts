import { type Mutation, mutation, withExtra } from '@tablier/testkit/mutation';
import type { viewOf } from '../../../src/arcanor/view.ts';

/** Leaks of the view of Arcanor. */
export const mutations: readonly Mutation[] = [
  mutation<typeof viewOf>(
    'Arcanor: legal moves are listed from the position',
    /^socket/,
    { module: 'packages/games/src/arcanor/view.ts', target: 'viewOf' },
    (original) => (position, viewer) => {
      const moves = new Uint16Array(400);
      const hints = Array.from(moves.subarray(0, position.legalMoves(moves)));
      return withExtra(original(position, viewer), { hints });
    },
  ),
];
