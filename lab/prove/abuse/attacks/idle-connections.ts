import { inTurn, pause } from '../../lib/figures.ts';
import type { RawConnection } from '@tablier/testkit/online';
import type { Attack } from './attack.ts';
import type { Target, Visitor } from './target.ts';

/** Longer than the server waits for `hello`. Milliseconds. */
const DEADLINE = 14_000;
/** No address needs as many connections as this. */
const MAX_PER_ADDRESS = 120;

export const idleConnections: Attack = {
  name: 'idle-connections',
  finding:
    'connections are limited by rate alone: those that never say hello stay, and one address may hold any number',
  run: async (target) => {
    const count = target.size({ short: 40, full: 60 });
    const silent = await openFrom(target, target.anonymous(), { count, greet: 'silent' });
    const greeted: RawConnection[] = [];
    const one = target.anonymous();
    // One address has 60 at once and one more each second.
    for (let each = 0; each < target.size({ short: 0, full: 3 }); each++) {
      greeted.push(...(await openFrom(target, one, { count: 60, greet: 'greeted' })));
      await pause(60_000 / 3);
    }
    await pause(DEADLINE);
    const left = silent.filter(({ ws }) => ws.readyState === ws.OPEN).length;
    target.figures['never greeted, still open'] = left;
    target.expect(left === 0, `${left} of ${silent.length} connections without a hello are open after ${DEADLINE} ms`);
    const held = greeted.filter(({ ws }) => ws.readyState === ws.OPEN).length;
    target.figures['greeted, held by one address'] = held;
    target.expect(held <= MAX_PER_ADDRESS, `one address holds ${held} connections`);
  },
};

async function openFrom(
  target: Target,
  visitor: Visitor,
  { count, greet }: { readonly count: number; readonly greet: 'greeted' | 'silent' },
): Promise<readonly RawConnection[]> {
  const opened = await inTurn(Array.from({ length: count }), 10, async () => {
    target.tally.sent++;
    const connection = await target.rawConnection(visitor, greet).catch(() => null);
    target.tally.answered(connection === null ? 'refused' : 'opened');
    return connection;
  });
  return opened.filter((connection) => connection !== null);
}
