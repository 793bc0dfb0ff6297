import { terms } from '@tablier/testkit/online';
import { inTurn } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { writeEvents, writeTable } from './written-table.ts';

const TABLE = 'a-table-with-a-long-log';
const EVENTS = { short: 4000, full: 100_000 };
const AT_ONCE = 4000;

export const longLog: Attack = {
  name: 'long-log',
  finding: 'one anonymous request for a table with a long log stops the server for seconds, any number of times',
  prepare: async (store, scale) => {
    const listing = { status: 'running', summary: null, people: [] } as const;
    let seq = await writeTable(store, {
      id: TABLE,
      terms: terms('isaac', { takeBack: 'asked' }),
      events: [{ kind: 'draw-offered', seat: 0 }],
      listing: { ...listing, status: 'over' },
    });
    const pair = [
      { kind: 'take-back-asked', seat: 0, to: 0 },
      { kind: 'take-back-declined', seat: 1 },
    ];
    const batch = Array.from({ length: AT_ONCE / pair.length }).flatMap(() => pair);
    while (seq < EVENTS[scale]) seq = await writeEvents(store, TABLE, seq, batch);
  },
  run: async (target) => {
    const since = performance.now();
    const answers = await inTurn(Array.from({ length: target.size({ short: 2, full: 8 }) }), 4, () =>
      target.request('GET', `/api/v1/tables/${TABLE}/record`, { as: target.anonymous() }),
    );
    target.figures['ms for all requests'] = Math.round(performance.now() - since);
    const isAnswered = answers.every((answer) => answer !== null && answer.status < 500);
    target.expect(isAnswered, 'a request for a long log is not answered');
  },
};
