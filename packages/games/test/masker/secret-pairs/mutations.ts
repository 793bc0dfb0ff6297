import { type Mutation, mutation, withExtra } from '@tablier/testkit/mutation';
import type { viewOf } from '../../../src/masker/view.ts';

/** Leaks of the view of Masker. */
export const mutations: readonly Mutation[] = [
  mutation<typeof viewOf>(
    'Masker: a counter is derived from what is hidden',
    /^socket/,
    { module: 'packages/games/src/masker/view.ts', target: 'viewOf' },
    (original) => (position, viewer) => {
      const view = original(position, viewer);
      const open = original(position, 'open');
      // How many crosses of the seat's own colour are left.
      const leftOf = (seat: number): number => view.inPlay[open.seats[seat]?.colour ?? 'W'];
      return { ...view, seats: view.seats.map((each, seat) => withExtra(each, { left: leftOf(seat) })) };
    },
  ),
];
