import { terms } from '@tablier/testkit/online';
import type { Attack } from './attack.ts';
import { writeTable } from './written-table.ts';

const UNREADABLE = 'a-table-with-a-bad-move';
const GONE = 'a-table-of-a-gone-game-';

export const damagedTables: Attack = {
  name: 'damaged-tables',
  finding: 'one running table that cannot be read, or of a game that no longer exists, keeps the server from starting',
  expectedFaults: ['unreadable', 'unknown-game'],
  prepare: async (store) => {
    const listing = { status: 'running', summary: null, people: [] } as const;
    const events = [{ kind: 'moved', seat: 0, move: 'zz16-76' }];
    await writeTable(store, { id: UNREADABLE, terms: terms('isaac'), events, listing });
    await writeTable(store, { id: GONE, terms: terms('gone'), events: [], listing });
  },
  run: async (target) => {
    const client = await target.connect(await target.guest());
    for (const table of [UNREADABLE, GONE]) {
      const answer = await target.request('GET', `/api/v1/tables/${table}/record`, { as: target.anonymous() });
      target.expect(answer !== null && answer.status < 500, `${table}: ${answer?.status}`);
      await target.command(client, { kind: 'decline', table });
    }
    const opened = await target.open(client, terms('isaac'));
    target.expect(opened !== null, 'no table can be opened while others cannot be read');
  },
};
