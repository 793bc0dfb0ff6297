import { terms } from '@tablier/testkit/online';
import { inTurn, pause } from '../../lib/figures.ts';
import { residentBytes } from '../../lib/processes.ts';
import type { Attack } from './attack.ts';

/** The most running tables that one address may have. */
const MAX_RUNNING = 60;
/** Rooms without clients are unloaded after half a minute. Milliseconds. */
const SWEEP = 45_000;

export const abandonedTables: Attack = {
  name: 'abandoned-tables',
  finding: 'tables with bots that all players left stay in memory and in `running` for good, without a limit',
  run: async (target) => {
    const before = residentBytes(target.server.pid);
    const address = target.newAddress();
    const guests = await inTurn(Array.from({ length: target.size({ short: 10, full: 18 }) }), 4, () =>
      target.guest({ address }),
    );
    let opened = 0;
    await inTurn(guests, 6, async (guest) => {
      const client = await target.connect(guest);
      for (let each = 0; each < 10; each++) {
        const wanted = terms('isaac', { chairs: ['me', { bot: 'beginner' }] });
        if ((await target.open(client, wanted)) !== null) opened++;
      }
      await client.leave();
    });
    await pause(target.size({ short: 0, full: SWEEP }));
    target.figures['tables opened by one address'] = opened;
    target.figures['KiB of memory for each'] = Math.round((residentBytes(target.server.pid) - before) / 1024 / opened);
    target.expect(opened <= MAX_RUNNING, `one address has ${opened} running tables against bots`);
  },
};
