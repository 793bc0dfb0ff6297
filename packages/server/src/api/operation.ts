import { words } from '@tablier/core';
import type * as z from 'zod/mini';
import type {
  Access,
  Declaration,
  Declarations,
  ErrorOf,
  LimitName,
  OperationErrorName,
  ReadRequest,
} from '@tablier/protocol/operations';
import type { FastifyReply, FastifyRequest, FastifyInstance } from 'fastify';
import { type Caller, findCaller, identityOf, tokensOf } from '../accounts/authenticate.ts';
import type { Identity, People } from '../accounts/people.ts';
import type { TokenCaller, Tokens } from '../accounts/tokens.ts';
import type { Hosts } from '../http/hosts.ts';
import { type RateLimiter, takeFromAll } from '../lib/rate-limits.ts';
import type { Bans } from '../moderation/moderation.ts';
import { checkLimit, Refusal, answerError, type OperationError } from '../http/request.ts';

export type ApiCaller = TokenCaller | Identity;

export type CallerOf<A extends Access> = A extends 'session' | 'member'
  ? Caller
  : A extends 'visitor'
    ? Identity | null
    : ApiCaller | (A extends 'anyone' ? null : never);

export interface GateDeps {
  readonly tokens: Tokens;
  readonly people: People;
  readonly bans: Bans;
  readonly hosts: Pick<Hosts, 'isOwnPage'>;
  readonly requests: RateLimiter;
  readonly onCall: (token: string) => void;
}

type Gate = Pick<Declaration, 'access' | 'form'>;
const BEARER = /^Bearer +(\S+) *$/i;

export const mayPlay = ({ scopes }: TokenCaller): boolean => scopes.has('play') || scopes.has('bot');

const mayRead = (caller: TokenCaller): boolean => caller.scopes.has('read') || mayPlay(caller);

export const isOfSession = ({ access }: Pick<Declaration, 'access'>): boolean =>
  access === 'visitor' || access === 'session' || access === 'member';

/** Whether a request comes from the page of this server: it has a session, or the browser says so. No other site can send either. */
const isFromPage = ({ headers }: FastifyRequest, hosts: GateDeps['hosts']): boolean =>
  headers.authorization === undefined &&
  hosts.isOwnPage(headers) &&
  (tokensOf(headers).length > 0 || headers['sec-fetch-site'] === 'same-origin');

export function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { gate, deps }: { readonly gate: Gate; readonly deps: GateDeps },
): Promise<ApiCaller | null> {
  const isPage = isOfSession(gate) || (gate.form !== 'event-stream' && isFromPage(request, deps.hosts));
  return isPage ? enterBySession(request, reply, gate, deps) : enterByToken(request, reply, gate, deps);
}

type Enter = (request: FastifyRequest, reply: FastifyReply, gate: Gate, deps: GateDeps) => Promise<ApiCaller | null>;

const enterBySession: Enter = async (request, reply, { access }, { people }) => {
  // Unlike the answers to programs, pages of other sites may not load what a session is for.
  reply.header('cross-origin-resource-policy', 'same-origin');
  if (access === 'anyone' || access === 'visitor') return identityOf(request, people);
  const caller = await findCaller(request, people);
  if (caller === null) throw new Refusal({ name: 'no-session' });
  if (access === 'member' && caller.person.guest !== false) throw new Refusal({ name: 'no-account' });
  return caller;
};

const enterByToken: Enter = async (request, reply, { access }, { tokens, bans, requests, onCall }) => {
  const { authorization } = request.headers;
  const caller = authorization === undefined ? null : await tokens.find(BEARER.exec(authorization)?.[1] ?? '');
  countRequest(caller?.token ?? request.ip, reply, requests);
  if (caller === null) {
    if (authorization === undefined && access === 'anyone') return null;
    reply.header('www-authenticate', 'Bearer');
    throw new Refusal({ name: authorization === undefined ? 'no-token' : 'bad-token' });
  }
  if (bans.has(caller.person.id)) throw new Refusal({ name: 'banned' });
  const isAllowed = access === 'anyone' || (access === 'read' ? mayRead(caller) : mayPlay(caller));
  if (!isAllowed) throw new Refusal({ name: 'wrong-scope', detail: access });
  onCall(caller.token);
  return caller;
};

/** Counts a request, and writes the headers that tell a program how many it has left. Throws a `Refusal`. */
function countRequest(name: string, reply: FastifyReply, requests: RateLimiter): void {
  const retryMs = requests.take(name);
  const { limit, remaining, resetMs } = requests.left(name);
  reply.header('ratelimit-limit', limit);
  reply.header('ratelimit-remaining', remaining);
  reply.header('ratelimit-reset', Math.ceil(resetMs / 1000));
  checkLimit(retryMs);
}

export interface Asked<Name extends OperationErrorName = never, A extends Access = Access> {
  readonly caller: CallerOf<A>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Throws a `Refusal`. */
  readonly refuse: (error: OperationError & { readonly name: Name | Common }) => never;
}

