import type { FastifyInstance } from 'fastify';
import { isPublicAddress, plainAddress } from '../lib/addresses.ts';
import type { Proxies } from './proxies.ts';

/**
 * Removes forwarded headers of peers that are not trusted proxies. The first time that happens, a warning is logged.
 */
export function addForwardedHeaders(app: FastifyInstance, proxies: Proxies): void {
  let hasWarned = false;
  app.addHook('onRequest', async ({ raw }) => {
    if (!proxies.clean(raw) || hasWarned) return;
    hasWarned = true;
    // A public address is that of a client who wrote the header, not of a proxy of this server.
    const address = plainAddress(raw.socket.remoteAddress ?? '');
    app.log.warn(
      isPublicAddress(address) ? {} : { address },
      'ignoring X-Forwarded-* from an untrusted peer; set --trust-proxy if this is your proxy',
    );
  });
}
