import * as z from 'zod/mini';
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
  type LimitName,
  type OperationErrorName,
  statusOf,
  tableRecordSchema,
} from '@tablier/protocol/operations';
import type { FastifyInstance } from 'fastify';
import { OAUTH_FLOW } from './authorizations.ts';
import { isOfSession, addOperations, errorsOf, type Operation, type OperationDeps } from './operation.ts';
import { exampleOf, type JsonSchema, GAME_COMPONENTS, GAME_SCHEMAS } from './schemas.ts';
import type { Rate } from '../lib/rate-limits.ts';
import texts from './document.json' with { type: 'json' };
import { type ApiDocument, REFERENCE_STYLE, referencePage } from './reference-page.ts';

type Json = Record<string, unknown>;

const SESSION = 'session';

/** What the document says besides the declarations: the rates of this server, and the schemas by name. */
interface Sources extends Pick<OperationDeps, 'limiter' | 'requests'> {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

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
  const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }): void => {
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
function simplify(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const { type, propertyNames, additionalProperties, required } = schema;
  // A map with a key for each name is an object with these fields.
  if (type === 'object' && propertyNames !== undefined && required !== undefined) {
    const field = additionalProperties;
    Object.assign(schema, { properties: Object.fromEntries(required.map((name) => [name, field])) });
    for (const key of ['propertyNames', 'additionalProperties']) Reflect.deleteProperty(schema, key);
  }
  if (schema.const === undefined) return;
  schema.enum = [schema.const];
  delete schema.const;
}

function used(schema: z.ZodMiniType): JsonSchema {
  const name = NAMES.get(schema);
  return name === undefined ? jsonSchemaOf(schema) : { $ref: `#/components/schemas/${name}` };
}

const MEANINGS: Readonly<Record<string, string>> = texts.meanings;

const limitHeader = (description: string) => ({ schema: { type: 'integer' }, description });
const LIMIT_HEADERS = {
  'RateLimit-Limit': limitHeader('The most requests at once.'),
  'RateLimit-Remaining': limitHeader('The requests that are left now.'),
  'RateLimit-Reset': limitHeader('Seconds until all of them are back.'),
};
const RETRY = { 'Retry-After': limitHeader('Seconds to wait before the same request.') };

function refusalsOf(errors: readonly OperationErrorName[]): Readonly<Record<string, object>> {
  const responses = [...new Set(errors.map(statusOf))].map((status) => {
    const names = errors.filter((name) => statusOf(name) === status).toSorted();
    const named = { properties: { error: { properties: { name: { enum: names } } } } };
    const schema = { allOf: [{ $ref: '#/components/schemas/Error' }, named] };
    const example = { error: { name: names[0] } };
    const headers = { ...(status === 429 || status === 503 ? RETRY : {}), ...(status === 429 ? LIMIT_HEADERS : {}) };
    const content = { 'application/json': { schema, example } };
    return [status, { description: MEANINGS[status] ?? 'Refused.', headers, content }];
  });
  return Object.fromEntries(responses) as Record<string, object>;
}

function responsesOf(declared: Declaration, method: string, { schemas }: Sources): Json {
  const { id = '', answer, form, status, orNone } = declared;
  const type = form === 'event-stream' ? 'text/event-stream' : 'application/json';
  const schema = answer === undefined ? undefined : used(answer);
  const good = {
    description: 'Done.',
    ...(!isOfSession(declared) && { headers: LIMIT_HEADERS }),
    // The example of the operation itself is that of its body.
    ...(schema && { content: { [type]: { schema, example: exampleOf(schema, `${id} answer`, schemas) } } }),
  };
  const none = orNone && { 204: { description: 'Nothing new.' } };
  return { [status ?? (schema === undefined ? 204 : 200)]: good, ...none, ...refusalsOf(errorsOf(method, declared)) };
}

/** Without a token if the first alternative is empty. The session of the page does not matter to programs. */
function securityOf(declared: Declaration): readonly Json[] {
  if (isOfSession(declared)) return [{ [SESSION]: [] }];
  const needed = declared.access === 'play' ? 'play' : 'read';
  return [...(declared.access === 'anyone' ? [{}] : []), { token: [] }, { oauth: [needed] }];
}

function describe(declared: Declaration, { limiter }: Sources): string {
  const { description, access, limits, tag } = declared;
  const needed = isOfSession(declared)
    ? 'With the session of a browser, not with a token.'
    : texts.needs[access as 'read'];
  const taken = { ...(tag === 'play' && { commands: 'person' }), ...limits };
  const rates = Object.entries(taken).map(
    ([name, by]) => `Limit: ${rateText(limiter(name as LimitName).rate)}, for each ${by}.`,
  );
  return [...(description === undefined ? [] : [description]), needed, ...rates].join(' ');
}

/** `30 at once and one more every 2 seconds`. */
function rateText({ burst, perSecond }: Rate): string {
  const seconds = Math.round(1 / perSecond);
  const [count, unit] = seconds < 120 ? [seconds, 'seconds'] : [Math.round(seconds / 60), 'minutes'];
  const more =
    perSecond > 1 ? `${perSecond} more each second` : `one more every ${count === 1 ? 'second' : `${count} ${unit}`}`;
  return `${burst} at once and ${more}`;
}

function parametersOf(
  place: 'query' | 'path',
  schema: z.ZodMiniType | undefined,
  schemas: Sources['schemas'],
): readonly Json[] {
  if (schema === undefined) return [];
  const { properties, required = [] } = jsonSchemaOf(schema);
  return Object.entries(properties ?? {}).map(([name, field]) => {
    const { description, ...own } = field as Json;
    return {
      in: place,
      name,
      required: required.includes(name),
      schema: own,
      ...(required.includes(name) && { example: exampleOf(own, name, schemas) }),
      ...(description !== undefined && { description }),
    };
  });
}

/** Parts of a path without a schema are any text. */
const partsOf = (path: string) =>
  z.object(Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, z.string()])));

