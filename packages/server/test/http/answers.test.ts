import { StoreUnavailable } from '@tablier/store';
import { fastify, type FastifyReply, type FastifyRequest } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import {
  agentOf,
  answerShared,
  etagOf,
  isCached,
  isSecure,
  createSnapshots,
  answerError,
  answerNotFound,
  answerUnavailable,
  checkLimit,
  refuse,
} from '../../src/http/request.ts';

/** What a server answers whose only page does this. */
async function answer(
  run: (reply: FastifyReply, request: FastifyRequest) => unknown,
  sent: { readonly headers?: Record<string, string>; readonly method?: 'POST'; readonly payload?: string } = {},
) {
  const app = fastify({ bodyLimit: 100 });
  onTestFinished(() => app.close());
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(answerNotFound);
  app.route({ method: ['GET', 'POST'], url: '/', handler: (request, reply) => run(reply, request) });
  const { statusCode, body, headers } = await app.inject({ url: '/', ...sent });
  return { status: statusCode, body, headers };
}

const json = { 'content-type': 'application/json' };
const post = (payload: string, headers: Record<string, string> = json) =>
  answer((reply) => reply.send('reached'), { method: 'POST', payload, headers });
const errorOf = ({ status, body }: { readonly status: number; readonly body: string }): string => `${status} ${body}`;

test('a refusal has its status and the error as JSON', async () => {
  const refused = await answer((reply) => refuse(reply, 418, { name: 'bad-name', detail: 'x' }));
  expect(errorOf(refused)).toBe('418 {"error":{"name":"bad-name","detail":"x"}}');
  expect(refused.headers).not.toHaveProperty('retry-after');
});

test('a temporary refusal has the wait in seconds, rounded up', async () => {
  const full = await answer((reply) => refuse(reply, 507, { name: 'archive-full', retryMs: 1001 }));
  expect([errorOf(full), full.headers['retry-after']]).toEqual([
    '507 {"error":{"name":"archive-full","retryMs":1001}}',
    '2',
  ]);
  const many = await answer(() => {
    checkLimit(0);
    checkLimit(2000);
  });
  expect([errorOf(many), many.headers['retry-after']]).toEqual([
    '429 {"error":{"name":"too-many","retryMs":2000}}',
    '2',
  ]);
  const away = await answer((reply) => answerUnavailable(reply));
  expect([errorOf(away), away.headers['retry-after']]).toEqual([
    '503 {"error":{"name":"unavailable","retryMs":5000}}',
    '5',
  ]);
});

test('what Fastify refuses has a name', async () => {
  expect(errorOf(await post('{'))).toBe('400 {"error":{"name":"bad-json"}}');
  expect(errorOf(await post(''))).toBe('400 {"error":{"name":"bad-json"}}');
  expect(errorOf(await post(`"${'x'.repeat(200)}"`))).toBe('413 {"error":{"name":"too-large"}}');
  expect(errorOf(await post('x', { 'content-type': 'text/csv' }))).toBe(
    '415 {"error":{"name":"unsupported-media-type","detail":"send application/json"}}',
  );
  expect((await post('{}')).body).toBe('reached');
});

test('an error of a client without a name of its own is a bad request, with its status', async () => {
  const thrown = (error: Error, statusCode: number) =>
    answer(() => {
      throw Object.assign(error, { statusCode });
    });
  expect(errorOf(await thrown(new Error('short'), 411))).toBe('411 {"error":{"name":"bad-request"}}');
  expect(errorOf(await thrown(new Error('bad'), 400))).toBe('400 {"error":{"name":"bad-request"}}');
  expect(errorOf(await thrown(new SyntaxError('no JSON'), 400))).toBe('400 {"error":{"name":"bad-json"}}');
  expect(errorOf(await thrown(new Error('bug'), 500))).toBe('500 {"error":{"name":"internal"}}');
  expect(errorOf(await thrown(new SyntaxError('a bug'), 500))).toBe('500 {"error":{"name":"internal"}}');
  expect(errorOf(await thrown(new Error('bug'), 502))).toBe('500 {"error":{"name":"internal"}}');
});

