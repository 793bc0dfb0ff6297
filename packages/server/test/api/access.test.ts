import * as z from 'zod/mini';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TokenScope } from '@tablier/protocol';
import { fastify, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tokens } from '../../src/accounts/tokens.ts';
import type { Access } from '@tablier/protocol/operations';
import { People } from '../../src/accounts/people.ts';
import { mayPlay, addOperations, errorsOf, implement } from '../../src/api/operation.ts';
import { systemChance } from '../../src/lib/context.ts';
import { RateLimiter } from '../../src/lib/rate-limits.ts';
import { createBans } from '../../src/moderation/moderation.ts';
import { addMember, AT, storeOfFile } from '../a-store.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

const home = storeOfFile();
let app: FastifyInstance;
let tokens: Tokens;
let now = AT;
let gate: Parameters<typeof addOperations>[2];
const called: string[] = [];
beforeAll(async () => {
  const { store } = home;
  for (const name of ['Ada', 'Banned']) await addMember(store, name);
  tokens = new Tokens({ tokens: store.tokens, chance: systemChance, now: () => now, log: SILENT });
  const bans = createBans(store);
  await bans.set('banned', 'banned', AT);
  const requests = new RateLimiter({ burst: 4, perSecond: 0.5 }, () => now);
  app = fastify();
  const people = new People({ repository: store.accounts, chance: systemChance, now: () => now, log: SILENT });
  const limiter = (): RateLimiter => new RateLimiter({ burst: 9, perSecond: 1 }, () => now);
  const onCall = (token: string): void => void called.push(token);
  const operations = (['anyone', 'read', 'play'] as const).flatMap((access) => echo(access));
  gate = { tokens, people, bans, hosts: { isOwnPage: () => true }, requests, limiter, onCall };
  addOperations(app, operations, gate);
});
afterAll(() => app.close());

/** How often an operation was run. */
let runs = 0;
/** An operation that answers with its input. */
const echo = (access: 'anyone' | 'read' | 'play') =>
  implement(
    {
      [`POST /api/v1/${access}/{name}/of/{number}`]: {
        id: access,
        tag: 'own',
        summary: '',
        access,
        params: z.object({ name: z.string(), number: z.coerce.number() }),
        query: z.object({ from: z._default(z.string(), 'here') }),
        body: z.object({ text: z.string() }),
        answer: z.object({}),
        errors: access === 'play' ? ['not-over'] : [],
      },
    },
    {
      [`POST /api/v1/${access}/{name}/of/{number}`]: async ({ params, query, body, caller }) => {
        runs++;
        return { params, query, body, caller: caller?.person ?? null };
      },
    },
  );

async function newToken(account: string, scopes: TokenScope[], days: number | null = null): Promise<string> {
  const session = `${account}-s`;
  const created = await tokens.create({ account, session }, { label: 'token', scopes, days }, 99);
  if (!created.ok) throw new Error(created.error);
  return created.value.secret;
}

/** A log that keeps warnings and errors. */
function logTo(said: string[]): FastifyBaseLogger {
  const note = (_details: unknown, text = ''): void => void said.push(text);
  const log: FastifyBaseLogger = {
    ...{ level: 'warn', silent: () => undefined, trace: () => undefined, debug: () => undefined },
    ...{ info: () => undefined, warn: note, error: note, fatal: note, child: () => log },
  };
  return log;
}

let address = 0;
/** Asks from an address of its own. */
async function ask(access: Access, authorization?: string, changes: object = {}) {
  const { statusCode, headers, body } = await app.inject({
    method: 'POST',
    url: `/api/v1/${access}/ada/of/7`,
    remoteAddress: `192.0.2.${address++}`,
    headers: authorization === undefined ? {} : { authorization },
    payload: { text: 'hello' },
    ...changes,
  });
  return {
    status: statusCode,
    headers,
    json: JSON.parse(body) as { readonly error?: unknown; readonly caller?: unknown },
  };
}
const refusal = async (access: Access, authorization?: string): Promise<unknown> => {
  const { status, json } = await ask(access, authorization);
  return status === 200 ? 'allowed' : json.error;
};