function documented(key: string, declared: Declaration, sources: Sources): Json {
  const [method = '', path = ''] = key.split(' ');
  const { id = '', tag = 'own', summary, query, params, body } = declared;
  const { schemas } = sources;
  const parameters = [
    ...parametersOf('query', query, schemas),
    ...parametersOf('path', params ?? partsOf(path), schemas),
  ];
  const schema = body === undefined ? undefined : used(body);
  return {
    operationId: id,
    summary,
    tags: [tag],
    description: describe(declared, sources),
    ...(schema && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(schema, id, schemas) } },
      },
    }),
    ...(parameters.length > 0 && { parameters }),
    security: securityOf(declared),
    responses: responsesOf(declared, method, sources),
  };
}

/** The operations with an id, by path and method. */
function pathsOf(operations: readonly Operation[], sources: Sources): Json {
  const paths: Record<string, JsonSchema> = {};
  for (const { key, declared } of operations) {
    const [method = '', path = ''] = key.split(' ');
    if (declared.id !== undefined) (paths[path] ??= {})[method.toLowerCase()] = documented(key, declared, sources);
  }
  return paths;
}

const ANY_VIEW: JsonSchema = {
  anyOf: Object.values(GAME_SCHEMAS).map(({ name }) => ({ $ref: `#/components/schemas/${name}View` })),
};

/** The same schemas that check the requests. */
const schemasOf = () =>
  Object.fromEntries(
    Object.entries(COMPONENTS).map(([name, schema]) => [name, name === 'GameView' ? ANY_VIEW : jsonSchemaOf(schema)]),
  );

const { token, oauth } = texts.security;

const documentOf = (operations: readonly Operation[], sources: Sources) => ({
  openapi: '3.1.0',
  info: {
    title: 'Tablier',
    version: '1',
    description: `Play, watch and study at the tables of this server. docs/api.md explains it. Clients must ignore unknown fields. Limit of all requests: ${rateText(sources.requests.rate)}, for each token, or for each address without one; \`RateLimit-Remaining\` says how many are left.`,
    license: { name: 'MIT', identifier: 'MIT' },
    contact: { name: 'Tablier', url: 'https://github.com/tablier/tablier' },
  },
  servers: [{ url: '/' }],
  tags: texts.tags,
  components: {
    schemas: sources.schemas,
    securitySchemes: {
      ...{ token, oauth: { ...oauth, flows: { authorizationCode: OAUTH_FLOW } }, [SESSION]: texts.security.session },
    },
  },
  paths: pathsOf(operations, sources),
});

/** Adds all operations, their document and its page. Both are built when they are first requested, and never change. */
export function addApi(app: FastifyInstance, operations: readonly Operation[], deps: OperationDeps): void {
  let text: string | undefined;
  let page: string | undefined;
  const documentText = (): string =>
    (text ??= JSON.stringify(documentOf(operations, { ...deps, schemas: schemasOf() })));
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
