import { fileURLToPath } from 'node:url';
import { openStore } from '@tablier/store';
import { makeApp, type Route } from './app.ts';
import { type OnlineSettings, openOnline } from './online.ts';
import { parseProxies } from './proxies.ts';

export interface ServerOptions {
  /** 0 for any free one. */
  readonly port: number;
  /** The interface to listen on: `127.0.0.1` for this machine alone, `0.0.0.0` or `::` for all. */
  readonly host: string;
  /** The folder of the database; made where missing. */
  readonly dataDir: string;
  /** The address of a PostgreSQL to use instead. */
  readonly databaseUrl?: string | undefined;
  /**
   * Addresses and networks of proxies, separated by commas, whose word on where a request comes from counts (`parseProxies`);
   * nobody's, where left out.
   */
  readonly trustProxy?: string | undefined;
  /** Takes each line of the log: one JSON object. */
  readonly log: (line: string) => void;
  /** The folder of the built page; the one of `packages/web` where left out. */
  readonly pageDir?: string;
  /** Limits, clock and chance of the online tables; those of everyday where left out. */
  readonly online?: OnlineSettings;
  /** Is told of every route before the server listens. */
  readonly onRoute?: (route: Route) => void;
}

export interface RunningServer {
  /** Where it is really listening: `http://127.0.0.1:3000`. */
  readonly url: string;
  /** Takes no new requests, answers those that are under way, closes the database. */
  close(): Promise<void>;
}

/** Why the server did not start, in words for the person who started it. `code` is that of the system or of the store. */
export class ServerStartError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

const PAGE = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Serves Tablier on one address; resolves when it is listening. Rejects with a `ServerStartError`. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { port, host, dataDir, databaseUrl, log, pageDir = PAGE, online = {} } = options;
  const proxies = parseProxies(options.trustProxy ?? '');
  if (!proxies.ok) throw new ServerStartError('bad-proxy', `${proxies.error} is no address of a proxy`);
  const store = await openStore({ folder: dataDir, url: databaseUrl });
  if (!store.ok) throw new ServerStartError(store.error.name, store.error.detail);
  const app = await makeApp({
    store: store.value,
    online: (appLog) => openOnline({ store: store.value, folder: dataDir, log: appLog }, online),
    pageDir,
    log,
    proxies: proxies.value,
    ...(options.onRoute && { onRoute: options.onRoute }),
  });
  try {
    await app.listen({ port, host, listenTextResolver: (address) => `listening at ${address}` });
  } catch (error) {
    await app.close();
    throw startError(error, options);
  }
  const address = app.server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  return { url: addressOf(taken, host), close: () => app.close() };
}

function startError(error: unknown, { port, host }: ServerOptions): ServerStartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use: choose another with --port`,
    EACCES: `port ${port} needs more rights: choose one above 1023 with --port`,
    EADDRNOTAVAIL: `this machine has no interface ${host}`,
    ENOTFOUND: `this machine has no interface ${host}`,
  };
  return new ServerStartError(code, reasons[code] ?? `cannot listen on port ${port}: ${String(error)}`);
}

/** An address that a browser on this machine can open. */
function addressOf(port: number, host: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
