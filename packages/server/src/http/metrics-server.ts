import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Metrics } from '../lib/metrics.ts';

export interface MetricsPlace {
  /** 0 for any free port. */
  readonly port: number;
  readonly host: string;
}

export interface MetricsServer {
  readonly port: number;
  close(): void;
}

const MOST = 20;

/** On a port of its own, so that metrics are never public by accident. Rejects if it cannot be used. */
export async function serveMetrics(metrics: Metrics, { port, host }: MetricsPlace): Promise<MetricsServer> {
  const server = createServer((request, response) => void answer(metrics, request, response));
  server.maxConnections = MOST;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(metrics: Metrics, { method, url }: IncomingMessage, response: ServerResponse): Promise<void> {
  if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('GET /metrics\n');
    return;
  }
  response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' });
  response.end(await metrics.text());
}
