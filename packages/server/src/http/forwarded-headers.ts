import type { FastifyInstance } from 'fastify';
import type { Proxies } from './proxies.ts';

/**
 * Removes forwarded headers of peers that are not trusted proxies. The first time that happens, a warning is logged.
 */
export function addForwardedHeaders(app: FastifyInstance, proxies: Proxies): void {
  let hasWarned = false;
  app.addHook('onRequest', async ({ raw }) => {
    if (!proxies.clean(raw) || hasWarned) return;
    hasWarned = true;
    app.log.warn(
      { address: raw.socket.remoteAddress },
      'ignoring X-Forwarded-* from an untrusted peer; set --trust-proxy if this is your proxy',
    );
  });
}
