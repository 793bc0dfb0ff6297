import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * The first free port of this machine from `first` on; after twenty tries any free one.
 * @param {number} first
 */
export async function freePort(first) {
  for (let port = first; port < first + 20; port++) {
    if (await isFree(port)) return port;
  }
  return 0;
}

/** @param {number} port */
async function isFree(port) {
  const probe = createServer();
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening');
    return true;
  } catch {
    return false;
  } finally {
    probe.close();
  }
}
