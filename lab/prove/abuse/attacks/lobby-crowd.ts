import { terms } from '@tablier/testkit/online';
import { inTurn, pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { PEOPLE, writeTable } from './written-table.ts';

const TABLES = { short: 50, full: 3000 };
/** Long enough for a lobby to send several batches of changes. Milliseconds. */
const WATCHED = { short: 1000, full: 10_000 };

export const lobbyCrowd: Attack = {
  name: 'lobby-crowd',
  finding: 'the lobby sorts all tables for each of its followers, whenever one changes',
  prepare: async (store, scale) => {
    const listing = { status: 'running', summary: null, people: PEOPLE } as const;
    for (let number = 0; number < TABLES[scale]; number++) {
      const id = `one-table-of-the-crowd-${number}`;
      await writeTable(store, { id, terms: terms('isaac', { visibility: 'open' }), events: [], listing });
    }
  },
  run: async (target) => {
    const followers = await inTurn(Array.from({ length: target.size({ short: 3, full: 40 }) }), 8, async () => {
      const client = await target.connect(target.anonymous());
      client.core.enterLobby();
      return client;
    });
    const [guest] = await target.guests(1);
    if (guest === undefined) throw new Error('no guest');
    const host = await target.connect(guest);
    for (let opened = 0; opened < target.size({ short: 2, full: 8 }); opened++) {
      await target.open(host, terms('isaac', { visibility: 'open' }));
      await pause(WATCHED[target.scale] / 8);
    }
    target.figures['tables shown to each follower'] = followers[0]?.core.lobby.size ?? 0;
    const isShown = followers.every((client) => client.core.lobby.size > 0);
    target.expect(isShown, 'a follower of the lobby sees no table');
  },
};
