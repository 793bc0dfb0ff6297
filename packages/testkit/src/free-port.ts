import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Where ports are looked for. Systems give the ports from 32768 on to connections: a server that a test stops could find its port
 * taken by one of them when it starts again.
 */
const FIRST = 16_384;
const AFTER_LAST = 32_768;

/** A port of the loopback address that no one listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, AFTER_LAST);
    const server = createServer();
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    } finally {
      server.close();
    }
  }
}
