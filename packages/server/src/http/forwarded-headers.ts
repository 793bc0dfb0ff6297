import type { FastifyInstance } from 'fastify';
import type { Proxies } from './proxies.ts';

/** Lets nobody but a trusted proxy say where a request comes from; the first time somebody else tries, whoever runs the server is told. */
export function addForwardedHeaders(app: FastifyInstance, proxies: Proxies): void {
  let isTold = false;
  app.addHook('onRequest', async ({ raw }) => {
    if (!proxies.clean(raw) || isTold) return;
    isTold = true;
    app.log.warn(
      { address: raw.socket.remoteAddress },
      'says for whom it asks and is not trusted: if it is your proxy, see --trust-proxy',
    );
  });
}
