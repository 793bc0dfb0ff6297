import { MAX_WATCHED } from '@tablier/protocol';
import { terms } from '@tablier/testkit/online';
import { pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

const TABLES_PER_HOST = 9;
/** Milliseconds. */
const TIMEOUT_MS = 15_000;

export const watchLoop: Attack = {
  name: 'watch-loop',
  finding: 'a client that watches too many tables is asked to try again at once, forever',
  run: async (target) => {
    const tables = await someTables(target, MAX_WATCHED + 1);
    const connection = await target.rawConnection(target.anonymous());
    for (const table of tables) {
      target.tally.sent++;
      connection.send({ kind: 'watch', table, players: 0, spectators: 0 });
    }
    const refused = await Promise.race([connection.next('not-watching'), pause(TIMEOUT_MS)]);
    target.tally.answered(refused?.error.name ?? 'nothing');
    target.expect(refused !== undefined, 'one connection watches any number of tables');
    target.expect(refused?.error.retryMs !== 0, 'a table too many is to be tried again after 0 ms');
  },
};

async function someTables(target: Target, count: number): Promise<readonly string[]> {
  const tables: string[] = [];
  for (const visitor of await target.guests(Math.ceil(count / TABLES_PER_HOST))) {
    const client = await target.connect(visitor);
    for (let each = 0; each < TABLES_PER_HOST && tables.length < count; each++) {
      const table = await target.open(client, terms('isaac'));
      if (table !== null) tables.push(table);
    }
  }
  return tables;
}
