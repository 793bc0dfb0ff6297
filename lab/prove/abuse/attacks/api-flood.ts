import { ApiClient, type HttpAnswer, newToken, setPassword } from '@tablier/testkit/online';
import { pause } from '../../lib/figures.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

/** The most streams that one token needs, with some to spare. */
const MAX_STREAMS = 10;
/** Longer than a revocation takes. Milliseconds. */
const REVOKED = 10_000;
/** Requests that are sent at the same time. */
const AT_ONCE = 50;
const HUGE = 'x'.repeat(600_000);

export const apiFlood: Attack = {
  name: 'api-flood',
  finding: 'one token may send any number of requests and hold any number of event streams, also after it is revoked',
  run: async (target) => {
    const { cookie, address } = await target.guest();
    // Otherwise the client keeps its connections, and they would count as not closed.
    const headers = { 'x-forwarded-for': address, connection: 'close' };
    const owner = await setPassword(target.url, cookie, `flood${Date.now() % 1e9}`);
    const { id, secret } = await newToken(target.url, owner, ['read', 'play']);
    const client = new ApiClient(target.url, secret, headers);
    await hold(target, {
      client,
      revoke: () => target.request('DELETE', `/api/me/tokens/${id}`, { as: { address, cookie: owner } }),
    });
    const other = await newToken(target.url, owner, ['read']);
    await flood(target, new ApiClient(target.url, other.secret, headers));
  },
};

interface Held {
  readonly client: ApiClient;
  readonly revoke: () => Promise<HttpAnswer | null>;
}

/** Many streams of which most are never read, and a revocation while they are open. */
async function hold(target: Target, { client, revoke }: Held): Promise<void> {
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
  const revoked = await revoke();
  target.expect(revoked?.status === 204, `the revocation of a token is answered ${revoked?.status} ${revoked?.body}`);
  const [first, ...unread] = streams;
  const ended = await Promise.race([first?.next(({ event }) => event === 'error'), pause(REVOKED)]);
  const how = ended === null ? 'it ended without a reason' : (ended?.data ?? 'nothing came');
  target.expect(how.includes('session-ended'), `a stream goes on after its token was revoked: ${how}`);
  const after = await client.get('/me');
  target.expect(after.status === 401, `a revoked token is answered ${after.status}`);
  for (const stream of [first, ...unread]) stream?.close();
}

/** More requests than any program needs, of which some are huge. */
async function flood(target: Target, client: ApiClient): Promise<void> {
  let refused = 0;
  const ask = async (): Promise<void> => {
    target.tally.sent++;
    const answer = await client.get('/me');
    target.tally.answered(`http ${answer.status}`);
    if (answer.status === 429) refused++;
    target.expect(answer.status < 500, `a request is answered ${answer.status}`);
    if (answer.status === 429 && answer.headers.get('retry-after') === null)
      target.expect(false, '429 without Retry-After');
  };
  // Many at once: sequential requests would stay within the limit on a busy machine.
  for (let sent = 0; sent < target.size({ short: 400, full: 3000 }); sent += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, ask));
  target.figures['requests refused'] = refused;
  target.expect(refused > 0, 'no request of a flood is refused');
  const huge = await client.post('/tables', { id: 'huge', terms: HUGE }).catch(() => null);
  target.expect(huge === null || [401, 403, 413, 429].includes(huge.status), `a huge body is answered ${huge?.status}`);
}
