import { describe, expect, test } from 'vitest';
import { startTestServer } from '../running.ts';

describe('a server on a dual-stack socket', () => {
  const limits = { guests: { burst: 2, perSecond: 0.001 } };
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
