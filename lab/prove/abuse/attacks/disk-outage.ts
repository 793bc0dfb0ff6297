import { execFileSync } from 'node:child_process';
import { remaining } from '@tablier/match';
import { sitDown, terms } from '@tablier/testkit/online';
import { pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { playOpening } from './opening.ts';
import type { Target } from './target.ts';

/** Milliseconds. */
const OUTAGE = 8000;
/** Seconds. */
const BASE = 300;

export const diskOutage: Attack = {
  name: 'disk-outage',
  finding:
    'while nothing can be written the server reports that it is healthy, answers 500, and charges the player to move',
  server: { alone: true, isOutage: true },
  run: async (target) => {
    const [host, guest] = await Promise.all((await target.guests(2)).map((visitor) => target.connect(visitor)));
    if (host === undefined || guest === undefined) throw new Error('no players');
    const clock = { system: 'sudden-death', base: BASE } as const;
    const table = await sitDown([host, guest], terms('isaac', { clock }));
    await host.view(table, ({ match }) => match?.clock?.seat === 0);
    const since = performance.now();
    limitFiles(target, '0');
    await outage(target);
    limitFiles(target, 'unlimited');
    await playOpening([host, guest], table, 1);
    const elapsed = performance.now() - since;
    const { match } = await guest.view(table, (view) => (view.match?.plies ?? 0) > 0);
    const left = match?.clock ? remaining(match.clock, 0, match.clock.since) : 0;
    const charged = BASE * 1000 - left;
    target.figures['ms charged to the player to move'] = Math.round(charged);
    target.figures['ms of outage'] = OUTAGE;
    target.expect(
      charged <= elapsed - OUTAGE / 2,
      `the player to move was charged ${Math.round(charged)} ms for an outage of ${OUTAGE} ms`,
    );
    const answer = await target.request('GET', '/api/ready', { as: target.anonymous() });
    target.expect(answer?.status === 200 || answer?.status === 404, `not ready after the outage: ${answer?.status}`);
  },
};

/** Sets the largest size of a file that the server may write. */
function limitFiles({ server }: Target, bytes: string): void {
  execFileSync('prlimit', [`--pid=${server.pid}`, `--fsize=${bytes}:`]);
}

async function outage(target: Target): Promise<void> {
  const until = performance.now() + OUTAGE;
  let wrong = 0;
  while (performance.now() < until) {
    const as = target.anonymous();
    const answer = await target.request('POST', '/api/guests', { as, body: { name: 'Late' } });
    if (answer?.status !== 503) wrong++;
    await pause(500);
  }
  const ready = await target.request('GET', '/api/ready', { as: target.anonymous() });
  target.expect(ready?.status === 503, `ready although nothing can be written: ${ready?.status}`);
  target.expect(wrong === 0, `${wrong} guests were answered with something other than 503`);
}
