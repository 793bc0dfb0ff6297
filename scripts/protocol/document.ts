import {
  CLIENT_MESSAGES,
  chair,
  chatLine,
  CLOSE_CODES,
  clockTerms,
  deed,
  ERROR_NAMES,
  MAX_MESSAGE_BYTES,
  matchView,
  OWN_ERRORS,
  playerCommand,
  PROTOCOL_VERSION,
  protocolError,
  SERVER_MESSAGES,
  SOCKET_PATH,
  tableSummary,
  tableTerms,
  tableView,
} from '@tablier/protocol';
import * as z from 'zod/mini';

/** Schemas that have a section of their own. */
const NAMED = {
  Deed: deed,
  PlayerCommand: playerCommand,
  TableTerms: tableTerms,
  ClockTerms: clockTerms,
  TableView: tableView,
  Chair: chair,
  MatchView: matchView,
  TableSummary: tableSummary,
  ChatLine: chatLine,
  Error: protocolError,
};

/** The parts of JSON Schema that our schemas come to. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly additionalProperties?: Schema | boolean;
}

/** The JSON Schema of a schema, in which those that have a section are named only. */
function schemaOf(schema: z.ZodMiniType): Schema {
  const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void => {
    const found = Object.entries(NAMED).find(([, named]) => named === zodSchema && named !== schema);
    if (found === undefined) return;
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, { $ref: found[0] });
  };
  return z.toJSONSchema(schema, { unrepresentable: 'any', override }) as Schema;
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** A type in few words, as TypeScript would write it. */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, items, properties, type } = schema;
  if ($ref !== undefined) return $ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) {
    return schema.enum.length > 12 ? 'name' : schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  }
  const variants = anyOf ?? oneOf;
  if (variants !== undefined) return variants.map(typeOf).join(' | ');
  if (type === 'array') return items === undefined ? 'unknown[]' : listOf(typeOf(items));
  if (properties !== undefined)
    return `{ ${fieldsOf(schema)
      .map(([name, field]) => `${name}: ${typeOf(field)}`)
      .join('; ')} }`;
  if (type === 'object') return 'object';
  return type === undefined ? 'unknown' : simpleType(schema, type);
}

const listOf = (type: string): string => (/[ |]/.test(type) ? `(${type})[]` : `${type}[]`);

/** Bounds that say something: those of every integer do not. A text with a pattern is an id. */
function simpleType({ minimum, maximum, maxLength, pattern }: Schema, type: string | readonly string[]): string {
  if (typeof type !== 'string') return type.map((one) => simpleType({}, one)).join(' | ');
  if (type === 'string')
    return pattern === undefined ? (maxLength === undefined ? 'text' : `text (${maxLength})`) : 'id';
  const isBound = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return isBound(maximum) && isBound(minimum) ? `${type} ${minimum}–${maximum}` : type;
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): (readonly [string, Schema])[] =>
  Object.entries(properties).map(([name, field]) => [required.includes(name) ? name : `${name}?`, field]);

function tableOf(schema: Schema): string[] {
  const fields = fieldsOf(schema).filter(([name]) => name !== 'kind');
  if (fields.length === 0) return ['Nothing else.', ''];
  const rows = fields.map(([name, field]) => `| ${code(name)} | ${code(typeOf(field))} | ${field.description ?? ''} |`);
  return ['| field | type | |', '|---|---|---|', ...rows, ''];
}

const messages = (all: Readonly<Record<string, z.ZodMiniType>>): string[] =>
  Object.entries(all).flatMap(([kind, schema]) => [`### ${code(kind)}`, '', ...tableOf(schemaOf(schema))]);

function section(name: string, schema: z.ZodMiniType): string[] {
  const shape = schemaOf(schema);
  const variants = shape.oneOf ?? shape.anyOf;
  const body =
    variants === undefined ? tableOf(shape) : [...variants.map((variant) => `- ${code(typeOf(variant))}`), ''];
  return [`### ${name}`, '', ...body];
}

/** `docs/protocol.md`, made from the schemas. */
export function protocolDocument(): string {
  return [
    '# The socket protocol',
    '',
    '<!-- Made from the schemas of packages/protocol by `npm run docs`: a change here is lost. -->',
    '',
    `Version ${PROTOCOL_VERSION}. One WebSocket at ${code(SOCKET_PATH)}; every message is one JSON object in a text frame, of at most ${MAX_MESSAGE_BYTES} bytes from a`,
    'client, and its `kind` says which. Fields that are not named here are refused in both directions, but for what a game adds to its `view`. Who one is, the session',
    'cookie of `POST /api/guests` says.',
    'The flow that a client follows is told in `packages/protocol/README.md`. A `text (n)` has at most n characters; times are in milliseconds.',
    '',
    '## From the client',
    '',
    ...messages(CLIENT_MESSAGES),
    '## From the server',
    '',
    ...messages(SERVER_MESSAGES),
    '## Types',
    '',
    ...Object.entries(NAMED).flatMap(([name, schema]) => section(name, schema)),
    '## Errors',
    '',
    'An error says by name why something was refused; nothing has changed then.',
    '',
    '| name | |',
    '|---|---|',
    ...Object.entries(OWN_ERRORS).map(([name, meaning]) => `| ${code(name)} | ${meaning} |`),
    '',
    `Names of the match and of its setup: ${ERROR_NAMES.filter((name) => !Object.hasOwn(OWN_ERRORS, name))
      .map(code)
      .join(', ')}.`,
    '',
    '## Close codes',
    '',
    '| code | name |',
    '|---|---|',
    ...Object.entries(CLOSE_CODES).map(([name, closeCode]) => `| ${closeCode} | ${code(name)} |`),
    '',
  ].join('\n');
}
