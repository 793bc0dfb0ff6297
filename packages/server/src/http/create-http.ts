import { isObject } from '@tablier/core';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { isSecure, answerError } from './request.ts';
import { randomUUID } from 'node:crypto';
import { isKnownFault } from '../lib/game-file.ts';
import { LOG_SERIALIZERS, type LogLevel } from '../lib/log.ts';
import type { Proxies } from './hosts.ts';

/** Own scripts and styles only. No inline code but style attributes. */
const OWN = ["default-src 'none'", "script-src 'self'", "style-src 'self'", "style-src-attr 'unsafe-inline'"];
const SHOWN = ["img-src 'self' data:"];
const NO_FORMS = ["base-uri 'none'", "form-action 'none'"];
/** What the page needs besides: its typefaces, workers and server. No other origins, no frames. */
const LOADED = ["font-src 'self'", "connect-src 'self'", "worker-src 'self'", "manifest-src 'self'"];

const CONTENT_SECURITY_POLICY = [...OWN, ...SHOWN, ...LOADED, ...NO_FORMS, "frame-ancestors 'none'"].join('; ');

/** The policy of scripts: a worker has that of its own. The bots of some games search with WebAssembly. */
export const SCRIPT_POLICY = CONTENT_SECURITY_POLICY.replace(
  "script-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
);

/** The policy of the pages that TypeDoc writes: their scripts add styles. */
export const GENERATED_POLICY = CONTENT_SECURITY_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

/** The policy of the frame for other sites: it may only show its own content. Every site may frame it. */
export const FRAMED_POLICY = [...OWN, ...SHOWN, ...NO_FORMS, 'frame-ancestors *'].join('; ');

export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Browsers use only HTTPS for a year. */
const STRICT_TRANSPORT = 'max-age=31536000';

export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(SECURITY_HEADERS);
    if (isSecure(request)) reply.header('strict-transport-security', STRICT_TRANSPORT);
  });
}

export interface Route {
  readonly method: string;
  readonly path: string;
}

export class KnownRoutes {
  readonly #methods = new Map<string, string[]>();
  #patterns: readonly (readonly [pattern: RegExp, methods: readonly string[]])[] | null = null;

  add({ method, path }: Route): void {
    this.#methods.set(path, [...(this.#methods.get(path) ?? []), method]);
    this.#patterns = null;
  }

  /** The methods of the routes at this path; empty if there are none. A route for all paths does not count. */
  methodsAt(path: string): readonly string[] {
    this.#patterns ??= [...this.#methods]
      .filter(([route]) => !route.includes('*'))
      .map(([route, methods]) => [
        new RegExp(`^${route.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}/?$`),
        methods,
      ]);
    return this.#patterns.flatMap(([pattern, methods]) => (pattern.test(path) ? methods : []));
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly knownRoutes?: KnownRoutes;
  }
}

export interface HttpDeps {
  readonly log: (line: string) => void;
  /** The least important lines that reach `log`. Default: `info`. */
  readonly logLevel?: LogLevel | undefined;
  readonly proxies: Proxies;
  readonly onRoute?: (route: Route) => void;
}

/** The longest request body, in bytes: several times the longest game. */
const MAX_BODY = 256 * 1024;

/** The headers of a request must arrive within `HEADERS_MS`, checked every `CHECK_MS`. Milliseconds. */
const HEADERS_MS = 10_000;
const CHECK_MS = 5000;

/** Whether every percent sign of a path encodes something, so that it can be decoded. */
function isEncoded(path: string): boolean {
  try {
    return decodeURI(path) !== '';
  } catch {
    return false;
  }
}

/** A wrongly encoded address is taken as it stands: a person gets the page that says that nothing is there. The API refuses it. */
const readableUrl = ({ url = '/' }: { readonly url?: string | undefined }): string =>
  url.startsWith('/api/') || isEncoded(url.split('?')[0] ?? '') ? url : url.replaceAll('%', '%25');

export function createHttp({ log, logLevel = 'info', proxies, onRoute }: HttpDeps): FastifyInstance {
  const app = fastify({
    bodyLimit: MAX_BODY,
    requestTimeout: 30_000,
    http: {
      headersTimeout: HEADERS_MS,
      connectionsCheckingInterval: CHECK_MS,
      // Many HTTP clients offer `h2c` with their first request, which a server without HTTP/2 answers as usual. Since Node 24.9.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
    },
    logger: {
      base: null,
      level: logLevel,
      serializers: LOG_SERIALIZERS,
      hooks: {
        logMethod(words, method) {
          const [about] = words as readonly unknown[];
          if (!isObject(about) || !isKnownFault(about['err'])) method.apply(this, words);
        },
      },
      stream: { write: (line: string) => log(line.trimEnd()) },
    },
    genReqId: () => randomUUID(),
    // `addRequestGuards` answers by name while the server stops.
    return503OnClosing: false,
    // The API logs its own answers, one line each.
    logController: new LogController({ disableRequestLogging: true }),
    // The same rule as for WebSocket connections. Headers of untrusted peers are removed before they are read.
    trustProxy: (address: string) => proxies.isTrusted(address),
    // A malformed URL reaches no hook, so its answer gets its headers here.
    frameworkErrors: (error, request, reply) =>
      void answerError(error, request, reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id })),
    rewriteUrl: readableUrl,
    routerOptions: { maxParamLength: 100 },
  });
  const routes = new KnownRoutes();
  app.decorate('knownRoutes', routes);
  app.addHook('onRoute', ({ method, url: path }) => {
    for (const one of [method].flat()) {
      routes.add({ method: one, path });
      onRoute?.({ method: one, path });
    }
  });
  // Only JSON is accepted: a form of another site can send text.
  app.removeContentTypeParser('text/plain');
  app.setErrorHandler(answerError);
  return app;
}
