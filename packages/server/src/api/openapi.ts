import {
  chair,
  clockTerms,
  gameRecord,
  matchView,
  ownTable,
  playerAction,
  preparedLines,
  profile,
  protocolError,
  ratedGames,
  tableSummary,
  tableTerms,
  tableView,
  view,
} from '@tablier/protocol';
import {
  API_ERROR_NAMES,
  catalogue,
  catalogueGame,
  type Declaration,
  done,
  type OperationErrorName,
  statusOf,
  tableRecordSchema,
} from '@tablier/protocol/operations';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { OAUTH_FLOW } from './authorizations.ts';
import { isOfSession } from './caller.ts';
import { GAME_COMPONENTS, GAME_SCHEMAS } from './game-schemas.ts';
import { addOperations, errorsOf, type Operation, type OperationDeps } from './operation.ts';
import { type ApiDocument, REFERENCE_STYLE, referencePage, SESSION } from './reference-page.ts';

type JsonSchema = Record<string, unknown>;

const apiError = z
  .object({
    error: z.object({
      name: z
        .enum(API_ERROR_NAMES)
        .check(
          z.describe(
            'Each status of each operation lists those that it may have. A newer server may have more: treat an unknown name as a refusal.',
          ),
        ),
      detail: z.exactOptional(z.string()),
      retryMs: z.exactOptional(z.number().check(z.describe('When to try again. Milliseconds.'))),
      until: z.exactOptional(z.number().check(z.describe('With `muted`: when it ends. Milliseconds since 1970.'))),
    }),
  })
  .check(z.describe('Why a request was refused. Nothing has changed, unless the name is `unavailable` or `internal`.'));

const COMPONENTS: Readonly<Record<string, z.ZodMiniType>> = {
  Error: apiError,
  ErrorName: protocolError,
  Catalogue: catalogue,
  CatalogueGame: catalogueGame,
  TableView: tableView,
  MatchView: matchView,
  TableSummary: tableSummary,
  OwnTable: ownTable,
  TableTerms: tableTerms,
  ClockTerms: clockTerms,
  Chair: chair,
  PlayerAction: playerAction,
  PreparedLines: preparedLines,
  GameRecord: gameRecord,
  TableRecord: tableRecordSchema,
  Profile: profile,
  RatedGames: ratedGames,
  Done: done,
  GameView: view,
  ...GAME_COMPONENTS,
};

const NAMES = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [schema as z.core.$ZodType, name]));

function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void => {
    const name = NAMES.get(zodSchema);
    if (name !== undefined && zodSchema !== schema) {
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, { $ref: `#/components/schemas/${name}` });
    }
    simplify(jsonSchema);
  };
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override });
  return rest;
}

/** Generators of clients know `enum` better than `const`, and take the bounds of integers for limits. */
function simplify(schema: { minimum?: number; maximum?: number; const?: unknown; enum?: unknown[] }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.const === undefined) return;
  schema.enum = [schema.const];
  delete schema.const;
}

function used(schema: z.ZodMiniType): JsonSchema {
  const name = NAMES.get(schema);
  return name === undefined ? jsonSchemaOf(schema) : { $ref: `#/components/schemas/${name}` };
}

const MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request does not match this document.',
  401: 'The token is missing, wrong, expired or revoked.',
  403: 'This token or person may not do this.',
  404: 'There is nothing under this address.',
  409: 'The state of the table, the account or the tournament does not allow this.',
  413: 'The request is too large.',
  415: 'The body is not JSON: send `Content-Type: application/json`.',
  421: 'The server is not known under this host name.',
  422: 'The content is understood and not possible, such as an illegal move.',
  429: 'A limit was exceeded: wait for `Retry-After` seconds.',
  500: 'A bug in the server, which has logged it.',
  503: 'The database does not answer: send the same request again.',
};

function refusalsOf(errors: readonly OperationErrorName[]): Readonly<Record<string, object>> {
  const responses = [...new Set(errors.map(statusOf))].map((status) => {
    const names = errors.filter((name) => statusOf(name) === status).toSorted();
    const named = { properties: { error: { properties: { name: { enum: names } } } } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, named] };
    return [status, { description: MEANINGS[status] ?? 'Refused.', content: { 'application/json': { schema } } }];
  });
  return Object.fromEntries(responses) as Record<string, object>;
}

const limitHeader = (description: string) => ({ schema: { type: 'integer' }, description });
const LIMIT_HEADERS = {
  'RateLimit-Limit': limitHeader('The most requests at once.'),
  'RateLimit-Remaining': limitHeader('The requests that are left now.'),
  'RateLimit-Reset': limitHeader('Seconds until all of them are back.'),
};

