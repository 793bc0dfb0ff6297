import { once } from 'node:events';
import type { Socket } from 'node:net';
import {
  ApiClient,
  type HttpAnswer,
  newToken,
  type RawConnection,
  RawSocket,
  setPassword,
  terms,
  upgradeRequest,
} from '@tablier/testkit/online';
import { inTurn, pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import { errorNameIn, type Target, type Visitor } from './target.ts';
import { PEOPLE, writeTable } from './written-table.ts';

/** What is refused before the session is read: another path, another origin. */
const REFUSED = [
  { path: '/nothing', headers: {} },
  { path: undefined, headers: { Origin: 'https://elsewhere.example' } },
];

const refusedUpgrades: Attack = {
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
    target.expectStatus(health, 200, 'the server does not answer any more');
    for (const socket of held) socket.destroy();
  },
};

async function refused(target: Target, address: string, kind: number): Promise<Socket> {
  const { path, headers } = REFUSED[kind] ?? {};
  const { socket } = await RawSocket.open(target.url, { allowHalfOpen: false });
  target.tally.sent++;
  const { host } = new URL(target.url);
  socket.write(upgradeRequest(path, { Host: host, ...headers, 'X-Forwarded-For': address }));
  const answered = once(socket, 'data').then(
    ([data]) => String(data).slice(9, 12),
    () => 'reset',
  );
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve('ended')));
  const status = await Promise.race([answered, closed, pause(2000).then(() => 'unanswered')]);
  target.tally.answered(`upgrade ${status}`);
  return socket;
}

/** Longer than the server waits for `hello`. Milliseconds. */
const DEADLINE = 14_000;
/** No address needs as many connections as this. */
const MAX_PER_ADDRESS = 120;

