import { fileURLToPath } from 'node:url';
import { openStore } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { makeApp } from './app.ts';
import type { Route } from './http/create-http.ts';
import { parseHosts, parseProxies } from './http/hosts.ts';
import type { LogLevel } from './lib/log.ts';
import { Metrics, type MetricsPlace, serveMetrics } from './lib/metrics.ts';
import type { MailSettings } from './notifications/mailer.ts';
import type { OnlineSettings } from './api/services.ts';

export interface ServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The interface to listen on: `127.0.0.1` for this machine only, `0.0.0.0` or `::` for all. */
  readonly host: string;
  /** The folder of the database; created if missing. */
  readonly dataDir: string;
  /** The URL of a PostgreSQL database to use instead. */
  readonly databaseUrl?: string | undefined;
  /** With PostgreSQL: the URL of a NATS server that passes notices between the nodes. Default: PostgreSQL passes them. */
  readonly brokerUrl?: string | undefined;
  /** Addresses and networks of trusted proxies, separated by commas (`parseProxies`). Default: none. */
  readonly trustProxy?: string | undefined;
  /** The public origin, `https://club.example`. Requests to another name are refused. Default: see `Hosts`. */
  readonly origin?: string | undefined;
  /** How mail is sent; needs `origin`, for the links in it. Default: no mail is sent. */
  readonly mail?: MailSettings | undefined;
  /** Where `GET /metrics` is served. Default: nowhere. */
  readonly metrics?: MetricsPlace | undefined;
  /** Receives each line of the log: one JSON object. */
  readonly log: (line: string) => void;
  /** The least important lines that reach `log`. Default: `info`. */
  readonly logLevel?: LogLevel | undefined;
  /** The folder of the built page. Default: that of `packages/web`. */
  readonly pageDir?: string;
  /** Limits, clock and randomness of the online tables. Default: those of a public server. */
  readonly online?: OnlineSettings;
  /** Called with every route before the server listens. */
  readonly onRoute?: (route: Route) => void;
}

export interface RunningServer {
  /** The URL that the server listens on: `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The port of the metrics; `null` if they are not served. */
  readonly metricsPort: number | null;
  /** Accepts no new requests, answers running ones, closes the database. */
  close(): Promise<void>;
}

/** Why the server did not start, as a message for its operator. `code` is that of the system or of the store. */
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
  const { port, host, dataDir, databaseUrl, brokerUrl, log, pageDir = PAGE, online = {} } = options;
  const { proxies, hosts } = edgeOf(options);
  if (options.mail !== undefined && hosts.origin === null)
    throw new ServerStartError('no-origin', 'mails contain links: set --origin too, or remove --smtp-url');
  const metrics = new Metrics();
  const onFault = (err: unknown): void =>
    app.log.error({ err }, 'writes of other processes not noticed; it will be tried again');
  const observer = { ...(databaseUrl === undefined ? metrics.sqliteObserver() : metrics.postgresObserver()), onFault };
  const store = await openStore({ folder: dataDir, url: databaseUrl, broker: brokerUrl, isServer: true, observer });
  if (!store.ok) throw new ServerStartError(store.error.name, store.error.detail);
  const app = await makeApp({
    store: store.value,
    folder: dataDir,
    settings: online,
    mail: options.mail ?? null,
    pageDir,
    log,
    logLevel: options.logLevel,
    proxies,
    hosts,
    metrics,
    ...(options.onRoute && { onRoute: options.onRoute }),
  });
  const measured = await listen(app, metrics, options);
  const address = app.server.address();
  const taken = typeof address === 'object' && address !== null ? address.port : port;
  const close = async (): Promise<void> => {
    await app.close();
    measured?.close();
  };
  return { url: addressOf(taken, host), metricsPort: measured?.port ?? null, close };
}

function edgeOf({ trustProxy = '', origin, host }: ServerOptions) {
  const proxies = parseProxies(trustProxy);
  if (!proxies.ok)
    throw new ServerStartError('bad-proxy', `${proxies.error} is not the address of a proxy: correct --trust-proxy`);
  const hosts = parseHosts({ origin, host, hasProxy: trustProxy !== '' });
  if (!hosts.ok)
    throw new ServerStartError(
      'bad-origin',
      `${hosts.error} is not an origin such as https://club.example: correct --origin`,
    );
  return { proxies: proxies.value, hosts: hosts.value };
}

/**
 * Connections that the system keeps until they are accepted, or fewer if it allows fewer. One beyond that tries again after 1, 3, 7, 15 s,
 * which those would who come back by thousands.
 */
const BACKLOG = 65_535;

async function listen(app: FastifyInstance, metrics: Metrics, options: ServerOptions) {
  const { port, host } = options;
  let measured: Awaited<ReturnType<typeof serveMetrics>> | null = null;
  try {
    if (options.metrics !== undefined) measured = await openMetrics(metrics, options.metrics);
    await app.listen({ port, host, backlog: BACKLOG, listenTextResolver: (address) => `listening at ${address}` });
    if (process.getuid?.() === 0) app.log.warn('running as root: use an account with fewer rights');
    if (measured !== null)
      app.log.info(`metrics at ${addressOf(measured.port, options.metrics?.host ?? host)}/metrics`);
    return measured;
  } catch (error) {
    measured?.close();
    await app.close();
    throw error instanceof ServerStartError ? error : startError(error, { port, host, flag: '--port' });
  }
}

async function openMetrics(metrics: Metrics, place: MetricsPlace) {
  try {
    metrics.addProcess();
    return await serveMetrics(metrics, place);
  } catch (error) {
    throw startError(error, { ...place, flag: '--metrics-port' });
  }
}

function startError(error: unknown, { port, host, flag }: MetricsPlace & { readonly flag: string }): ServerStartError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
  const unknownHost = `this machine has no interface ${host}: correct ${flag.replace('port', 'host')}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use: choose another with ${flag}`,
    EACCES: `port ${port} needs more rights: choose one above 1023 with ${flag}`,
    EADDRNOTAVAIL: unknownHost,
    ENOTFOUND: unknownHost,
  };
  return new ServerStartError(code, reasons[code] ?? `cannot listen on port ${port}: ${String(error)}`);
}

function addressOf(port: number, host: string): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
