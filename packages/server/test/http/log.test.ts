import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { StoreUnavailable } from '@tablier/store';
import { fastify } from 'fastify';
import { describe, expect, test } from 'vitest';
import { answerError } from '../../src/http/request.ts';
import { describeError, hashOf, hideIds, LOG_SERIALIZERS } from '../../src/lib/log.ts';
import { startTestServer } from '../running.ts';

const TABLE = 'Zjf_P3kq-0aXb81LmnOpQr';

describe('the log', () => {
  test('contains the request id of the answer, and hides the table id', async () => {
    const server = await startTestServer();
    const answer = await fetch(`${server.url}/api/v1/tables/${TABLE}/record`);
    const id = answer.headers.get('x-request-id') ?? '';
    expect(id).toMatch(/^[\da-f-]{36}$/);
    const line = () =>
      server.log.map((each) => JSON.parse(each) as Record<string, unknown>).find((each) => each['reqId'] === id);
    // It is written after the answer.
    await expect.poll(line).toMatchObject({
      level: 30,
      path: `/api/v1/tables/${hashOf(TABLE)}/record`,
      status: 404,
      msg: 'answered',
    });
    expect(server.log.join('\n')).not.toContain(TABLE);
    await server.remove();
  });

  test('hides ids and nothing else in paths', () => {
    expect(hideIds(`/api/v1/tables/${TABLE}`)).toMatch(/^\/api\/v1\/tables\/#[\da-f]{10}$/);
    expect(hideIds(`/api/tables/${TABLE}/x`)).toMatch(/^\/api\/tables\/#[\da-f]{10}\/x$/);
    expect(hideIds('/api/v1/people/ada%20l/games')).toMatch(/^\/api\/v1\/people\/#[\da-f]{10}\/games$/);
    expect(hideIds('/api/me/passkeys/options')).toBe('/api/me/passkeys/options');
    expect(LOG_SERIALIZERS.table(TABLE)).toBe(hashOf(TABLE));
  });

  test('contains an error with its stack and causes, but no ids and no data added by a driver', () => {
    const cause = Object.assign(new RangeError('inside'), { code: 'E_INSIDE', detail: 'Key (name)=(Ada)' });
    const shown = describeError(new Error(`table ${TABLE} is gone`, { cause }));
    expect(shown).toMatchObject({ type: 'Error', message: `table ${hashOf(TABLE)} is gone` });
    expect(shown.stack).toContain('log.test.ts');
    expect(shown.cause).toMatchObject({ type: 'RangeError', message: 'inside', code: 'E_INSIDE' });
    expect(JSON.stringify(shown)).not.toMatch(new RegExp(`${TABLE}|Ada`));
  });
});

describe('an exception while a request is answered', () => {
  /** The answer to a request whose handler throws, and what the log says of it. */
  async function thrown(error: Error) {
    const lines: string[] = [];
    const app = fastify({
      logger: {
        serializers: LOG_SERIALIZERS,
        level: 'warn',
        stream: { write: (line: string) => void lines.push(line) },
      },
    });
    app.setErrorHandler(answerError);
    app.get('/', () => {
      throw error;
    });
    const { statusCode, headers, body } = await app.inject('/');
    await app.close();
    return { statusCode, retry: headers['retry-after'], body: JSON.parse(body) as unknown, lines };
  }

  test.each([new StoreUnavailable('the disk is full'), new StoreUnavailable('no answer')])(
    'that says that the database is away is `unavailable`, to be tried again',
    async (error) => {
      const { statusCode, retry, body, lines } = await thrown(error);
      expect([statusCode, retry, body]).toEqual([503, '5', { error: { name: 'unavailable', retryMs: 5000 } }]);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/"level":40.*"reqId":.*"err":\{.*"stack"/);
    },
  );

  test.each([new TypeError('x is not a function'), new SyntaxError('a stored row is no JSON')])(
    'of any other kind is `internal`, logged once with its stack and the id of the request',
    async (error) => {
      const { statusCode, body, lines } = await thrown(error);
      expect([statusCode, body]).toEqual([500, { error: { name: 'internal' } }]);
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(/"level":50.*"reqId":.*"err":\{.*log\.test\.ts/);
    },
  );
});

describe('an unhandled error', () => {
  test.each(['Promise.reject(new Error("lost"))', 'setTimeout(() => { throw new Error("lost") })'])(
    '%s ends the process with one line of JSON',
    async (code) => {
      const log = new URL('../../src/lib/log.ts', import.meta.url).pathname;
      const script = `import { endOnCrash } from ${JSON.stringify(log)};
        endOnCrash((line) => process.stderr.write(line + '\\n'), 70);
        setInterval(() => undefined, 1000);
        ${code};`;
      const child = spawn(process.execPath, ['--input-type=module', '-e', script]);
      const [said, exit] = await Promise.all([text(child.stderr), once(child, 'exit')]);
      expect(exit).toEqual([70, null]);
      const lines = said.trim().split('\n');
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, err: { type: 'Error', message: 'lost' } });
    },
  );
});