function responsesOf({ answer, form, status, orNone, ...declared }: Declaration, method: string): JsonSchema {
  const type = form === 'event-stream' ? 'text/event-stream' : 'application/json';
  const good = {
    description: 'Done.',
    ...(!isOfSession(declared) && { headers: LIMIT_HEADERS }),
    ...(answer !== undefined && { content: { [type]: { schema: used(answer) } } }),
  };
  const none = orNone && { 204: { description: 'Nothing new.' } };
  return { [status ?? (answer === undefined ? 204 : 200)]: good, ...none, ...refusalsOf(errorsOf(method, declared)) };
}

/** Without a token if the first alternative is empty. The session of the page does not matter to programs. */
const securityOf = (declared: Declaration) =>
  isOfSession(declared) ? [{ [SESSION]: [] }] : [...(declared.access === 'anyone' ? [{}] : []), { token: [] }];

function parametersOf(place: 'query' | 'path', schema: z.ZodMiniType | undefined): readonly JsonSchema[] {
  if (schema === undefined) return [];
  const { properties, required = [] } = jsonSchemaOf(schema) as z.core.JSONSchema.ObjectSchema;
  return Object.entries(properties ?? {}).map(([name, field]) => {
    const { description, ...own } = field as JsonSchema;
    return {
      in: place,
      name,
      required: required.includes(name),
      schema: own,
      ...(description !== undefined && { description }),
    };
  });
}

/** Parts of a path without a schema are any text. */
const partsOf = (path: string) =>
  z.object(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()])));

function documented(method: string, path: string, declared: Declaration): JsonSchema {
  const { id, tag = 'own', summary, description, query, params, body } = declared;
  const parameters = [...parametersOf('query', query), ...parametersOf('path', params ?? partsOf(path))];
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(description !== undefined && { description }),
    ...(body !== undefined && {
      requestBody: { required: true, content: { 'application/json': { schema: used(body) } } },
    }),
    ...(parameters.length > 0 && { parameters }),
    security: securityOf(declared),
    responses: responsesOf(declared, method),
  };
}

/** The operations with an id, by path and method. */
function pathsOf(operations: readonly Operation[]): JsonSchema {
  const paths: Record<string, JsonSchema> = {};
  for (const { key, declared } of operations) {
    const [method = '', path = ''] = key.split(' ');
    if (declared.id !== undefined) (paths[path] ??= {})[method.toLowerCase()] = documented(method, path, declared);
  }
  return paths;
}

const TAGS = [
  { name: 'games', description: 'What can be played, and the schemas of the messages.' },
  { name: 'tables', description: 'Tables, their views, and finished games.' },
  {
    name: 'play',
    description: 'Commands. Each has an id chosen by the client; the same command sent again is done once.',
  },
  { name: 'people', description: 'Public profiles and ratings.' },
  { name: 'tournaments', description: 'Tournaments, their rounds and standings.' },
  { name: 'own', description: 'The account of the token.' },
];

const ANY_VIEW: JsonSchema = {
  anyOf: Object.values(GAME_SCHEMAS).map(({ name }) => ({ $ref: `#/components/schemas/${name}View` })),
};

const documentOf = (operations: readonly Operation[]) => ({
  openapi: '3.1.0',
  info: {
    title: 'Tablier',
    version: '1',
    description:
      'Play, watch and study at the tables of this server. docs/api.md explains it. Clients must ignore unknown fields.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/' }],
  tags: TAGS,
  components: {
    // The same schemas that check the requests.
    schemas: Object.fromEntries(
      Object.entries(COMPONENTS).map(([name, schema]) => [name, name === 'GameView' ? ANY_VIEW : jsonSchemaOf(schema)]),
    ),
    securitySchemes: {
      token: { type: 'http', scheme: 'bearer', description: 'A token of the account page.' },
      oauth: {
        type: 'oauth2',
        description: 'For programs and other sites: a token that a person allows, with PKCE (S256).',
        flows: { authorizationCode: OAUTH_FLOW },
      },
      [SESSION]: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-tablier',
        description: 'The session of a browser; without HTTPS the cookie is `tablier_session`.',
      },
    },
  },
  paths: pathsOf(operations),
});

/** Adds all operations, their document and its page. Both are built when they are first requested, and never change. */
export function addApi(app: FastifyInstance, operations: readonly Operation[], deps: OperationDeps): void {
  let text: string | undefined;
  let page: string | undefined;
  const documentText = (): string => (text ??= JSON.stringify(documentOf(operations)));
  const cached = { 'cache-control': 'public, max-age=300' };
  app.register(async (api) => {
    addOperations(api, operations, deps);
    api.get('/api/openapi.json', (_request, reply) =>
      reply.headers(cached).type('application/json; charset=utf-8').send(documentText()),
    );
    api.get('/api/reference.css', (_request, reply) =>
      reply.headers(cached).type('text/css; charset=utf-8').send(REFERENCE_STYLE),
    );
    api.get('/api', (_request, reply) => {
      page ??= referencePage(JSON.parse(documentText()) as ApiDocument);
      return reply.headers(cached).type('text/html; charset=utf-8').send(page);
    });
  });
}