describe('an operation', () => {
  test('gets its input as its schemas read it', async () => {
    expect((await ask('anyone')).json).toEqual({
      params: { name: 'ada', number: 7 },
      query: { from: 'here' },
      body: { text: 'hello' },
      caller: null,
    });
    expect(await ask('anyone', undefined, { payload: { text: 7 } })).toMatchObject({
      status: 400,
      json: { error: { name: 'bad-request', detail: 'text' } },
    });
    expect(await ask('anyone', undefined, { url: '/api/v1/anyone/ada/of/x' })).toMatchObject({
      json: { error: { name: 'bad-request', detail: 'number' } },
    });
    expect((await ask('anyone', undefined, { url: '/api/v1/anyone/ada/of/7?from=there' })).json).toMatchObject({
      query: { from: 'there' },
    });
    expect((await ask('anyone', undefined, { payload: { text: 'x'.repeat(17_000) } })).json).toEqual({
      error: { name: 'too-large' },
    });
  });

  test('is documented with the errors of every operation, of its method and path, and its own', () => {
    const documented = (['anyone', 'read', 'play'] as const)
      .flatMap((access) => echo(access))
      .map(({ declared }) => ({ id: declared.id, errors: errorsOf('POST', declared) }));
    const every = ['bad-token', 'internal', 'bad-json', 'too-large', 'not-found'];
    expect(
      documented.map(({ id, errors }) => [id, every.filter((name) => !errors.some((own) => own === name))]),
    ).toEqual(['anyone', 'read', 'play'].map((id) => [id, []]));
    expect(documented.filter(({ errors }) => errors.includes('not-over')).map(({ id }) => id)).toEqual(['play']);
  });

  test('for anyone needs no token, but a token must be valid', async () => {
    expect(await refusal('anyone')).toBe('allowed');
    for (const authorization of ['', 'Bearer', 'Bearer x', `Bearer tbl_${'x'.repeat(86)}`, 'Basic YTpi'])
      expect(await refusal('anyone', authorization), authorization).toEqual({ name: 'bad-token' });
  });

  test('does not run if it is refused', async () => {
    runs = 0;
    expect(await refusal('play')).toEqual({ name: 'no-token' });
    expect(await refusal('play', `Bearer ${await newToken('ada', ['read'])}`)).toMatchObject({ name: 'wrong-scope' });
    expect(runs).toBe(0);
    expect(await refusal('play', `Bearer ${await newToken('ada', ['play'])}`)).toBe('allowed');
    expect(runs).toBe(1);
  });

  test('names the authentication that is missing', async () => {
    expect(await refusal('read')).toEqual({ name: 'no-token' });
    expect((await ask('read')).headers['www-authenticate']).toBe('Bearer');
    expect((await ask('read', 'Bearer x')).headers['www-authenticate']).toBe('Bearer');
    const { headers } = await ask('play', `Bearer ${await newToken('ada', ['read'])}`);
    expect(headers).not.toHaveProperty('www-authenticate');
  });

  test('is allowed by the scopes of the token', async () => {
    const wrong = { name: 'wrong-scope', detail: 'play' };
    for (const [scopes, ...allowed] of [
      [['read'], 'allowed', 'allowed', wrong],
      [['play'], 'allowed', 'allowed', 'allowed'],
      [['bot'], 'allowed', 'allowed', 'allowed'],
      [[], 'allowed', { name: 'wrong-scope', detail: 'read' }, wrong],
    ] as const) {
      const secret = await newToken('ada', [...scopes]);
      const token = `Bearer ${secret}`;
      called.length = 0;
      const answers = await Promise.all((['anyone', 'read', 'play'] as const).map((access) => refusal(access, token)));
      expect(answers, scopes.join(' ')).toEqual(allowed);
      const accepted = allowed.filter((each) => each === 'allowed');
      expect(called, 'refused requests do not count').toEqual(accepted.map(() => secret.slice(4, 26)));
    }
    const scopesOf = (...scopes: TokenScope[]) => ({
      person: { id: 'ada', name: 'Ada' },
      token: 't',
      scopes: new Set(scopes),
    });
    expect([mayPlay(scopesOf('play')), mayPlay(scopesOf('bot')), mayPlay(scopesOf('read'))]).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('knows the person of the token, and whether it is a program', async () => {
    const caller = async (scopes: TokenScope[], form = (secret: string) => `Bearer ${secret}`) =>
      (await ask('read', form(await newToken('ada', scopes)))).json.caller;
    const ada = { id: 'ada', name: 'Ada', guest: false };
    expect(await caller(['play'])).toEqual(ada);
    expect(await caller(['bot'])).toEqual({ ...ada, program: true });
    expect(await caller(['read'], (secret) => `bearer   ${secret}  `)).toEqual(ada);
  });

  test('is refused with an expired token, to a banned person and with two tokens', async () => {
    const short = `Bearer ${await newToken('ada', ['read'], 1)}`;
    expect(await refusal('read', short)).toBe('allowed');
    now += 86_400_000;
    expect(await refusal('anyone', short)).toEqual({ name: 'bad-token' });
    expect(await refusal('anyone', `Bearer ${await newToken('banned', ['play'])}`)).toEqual({ name: 'banned' });
    const one = await newToken('ada', ['read']);
    expect(await refusal('read', `Bearer ${one} ${one}`)).toEqual({ name: 'bad-token' });
  });
});

describe('the limit of requests', () => {
  const limits = ({ headers }: Awaited<ReturnType<typeof ask>>): string =>
    ['limit', 'remaining', 'reset'].map((name) => String(headers[`ratelimit-${name}`])).join(' ');

  test('is that of the token, wherever it is used, and is in each answer', async () => {
    const token = `Bearer ${await newToken('ada', ['read'])}`;
    const told: string[] = [];
    for (let request = 0; request < 4; request++) told.push(limits(await ask('read', token)));
    expect(told).toEqual(['4 3 2', '4 2 4', '4 1 6', '4 0 8']);
    const refused = await ask('anyone', token);
    expect([refused.status, refused.json, refused.headers['retry-after'], limits(refused)]).toEqual([
      429,
      { error: { name: 'too-many', retryMs: 2000 } },
      '2',
      '4 0 8',
    ]);
    expect(await refusal('read', `Bearer ${await newToken('ada', ['read'])}`)).toBe('allowed');
    now += 2000;
    const again = await ask('read', token);
    expect([again.status, limits(again)]).toEqual([200, '4 0 8']);
  });

  test('is that of the address without a valid token', async () => {
    const from = { remoteAddress: `198.51.100.${address++}` };
    for (let request = 0; request < 2; request++) {
      expect((await ask('anyone', undefined, from)).status).toBe(200);
      expect((await ask('anyone', 'Bearer x', from)).status).toBe(401);
    }
    expect((await ask('read', undefined, from)).status).toBe(429);
  });
});

test('a client that leaves in the middle of an answer is sent no other one', async () => {
  const said: string[] = [];
  const files = fastify({ loggerInstance: logTo(said) });
  const file = new Readable({ read: () => undefined });
  file.push('part');
  const address = 'GET /api/file';
  addOperations(
    files,
    implement(
      { [address]: { summary: '', access: 'visitor', form: 'file' } },
      { [address]: async ({ reply }) => reply.send(file) },
    ),
    gate,
  );
  const url = await files.listen({ host: '127.0.0.1', port: 0 });
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/file`, { signal: leaving.signal });
  leaving.abort();
  await expect(answer.text()).rejects.toThrow('aborted');
  await finished(file).catch(() => undefined);
  await nextTurn();
  await files.close();
  expect(said).toEqual([]);
});
