import type {
  Access,
  Declaration,
  Declarations,
  ErrorOf,
  LimitName,
  OperationErrorName,
  ReadRequest,
} from '@tablier/protocol/operations';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { type RateLimiter, takeFromAll } from '../lib/rate-limits.ts';
import { type ApiCaller, type CallerOf, enter, type GateDeps, isOfSession } from './caller.ts';
import { answerError, checkLimit, type OperationError, Refusal } from '../http/errors.ts';

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

const EVERY = [
  'bad-request',
  'banned',
  'unknown-host',
  'too-many',
  'too-many-connections',
  'internal',
  'unavailable',
] as const satisfies readonly OperationErrorName[];
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
  const { params, query, body, most = MAX_BODY, form, status } = declared;
  const [method = '', path = ''] = key.split(' ');
  app.route({
    method,
    url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: most,
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