type Run<Key, D extends Declaration> = (
  input: ReadRequest<Key, D> & Asked<ErrorOf<D>, D['access']>,
) => Promise<unknown>;

export interface Operation {
  readonly key: string;
  readonly declared: Declaration;
  readonly run: (input: never) => Promise<unknown>;
}

/** Says what declared operations do. One that is missing does not compile. */
export const implement = <const D extends Declarations>(
  declarations: D,
  runs: { readonly [Key in keyof D]: Run<Key, D[Key]> },
): readonly Operation[] =>
  Object.entries(declarations).map(([key, declared]) => ({ key, declared, run: runs[key] as Operation['run'] }));

/** The longest body of a request, in bytes: that of a message on a WebSocket. */
const MAX_BODY = 16 * 1024;

const EVERY = words(
  'bad-request banned unknown-host too-many too-many-connections internal unavailable',
) satisfies readonly OperationErrorName[];
const OF_TOKENS = ['no-token', 'bad-token', 'wrong-scope'] as const satisfies readonly OperationErrorName[];
type Common = (typeof EVERY)[number] | (typeof OF_TOKENS)[number] | 'no-session';
const OF_CHANGES = ['bad-json', 'too-large', 'unsupported-media-type'] as const satisfies readonly OperationErrorName[];

export const errorsOf = (method: string, declared: Declaration): readonly OperationErrorName[] => [
  ...new Set([
    ...EVERY,
    ...(isOfSession(declared) ? [] : OF_TOKENS),
    ...(declared.access === 'anyone' || declared.access === 'visitor' ? [] : (['no-session'] as const)),
    ...(declared.access === 'member' ? (['no-account'] as const) : []),
    ...(method === 'GET' ? [] : OF_CHANGES),
    ...(method === 'GET' || !isOfSession(declared) ? [] : (['foreign-origin'] as const)),
    // A part of the path may be too long.
    ...(declared.params === undefined ? [] : (['not-found'] as const)),
    ...(declared.errors ?? []),
  ]),
];

function refuse(error: OperationError): never {
  throw new Refusal(error);
}

export interface OperationDeps extends GateDeps {
  /** Commands count over HTTP and WebSockets together. */
  readonly limiter: (name: LimitName | 'commands') => RateLimiter;
}

export function addOperations(app: FastifyInstance, operations: readonly Operation[], deps: OperationDeps): void {
  app.decorateRequest('apiCaller', null);
  app.setValidatorCompiler<never>(
    ({ schema }) =>
      (data: unknown) =>
        checkInput(schema, data),
  );
  app.setErrorHandler(answerError);
  for (const operation of operations) addOperation(app, operation, deps);
}

/** Adds the route of an operation. Its input is checked by the schemas from which the document is generated. */
function addOperation(app: FastifyInstance, { key, declared, run }: Operation, deps: OperationDeps): void {
  const { params, query, body, most = MAX_BODY, form, status, isFrequent = false } = declared;
  const [method = '', path = ''] = key.split(' ');
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: most,
    ...(isFrequent && { logLevel: 'warn' as const }),
    // The answer to HEAD is read to its end: a stream of events has none, and a file takes long.
    exposeHeadRoute: form === undefined,
    schema: {
      ...(params !== undefined && { params }),
      ...(query !== undefined && { querystring: query }),
      ...(body !== undefined && { body }),
    },
    onRequest: async (request, reply) => {
      request.apiCaller = await enter(request, reply, { gate: declared, deps });
    },
    preHandler: async (request) => checkLimit(takeLimits(request, declared, deps)),
    handler: async (request, reply) => {
      const { apiCaller: caller, params: parts, query: asked, body: sent } = request;
      const answer = await run({ params: parts, query: asked, body: sent, request, reply, caller, refuse } as never);
      // Of an answer that is sent in parts, `sent` is true at its end, which a client that leaves does not wait for.
      if (reply.sent || reply.raw.headersSent || reply.raw.destroyed) return reply;
      if (answer === undefined || answer === null) return reply.code(204).send();
      return (status === undefined ? reply : reply.code(status)).send(answer);
    },
  });
}

/** Returns how long to wait; 0 if all limits allow it. Milliseconds. */
function takeLimits(request: FastifyRequest, { limits = {} }: Declaration, { limiter }: OperationDeps): number {
  const { ip, apiCaller } = request;
  const names = Object.entries(limits).map(
    ([name, by]) =>
      [limiter(name as LimitName), by === 'person' && apiCaller !== null ? apiCaller.person.id : ip] as const,
  );
  return names.length === 0 ? 0 : takeFromAll(...names);
}

declare module 'fastify' {
  interface FastifyRequest {
    apiCaller: ApiCaller | null;
  }
}

export function checkInput(schema: z.ZodMiniType, data: unknown): { value: unknown } | { error: Refusal } {
  const parsed = schema.safeParse(data);
  return parsed.success
    ? { value: parsed.data }
    : { error: new Refusal({ name: 'bad-request', detail: faultIn(parsed.error.issues[0]) }) };
}

function faultIn(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return '';
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknown].map(String).join('.').slice(0, 80);
}