const idleConnections: Attack = {
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

const headStreams: Attack = {
  name: 'head-streams',
  finding: 'HEAD opens event streams that live without a connection, until a whole address has none left',
  run: async (target) => {
    const host = await target.connect(await target.guest());
    const table = await target.open(host, terms('isaac', { visibility: 'open', chairs: ['me', 'open'] }));
    await host.view(table ?? '');
    const as = target.anonymous();
    const path = `/api/v1/tables/${table}/events`;
    for (let sent = 0; sent < target.size({ short: 8, full: 60 }); sent++)
      target.expectStatus(await target.request('HEAD', path, { as }), 405, 'the answer to HEAD of an event stream');
    const ending = new AbortController();
    const headers = { 'x-forwarded-for': as.address, connection: 'close' };
    const { status } = await fetch(`${target.url}${path}`, { headers, signal: ending.signal });
    ending.abort();
    target.expect(status === 200, `after that, the address gets ${status} for its first stream`);
  },
};

/** The most streams that one token needs, with some to spare. */
const MAX_STREAMS = 10;
/** Longer than a revocation takes. Milliseconds. */
const REVOKED = 10_000;
/** Requests that are sent at the same time. */
const AT_ONCE = 50;
const HUGE = 'x'.repeat(600_000);

const apiFlood: Attack = {
  name: 'api-flood',
  finding: 'one token may send any number of requests and hold any number of event streams, also after it is revoked',
  run: async (target) => {
    const { cookie, address } = await target.guest();
    // Otherwise the client keeps its connections, and they would count as not closed.
    const headers = { 'x-forwarded-for': address, connection: 'close' };
    const owner = await setPassword(target.url, cookie, `flood${Date.now() % 1e9}`);
    const { id, secret } = await newToken(target.url, owner, ['read', 'play']);
    await hold(target, new ApiClient(target.url, secret, headers), () =>
      target.request('DELETE', `/api/me/tokens/${id}`, { as: { address, cookie: owner } }),
    );
    const other = await newToken(target.url, owner, ['read']);
    await flood(target, new ApiClient(target.url, other.secret, headers));
  },
};

/** Many streams of which most are never read, and a revocation while they are open. */
async function hold(target: Target, client: ApiClient, revoke: () => Promise<HttpAnswer | null>): Promise<void> {
  const opened = await Promise.all(
    Array.from({ length: target.size({ short: 20, full: 60 }) }, async () => {
      target.tally.sent++;
      const stream = await client.stream('/events').catch(() => null);
      target.tally.answered(stream === null ? 'refused' : 'opened');
      return stream;
    }),
  );
  const streams = opened.filter((stream) => stream !== null);
  target.figures['streams of one token'] = streams.length;
  target.expect(streams.length > 0, 'no event stream was opened');
  target.expect(streams.length <= MAX_STREAMS, `one token holds ${streams.length} event streams`);
  target.expectStatus(await revoke(), 204, 'the answer to the revocation of a token');
  const ended = await Promise.race([streams[0]?.next(({ event }) => event === 'error'), pause(REVOKED)]);
  const how = ended === null ? 'it ended without a reason' : (ended?.data ?? 'nothing came');
  target.expect(how.includes('session-ended'), `a stream goes on after its token was revoked: ${how}`);
  const after = await client.get('/me');
  target.expect(after.status === 401, `a revoked token is answered ${after.status}`);
  for (const stream of streams) stream.close();
}

/** More requests than any program needs, of which some are huge. */
async function flood(target: Target, client: ApiClient): Promise<void> {
  let refusals = 0;
  const ask = async (): Promise<void> => {
    target.tally.sent++;
    const { status, headers } = await client.get('/me');
    target.tally.answered(`http ${status}`);
    target.expect(status < 500, `a request is answered ${status}`);
    if (status !== 429) return;
    refusals++;
    target.expect(headers.get('retry-after') !== null, '429 without Retry-After');
  };
  // Many at once: sequential requests would stay within the limit on a busy machine.
  for (let sent = 0; sent < target.size({ short: 400, full: 3000 }); sent += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  target.figures['requests refused'] = refusals;
  target.expect(refusals > 0, 'no request of a flood is refused');
  const huge = await client.post('/tables', { id: 'huge', terms: HUGE }).catch(() => null);
  target.expect(huge === null || [401, 403, 413, 429].includes(huge.status), `a huge body is answered ${huge?.status}`);
}

/** More than any address may create at once. */
const GUESTS = 200;

const dualStack: Attack = {
  name: 'dual-stack',
  finding: 'on `::` all of IPv4 is one address for the limits: one client shuts all others out',
  server: { host: '::', trustProxy: '192.0.2.255', alone: true },
  run: async (target) => {
    const guestFrom = async (from: string): Promise<string> => {
      const answer = await target.request('POST', '/api/guests', { from, body: { name: 'Many' } });
      return answer === null ? 'unanswered' : errorNameIn(answer);
    };
    let made = 0;
    while (made < GUESTS && (await guestFrom('127.0.0.1')) === 'http 201') made++;
    target.figures['guests of one address'] = made;
    target.expect(made < GUESTS, 'guests of one address are not limited');
    const other = await guestFrom('127.0.0.9');
    target.expect(other === 'http 201', `another address is refused for it: ${other}`);
  },
};

/** More guests than one address may create at once, with those that are refilled meanwhile. */
const MAX_GUESTS = 90;
const ASKED = 150;

const forwardedPorts: Attack = {
  name: 'forwarded-ports',
  finding: 'behind a proxy that adds the port to a forwarded address, each connection counts as another address',
  run: async (target) => {
    const [address, site] = [target.newAddress(), target.newAddress().replaceAll('.', ':')];
    const forms = [(port: number) => `${address}:${port}`, (port: number) => `[2001:db8:${site}::7]:${port}`];
    for (const form of forms.slice(0, target.size({ short: 1, full: forms.length }))) {
      const answers = await target.many({ short: ASKED, full: ASKED }, 10, async (index) => {
        const as = { address: form(20_000 + index), cookie: '' };
        return (await target.request('POST', '/api/guests', { as, body: { name: 'Port' } }))?.status;
      });
      const made = answers.filter((status) => status === 201).length;
      target.expect(made <= MAX_GUESTS, `${made} of ${ASKED} guests from one address with other ports`);
      target.expect(made > 0, `no guest from ${form(1)}`);
    }
  },
};

/** Long enough for a lobby to send several batches of changes. Milliseconds. */
const WATCHED = { short: 1000, full: 10_000 };

const lobbyCrowd: Attack = {
  name: 'lobby-crowd',
  finding: 'the lobby sorts all tables for each of its followers, whenever one changes',
  prepare: async (store, scale) => {
    for (let number = 0; number < { short: 50, full: 3000 }[scale]; number++) {
      const id = `one-table-of-the-crowd-${number}`;
      await writeTable(store, { id, terms: terms('isaac', { visibility: 'open' }), events: [], people: PEOPLE });
    }
  },
  run: async (target) => {
    const followers = await target.many({ short: 3, full: 40 }, 8, async () => {
      const client = await target.connect(target.anonymous());
      client.core.enterLobby();
      return client;
    });
    const host = await target.connect(await target.guest());
    for (let opened = 0; opened < target.size({ short: 2, full: 8 }); opened++) {
      await target.open(host, terms('isaac', { visibility: 'open' }));
      await pause(WATCHED[target.scale] / 8);
    }
    target.figures['tables shown to each follower'] = followers[0]?.core.lobby.size ?? 0;
    const isShown = followers.every((client) => client.core.lobby.size > 0);
    target.expect(isShown, 'a follower of the lobby sees no table');
  },
};

export const connectionAttacks: readonly Attack[] = [
  refusedUpgrades,
  idleConnections,
  headStreams,
  apiFlood,
  dualStack,
  forwardedPorts,
  lobbyCrowd,
];