test('an outage is sent to the client, and a bug is in the log only, each with its error', async () => {
  const lines: string[] = [];
  const app = fastify({ logger: { level: 'warn', stream: { write: (line: string) => void lines.push(line) } } });
  app.setErrorHandler(answerError);
  app.get('/outage', () => Promise.reject(new StoreUnavailable('no answer')));
  app.get('/bug', () => Promise.reject(new Error('a mistake')));
  const [outage, bug] = [await app.inject('/outage'), await app.inject('/bug')];
  await app.close();
  expect(outage.json()).toEqual({ error: { name: 'unavailable', retryMs: 5000 } });
  expect([outage.statusCode, bug.statusCode, bug.body]).toEqual([503, 500, '{"error":{"name":"internal"}}']);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, msg: 'request failed: database unavailable', err: { message: 'no answer' } },
    { level: 50, msg: 'request failed: bug', err: { message: 'a mistake' } },
  ]);
});

test('an address without a page is not found', async () => {
  const app = fastify();
  app.setNotFoundHandler(answerNotFound);
  const { statusCode, body } = await app.inject('/nothing');
  expect([statusCode, body]).toEqual([404, '{"error":{"name":"not-found"}}']);
  await app.close();
});

test('a client that has an answer gets no second one, even if a proxy made its tag a weak one', async () => {
  const etag = etagOf('{"a":1}');
  expect(etag).toMatch(/^"[\w-]{43}"$/);
  const known = (tags: string | undefined) => isCached({ headers: { 'if-none-match': tags } } as FastifyRequest, etag);
  for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, `"x",W/${etag} ,"y"`]) expect(known(tags), tags).toBe(true);
  for (const tags of [undefined, '', '"x"', `x${etag}`, `${etag}W/`]) expect(known(tags), tags).toBe(false);
});

test('a public answer may be kept, and is sent once to those who have it', async () => {
  const run = (reply: FastifyReply, request: FastifyRequest) => answerShared(request, reply, { a: 1 }, 10);
  const first = await answer(run);
  expect([first.status, first.body]).toEqual([200, '{"a":1}']);
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=10, stale-while-revalidate=10',
    'content-type': 'application/json; charset=utf-8',
    etag: etagOf('{"a":1}'),
  });
  const again = await answer(run, { headers: { 'if-none-match': etagOf('{"a":1}') } });
  expect([again.status, again.body, again.headers['etag']]).toEqual([304, '', first.headers['etag']]);
});

test('a snapshot is made once in its time for all who only look, and again for who is known', async () => {
  let [now, made] = [0, 0];
  const snapshots = createSnapshots(2, () => now);
  const ask = (caller: object | null, headers: Record<string, string> = {}, body: unknown = { made: 0 }) =>
    answer(
      (reply, request) =>
        snapshots({ caller, request, reply }, () => {
          made++;
          return Promise.resolve(body && { made });
        }),
      { headers },
    );
  const first = await ask(null);
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=2, stale-while-revalidate=2',
    vary: 'Cookie, Authorization',
    etag: etagOf('{"made":1}'),
  });
  now = 1999;
  expect([first.body, (await ask(null)).body]).toEqual(['{"made":1}', '{"made":1}']);
  expect((await ask(null, { 'if-none-match': etagOf('{"made":1}') })).status).toBe(304);
  const own = await ask({});
  expect([own.body, own.headers['cache-control']]).toEqual(['{"made":2}', undefined]);
  now = 2000;
  expect((await ask(null)).body).toBe('{"made":3}');
  now = 4000;
  expect([(await ask(null, {}, null)).headers['cache-control'], made]).toEqual([undefined, 4]);
});

test('a request is secure behind a proxy that says so, and names its browser', () => {
  const request = (headers: Record<string, string>) => ({ headers }) as unknown as FastifyRequest;
  expect(isSecure(request({ 'x-forwarded-proto': 'https' }))).toBe(true);
  expect(isSecure(request({ 'x-forwarded-proto': 'http' }))).toBe(false);
  expect(isSecure(request({}))).toBe(false);
  expect([agentOf(request({ 'user-agent': 'Browser' })), agentOf(request({}))]).toEqual(['Browser', '']);
});
