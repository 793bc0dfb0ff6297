import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { BotApi } from '../src/bot/api.ts';

/** The API of a server that answers one request after the other in these ways. */
async function startAnswering(answers: readonly ((response: ServerResponse) => void)[], silence?: number) {
  const rest = [...answers];
  const server = createServer((_, response) => rest.shift()?.(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const api = new BotApi(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'token', silence);
  return { api, rest, close: () => server.close() };
}

const cutOff = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': 100 });
  response.write('{"tables"', () => response.destroy());
};

test('a request whose answer is cut off is sent again', async () => {
  const { api, rest, close } = await startAnswering([cutOff, (response) => response.end('{"tables":[]}')]);
  expect(await api.get('/tables')).toEqual({ tables: [] });
  expect(rest).toEqual([]);
  close();
});

test('a refusal has the name of the error, or the status if a proxy answers', async () => {
  const { api, close } = await startAnswering([
    (response) => response.writeHead(409).end('{"error":{"name":"taken"}}'),
    (response) => response.writeHead(404).end('<h1>Not found</h1>'),
  ]);
  expect(await api.send('/tables/x/join', {})).toBe('taken');
  expect(await api.send('/tables/x/join', {})).toBe('status 404');
  close();
});

test('the page of a proxy is no answer, whatever its status: the request is sent again, and said once', async () => {
  const page = (status: number) => (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Back soon</h1>');
  const { api, rest, close } = await startAnswering([
    page(200),
    page(404),
    (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"tables":[]}'),
  ]);
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  expect(await api.get('/tables')).toEqual({ tables: [] });
  const said = write.mock.calls.map(([text]) => String(text));
  write.mockRestore();
  expect(said).toEqual([
    expect.stringMatching(/^cannot reach .* \(status 200 with text\/html\), trying again\n$/),
    expect.stringMatching(/^reaches .* again\n$/),
  ]);
  expect(rest).toEqual([]);
  close();
});

test('a stream that is silent for too long is resumed, from its beginning or in its middle', async () => {
  const { api, rest, close } = await startAnswering(
    [
      () => undefined,
      (response) => response.writeHead(200).write('id: 7\ndata: 1\n\n'),
      (response) => response.writeHead(200).write('data: 2\n\n'),
    ],
    3000,
  );
  const events: unknown[] = [];
  for await (const event of api.events()) if (events.push(event) === 2) api.close();
  expect([events, rest]).toEqual([[1, 2], []]);
  close();
});
