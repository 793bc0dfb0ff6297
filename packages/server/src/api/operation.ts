import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type * as z from 'zod/mini';
import type { TokenCaller } from '../accounts/tokens.ts';
import { type Access, enter, type GateDeps } from './caller.ts';
import { BadInput, type OperationError, type OperationErrorName, refused } from './errors.ts';

type Schema = z.ZodMiniType | undefined;
type Output<S extends Schema> = S extends z.ZodMiniType ? z.output<S> : undefined;

/** Answers with an error of these names. */
export type Refuse<Name extends OperationErrorName> = (error: OperationError & { readonly name: Name }) => FastifyReply;

/** What an operation with any input gets. `Name`: the errors that it may answer with, besides those of every operation. */
export interface Asked<Name extends OperationErrorName = never> {
  /** `null` without a token. */
  readonly caller: TokenCaller | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly refuse: Refuse<Name | (typeof EVERY)[number]>;
}

/** What the request of an operation contains, checked by its schemas. */
export interface Input<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  Name extends OperationErrorName,
> extends Asked<Name> {
  readonly params: Output<P>;
  readonly query: Output<Q>;
  readonly body: Output<B>;
}

/** An operation of the API: what the document says about it, the schemas that check its input, and what it does. */
export interface Operation<
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  Name extends OperationErrorName = OperationErrorName,
> {
  /** The name of the operation in the document. Generated clients have a function of this name. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `API`, in the syntax of OpenAPI: `/tables/{table}`. */
  readonly path: string;
  readonly tag: 'games' | 'tables' | 'play' | 'people' | 'tournaments' | 'own';
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** The successful answer. */
  readonly answer: z.ZodMiniType;
  /** `event-stream`: the answer is a stream of events, each with this as its data. Default: JSON. */
  readonly form?: 'event-stream';
  /** The errors that it may answer with, besides those of every operation. Another one does not compile. */
  readonly errors?: readonly Name[];
  /** Returns the answer, or the reply if it has answered. */
  readonly run: (input: Input<P, Q, B, Name>) => Promise<unknown>;
}

/** An operation with any input. */
export type AnyOperation = Operation<never, never, never, never>;

export const operation = <
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  const Name extends OperationErrorName = never,
>(
  declared: Operation<P, Q, B, Name>,
): AnyOperation => declared as unknown as AnyOperation;

/** Where the operations are. The version is raised only for a change that existing programs would misinterpret. */
export const API = '/api/v1';

/** The longest body of a request, in bytes: that of a message on a WebSocket. */
const MAX_BODY = 16 * 1024;

/** What every operation may answer with. */
const EVERY = [
  'bad-request',
  'no-token',
  'bad-token',
  'wrong-scope',
  'banned',
  'unknown-host',
  'too-many',
  'too-many-connections',
  'internal',
  'unavailable',
] as const satisfies readonly OperationErrorName[];
/** Those of requests that may have a body. */
export const OF_CHANGES = [
  'bad-json',
  'too-large',
  'unsupported-media-type',
] as const satisfies readonly OperationErrorName[];

/** The errors that come before an operation runs, or from a fault of the server. */
const commonErrors = ({ method, params }: AnyOperation): readonly OperationErrorName[] => [
  ...EVERY,
  ...(method === 'GET' ? [] : OF_CHANGES),
  // A part of the path may be too long.
  ...(params === undefined ? [] : (['not-found'] as const)),
];

/** Adds the route of an operation. Its input is checked by the schemas from which the document is generated. */
export function addOperation(app: FastifyInstance, declared: AnyOperation, deps: GateDeps): void {
  const { access, params, query, body, errors = [], form, run } = declared;
  const handler: RouteHandlerMethod = async (request, reply) => {
    const input = { params: request.params, query: request.query, body: request.body, request, reply };
    const refuse = (error: OperationError): FastifyReply => refused(reply, error);
    return run({ ...input, refuse, caller: request.tokenCaller } as never);
  };
  app.route({
    method: declared.method,
    url: `${API}${declared.path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    bodyLimit: MAX_BODY,
    // The answer to HEAD is read to its end, and a stream of events has none.
    exposeHeadRoute: form === undefined,
    schema: {
      ...(params !== undefined && { params }),
      ...(query !== undefined && { querystring: query }),
      ...(body !== undefined && { body }),
    },
    config: { operation: { ...declared, errors: [...new Set([...commonErrors(declared), ...errors])] } },
    onRequest: async (request, reply) => {
      const entered = await enter(request, reply, { access, deps });
      request.tokenCaller = entered.caller;
      return entered.isRefused ? reply : undefined;
    },
    handler,
  });
}

/** The parts of an operation that the document needs. */
export type DocumentedOperation = Pick<
  Operation,
  'id' | 'tag' | 'summary' | 'description' | 'access' | 'answer' | 'form'
> & { readonly errors: readonly OperationErrorName[] };

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: DocumentedOperation;
  }
  interface FastifyRequest {
    tokenCaller: TokenCaller | null;
  }
}

/** The result of a schema for Fastify: the parsed value, or the path of the first fault. */
export function checkInput(schema: z.ZodMiniType, data: unknown): { value: unknown } | { error: BadInput } {
  const parsed = schema.safeParse(data);
  return parsed.success ? { value: parsed.data } : { error: new BadInput(faultIn(parsed.error.issues[0])) };
}

/** The path of a fault. An unknown field is named, too: its path is that of the object around it. */
function faultIn(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return '';
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return [...issue.path, ...unknown].map(String).join('.').slice(0, 80);
}
