import { get } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../running.ts';

describe('a server on a dual-stack socket', () => {
  const limits = { guests: { burst: 2, perSecond: 1e-9 } };
  const newGuest = (url: string) =>
    fetch(`${url}/api/guests`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"Ada"}',
    });

  test('does not count IPv4 and IPv6 clients as one', async () => {
    const server = await startTestServer({ limits }, undefined, { host: '::' });
    const { port } = new URL(server.url);
    const statuses = [];
    for (const host of ['127.0.0.1', '127.0.0.1', '127.0.0.1', '[::1]', '[::1]', '[::1]'])
      statuses.push((await newGuest(`http://${host}:${port}`)).status);
    await server.remove();
    expect(statuses).toEqual([201, 201, 429, 201, 201, 429]);
  });
});

describe('the limit of requests', () => {
  /** With the target as it is: `fetch` would change it. */
  const ask = (port: string, target: string) =>
    new Promise<string>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path: target }, (answer) => {
        answer.resume();
        resolve(`${answer.statusCode} ${answer.headers['cache-control']}`);
      }).on('error', reject);
    });

  test('counts a request however its path is written, and no cache keeps the answer', async () => {
    const server = await startTestServer({ limits: { requests: { burst: 1, perSecond: 1e-9 } } });
    onTestFinished(() => server.remove());
    const { port, origin } = new URL(server.url);
    expect(await ask(port, '/%61pi/v1/records')).toBe('200 no-store');
    for (const target of [
      '/api/v1/games',
      '/%61pi/v1/games',
      '/a%70i/v1/games',
      `${origin}/api/v1/games`,
      '/api/nothing',
    ])
      expect([target, await ask(port, target)]).toEqual([target, '429 no-store']);
  });
});
