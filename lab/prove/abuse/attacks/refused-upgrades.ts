import { once } from 'node:events';
import type { Socket } from 'node:net';
import { RawSocket, upgradeRequest } from '@tablier/testkit/online';
import { pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

/** What is refused before the session is read: another path, another origin. */
const REFUSED = [{ path: '/nothing' }, { headers: { Origin: 'https://elsewhere.example' } }] as const;

export const refusedUpgrades: Attack = {
  name: 'refused-upgrades',
  finding: 'a refused upgrade keeps its socket: the server runs out of descriptors and never stops',
  server: { descriptors: 1000 },
  run: async (target) => {
    const held: Socket[] = [];
    const address = target.newAddress();
    for (let sent = 0; sent < target.size({ short: 100, full: 2000 }); sent++) {
      const socket = await refused(target, address, sent % 2);
      // Half of them leave with bytes that the server has not read, the others stay.
      if (sent % 4 < 2) socket.end('bytes after the request');
      else held.push(socket);
    }
    await pause(target.size({ short: 3000, full: 5000 }));
    const left = held.filter((socket) => !socket.destroyed).length;
    target.figures['held after the answer'] = left;
    target.expect(left === 0, `${left} of ${held.length} refused connections are still held`);
    const health = await target.request('GET', '/api/health', { as: target.anonymous() });
    target.expect(health?.status === 200, 'the server does not answer any more');
    for (const socket of held) socket.destroy();
  },
};

async function refused(target: Target, address: string, kind: number): Promise<Socket> {
  const { headers = {}, path } = { path: undefined, ...REFUSED[kind] } as {
    readonly headers?: Readonly<Record<string, string>>;
    readonly path?: string;
  };
  const { socket } = await RawSocket.open(target.url, { allowHalfOpen: false });
  target.tally.sent++;
  const { host } = new URL(target.url);
  socket.write(upgradeRequest(path, { Host: host, ...headers, 'X-Forwarded-For': address }));
  const answered = once(socket, 'data').then(
    ([data]) => String(data).slice(9, 12),
    () => 'reset',
  );
  const status = await Promise.race([answered, closed(socket), pause(2000).then(() => 'unanswered')]);
  target.tally.answered(`upgrade ${status}`);
  return socket;
}

const closed = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('close', () => resolve('ended')));
