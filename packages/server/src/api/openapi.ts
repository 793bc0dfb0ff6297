import swagger from '@fastify/swagger';
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
  done,
  type OperationErrorName,
  statusOf,
  tableRecordSchema,
} from '@tablier/protocol/operations';
import type { FastifyInstance, FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import { isOfSession } from './caller.ts';
import { GAME_COMPONENTS, GAME_SCHEMAS } from './game-schemas.ts';
import type { DocumentedOperation } from './operation.ts';

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
    withoutBoundsOfIntegers(jsonSchema);
  };
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override });
  return rest;
}

function withoutBoundsOfIntegers(schema: { minimum?: number; maximum?: number }): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
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

const LIMIT_HEADERS = {
  'RateLimit-Limit': { type: 'integer', description: 'The most requests at once.' },
  'RateLimit-Remaining': { type: 'integer', description: 'The requests that are left now.' },
  'RateLimit-Reset': { type: 'integer', description: 'Seconds until all of them are back.' },
};

function responsesOf({ answer, form, status, errors, orNone, ...declared }: DocumentedOperation): JsonSchema {
  const type = form === 'event-stream' ? 'text/event-stream' : 'application/json';
  const good = {
    description: 'Done.',
    ...(!isOfSession(declared) && { headers: LIMIT_HEADERS }),
    ...(answer !== undefined && { content: { [type]: { schema: used(answer) } } }),
  };
  const none = orNone && { 204: { description: 'Nothing new.' } };
  return { [status ?? (answer === undefined ? 204 : 200)]: good, ...none, ...refusalsOf(errors) };
}

export const SESSION = 'session';

/** Without a token if the first alternative is empty. The session of the page does not matter to programs. */
const securityOf = (declared: DocumentedOperation) =>
  isOfSession(declared) ? [{ [SESSION]: [] }] : [...(declared.access === 'anyone' ? [{}] : []), { token: [] }];

/** What the plugin collects of a route: the schemas that check it, as JSON Schema, and what its operation declares. */
function documented(schema: FastifySchema, operation: DocumentedOperation) {
  const checked = Object.entries(schema).map(([part, own]) => [part, used(own as z.ZodMiniType)]);
  return {
    ...(Object.fromEntries(checked) as JsonSchema),
    operationId: operation.id ?? '',
    tags: [operation.tag ?? 'own'],
    summary: operation.summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: securityOf(operation),
    response: responsesOf(operation),
  };
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

let namedSchemas: Record<string, JsonSchema> | null = null;

/** The schemas with a name. They never change, so all servers of a process share them: making them takes a fifth of the start of a server. */
const schemasByName = (): Record<string, JsonSchema> =>
  (namedSchemas ??= Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => [name, name === 'GameView' ? ANY_VIEW : jsonSchemaOf(schema)]),
  ));

export async function addDocument(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
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
        // The same schemas that check the requests. The types of the plugin know JSON Schema only in part.
        schemas: schemasByName() as Record<string, object>,
        securitySchemes: {
          token: { type: 'http', scheme: 'bearer', description: 'A token of the account page.' },
          [SESSION]: {
            type: 'apiKey',
            in: 'cookie',
            name: '__Host-tablier',
            description: 'The session of a browser; without HTTPS the cookie is `tablier_session`.',
          },
        },
      },
    },
    transform: ({ schema, url, route }) => {
      const operation = route.config?.operation;
      return operation === undefined
        ? { schema: { hide: true }, url }
        : { schema: documented(schema ?? {}, operation), url };
    },
  });
}
