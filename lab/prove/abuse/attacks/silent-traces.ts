import { terms } from '@tablier/testkit/online';
import { inTurn } from '../../lib/figures.ts';
import { cpuSeconds } from '../../lib/processes.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

/** The rows that refused commands may add to the account of a guest. */
const MAX_ROWS = 5;
const TABLES_PER_HOST = 8;

let attacker = '';

export const silentTraces: Attack = {
  name: 'silent-traces',
  finding: 'a refused command adds rows to an account for good',
  run: async (target) => {
    const tables = await tablesOfOthers(target, target.size({ short: 24, full: 320 }));
    const guest = await target.guest();
    [attacker = ''] = guest.cookie.split('=').at(-1)?.split('.') ?? [];
    const client = await target.connect(guest);
    const costs: number[] = [];
    for (const table of tables) {
      const before = cpuSeconds(target.server.pid);
      const answer = await target.command(client, { kind: 'decline', table });
      costs.push(cpuSeconds(target.server.pid) - before);
      target.expect(answer === 'not-invited' || answer === 'too-many', `decline: ${answer}`);
      if (answer === 'too-many') await new Promise((resolve) => setTimeout(resolve, 300));
    }
    target.figures['ms of processor for each of the first tables'] = meanMs(costs.slice(0, 50));
    target.figures['ms of processor for each of the last tables'] = meanMs(costs.slice(-50));
  },
  inspect: async (store, target) => {
    const rows = (await store.accounts.streamsOf(attacker)).length;
    target.figures['rows of the account'] = rows;
    target.expect(rows <= MAX_ROWS, `refused commands added ${rows} rows to an account`);
  },
};

async function tablesOfOthers(target: Target, count: number): Promise<readonly string[]> {
  const tables: string[] = [];
  await inTurn(await target.guests(Math.ceil(count / TABLES_PER_HOST)), 4, async (visitor) => {
    const client = await target.connect(visitor);
    for (let each = 0; each < TABLES_PER_HOST; each++) {
      const table = await target.open(client, terms('masker', { visibility: 'link' }));
      if (table !== null) tables.push(table);
    }
    await client.leave();
  });
  return tables;
}

const meanMs = (seconds: readonly number[]): number =>
  Math.round((seconds.reduce((sum, each) => sum + each, 0) / Math.max(1, seconds.length)) * 10_000) / 10;
