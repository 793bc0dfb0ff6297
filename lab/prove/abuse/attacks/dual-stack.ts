import type { Attack } from './attack.ts';
import { errorNameIn, type Target } from './target.ts';

/** More than any address may create at once. */
const GUESTS = 200;

export const dualStack: Attack = {
  name: 'dual-stack',
  finding: 'on `::` all of IPv4 is one address for the limits: one client shuts all others out',
  server: { host: '::', trustProxy: '192.0.2.255', alone: true },
  run: async (target) => {
    let made = 0;
    while (made < GUESTS && (await guestFrom(target, '127.0.0.1')) === 'http 201') made++;
    target.figures['guests of one address'] = made;
    target.expect(made < GUESTS, 'guests of one address are not limited');
    const other = await guestFrom(target, '127.0.0.9');
    target.expect(other === 'http 201', `another address is refused for it: ${other}`);
  },
};

async function guestFrom(target: Target, from: string): Promise<string> {
  const answer = await target.request('POST', '/api/guests', { from, body: { name: 'Many' } });
  return answer === null ? 'unanswered' : errorNameIn(answer);
}
