import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { eventsOf } from '../../../prove/worlds/requests.ts';

const VIEW = 'event: table\ndata: {"kind":"table"}\n\n';
const PRESENCE = 'event: presence\ndata: {"kind":"presence","here":[true]}\n\n';
const PULSE = ': alive\n\n';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** The events read from a server that sends these chunks; it ends the stream only if `isEnded`. */
async function read(chunks: readonly string[], { isEnded = false } = {}): Promise<string> {
  const server = createServer((_request, response) => {
    for (const chunk of chunks) response.write(chunk);
    if (isEnded) response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const abort = new AbortController();
  const { port } = server.address() as AddressInfo;
  return eventsOf(await fetch(`http://127.0.0.1:${port}`, { signal: abort.signal }), abort);
}

test('a stream is read up to the presence, also when a pulse arrives together with it', async () => {
  expect(await read([VIEW, PRESENCE])).toBe(VIEW + PRESENCE);
  expect(await read([VIEW + PRESENCE + PULSE])).toBe(VIEW + PRESENCE);
});

test('pulses before the presence are not compared', async () => {
  expect(await read([PULSE + VIEW, PULSE, PRESENCE])).toBe(VIEW + PRESENCE);
});

test('a stream that ends without the presence is an error', async () => {
  await expect(read([VIEW], { isEnded: true })).rejects.toThrow('ended without the presence');
});
