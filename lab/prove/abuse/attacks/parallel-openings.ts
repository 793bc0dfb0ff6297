import { terms } from '@tablier/testkit/online';
import { inTurn } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';

/** The unfinished tables that one address may have opened. */
const MOST = 200;
const EACH = 10;

export const parallelOpenings: Attack = {
  name: 'parallel-openings',
  finding: 'limits of an address are checked, then awaited and noted only afterwards: parallel openings all pass',
  run: async (target) => {
    const address = target.newAddress();
    const guests = await inTurn(Array.from({ length: target.size({ short: 4, full: 30 }) }), 4, () =>
      target.guest({ address }),
    );
    const clients = await inTurn(guests, 6, (guest) => target.connect(guest));
    const open = terms('isaac', { chairs: ['me', 'open'] });
    const opened = await Promise.all(
      clients.flatMap((client) => Array.from({ length: EACH }, () => target.open(client, open))),
    );
    const count = opened.filter((table) => table !== null).length;
    target.figures['tables opened at once'] = count;
    target.expect(count > 0 && count <= MOST, `one address opened ${count} tables at once`);
  },
};
