import {
  CLIENT_MESSAGES,
  chair,
  change,
  chatLine,
  clockTerms,
  command,
  matchView,
  MAX_MESSAGE_BYTES,
  myTable,
  playerAction,
  PROTOCOL_VERSION,
  protocolError,
  SERVER_MESSAGES,
  SOCKET_PATH,
  tableSummary,
  tableTerms,
  tableView,
  view,
} from '@tablier/protocol';
import * as z from 'zod/mini';
import { timedTerms } from '../../packages/protocol/src/values.ts';
import { MATCH_ERRORS, OWN_ERRORS } from './meanings.ts';
import { CLOSES, LIFECYCLE, VERSIONS } from './prose.ts';

/** Schemas with a separate section. */
const NAMED = {
  ClientCommand: command,
  PlayerAction: playerAction,
  TableTerms: tableTerms,
  ClockTerms: clockTerms,
  TableView: tableView,
  Chair: chair,
  MatchView: matchView,
  View: view,
  TableSummary: tableSummary,
  OwnTable: myTable,
  ChatLine: chatLine,
  Change: change,
  Error: protocolError,
};

/** The parts of JSON Schema that occur in our schemas. */
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

/** The name of the section of a schema. Timed clocks are in that of all clocks. */
const nameOf = (schema: z.core.$ZodType): string | undefined =>
  schema === timedTerms ? 'ClockTerms' : Object.entries(NAMED).find(([, named]) => named === schema)?.[0];

/** The JSON Schema of a schema. Schemas with a separate section become references. */
function schemaOf(schema: z.ZodMiniType): Schema {
  const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: object }): void => {
    const name = zodSchema === schema ? undefined : nameOf(zodSchema);
    if (name === undefined) return;
    for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
    Object.assign(jsonSchema, { $ref: name });
  };
  const { $defs, ...shape } = z.toJSONSchema(schema, { unrepresentable: 'any', override });
  const own = nameOf(schema) ?? '';
  let text = JSON.stringify(shape);
  // Inline definitions are expanded; recursive schemas have a section.
  for (const [name, part] of Object.entries($defs ?? {}))
    text = text.replaceAll(`{"$ref":"#/$defs/${name}"}`, JSON.stringify(part));
  return JSON.parse(text.replaceAll('"$ref":"#"', `"$ref":"${own}"`)) as Schema;
}

/** The last number of a seat. No other field has its bounds. */
const MAX_SEAT = 15;

const code = (text: string): string => `\`${text}\``;

/** What the introduction says once. */
const TABLE_ID = 'The id of a table, the last part of its link.';

/** A type as text in the style of TypeScript. */
function typeOf(schema: Schema): string {
  const { $ref, anyOf, oneOf, items, properties, type } = schema;
  if ($ref !== undefined) return $ref;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return choiceOf(schema.enum);
  const variants = anyOf ?? oneOf;
  if (variants !== undefined) return variants.map(typeOf).join(' | ');
  if (type === 'array') return items === undefined ? 'unknown[]' : listOf(typeOf(items));
  if (properties !== undefined)
    return `{ ${fieldsOf(schema)
      .map(([name, field]) => `${name}: ${typeOf(field)}`)
      .join('; ')} }`;
  if (type === 'object') return mapOf(schema);
  return type === undefined ? 'unknown' : simpleType(schema, type);
}

/** A list of values. Those of names are listed with their meanings, numbers in sequence are a range. */
function choiceOf(values: readonly unknown[]): string {
  if (values.length > 12) return 'name';
  const isRange = values.every((value, index) => value === Number(values[0]) + index);
  return isRange
    ? `integer ${String(values[0])}–${String(values.at(-1))}`
    : values.map((value) => JSON.stringify(value)).join(' | ');
}

/** An object with any keys, and the type of its members if that has a name. */
const mapOf = ({ additionalProperties: members }: Schema): string =>
  typeof members === 'object' && members.$ref !== undefined ? `{ [key: text]: ${members.$ref} }` : 'object';

const listOf = (type: string): string => (/[ |]/.test(type) ? `(${type})[]` : `${type}[]`);

/** `id (1–64)`, from the pattern of an id. */
function idOf(pattern: string): string {
  const [, least, most] = /^\^\[\\w-\]\{(\d+),(\d+)\}\$$/.exec(pattern) ?? [];
  if (least === undefined || most === undefined) throw new Error(`not the pattern of an id: ${pattern}`);
  return `id (${least}–${most})`;
}

/** A type with its bounds. The bounds that all integers have are left out. A text with a pattern is an id. */
function simpleType({ minimum, maximum, maxLength, pattern }: Schema, type: string | readonly string[]): string {
  if (typeof type !== 'string') return type.map((one) => simpleType({}, one)).join(' | ');
  if (type === 'string')
    return pattern === undefined ? (maxLength === undefined ? 'text' : `text (${maxLength})`) : idOf(pattern);
  if (minimum === 0 && maximum === MAX_SEAT) return 'seat';
  const isBound = (bound: number | undefined): bound is number =>
    bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
  return isBound(maximum) && isBound(minimum) ? `${type} ${minimum}–${maximum}` : type;
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): (readonly [string, Schema])[] =>
  Object.entries(properties).map(([name, field]) => [required.includes(name) ? name : `${name}?`, field]);

function tableOf(schema: Schema): string[] {
  const fields = fieldsOf(schema).filter(([name]) => name !== 'kind');
  if (fields.length === 0) return ['No other fields.', ''];
  return [...fields.map(([name, field]) => `- ${code(name)}: ${code(typeOf(field))}${wordsOf(field)}`), ''];
}

const wordsOf = ({ description }: Schema): string =>
  description === undefined || description === TABLE_ID ? '' : `. ${description}`;

const messages = (all: Readonly<Record<string, z.ZodMiniType>>): string[] =>
  Object.entries(all).flatMap(([kind, schema]) => [`### ${code(kind)}`, '', ...tableOf(schemaOf(schema))]);

function section(name: string, schema: z.ZodMiniType): string[] {
  const shape = schemaOf(schema);
  const variants = shape.oneOf ?? shape.anyOf;
  const body =
    variants === undefined ? tableOf(shape) : [...variants.map((variant) => `- ${code(typeOf(variant))}`), ''];
  return [`### ${name}`, '', ...(shape.description === undefined ? [] : [shape.description, '']), ...body];
}

const errors = (all: Readonly<Record<string, string>>): string[] => [
  ...Object.entries(all).map(([name, meaning]) => `- ${code(name)}: ${meaning}`),
  '',
];

/** The text of `docs/protocol.md`. */
export function protocolDocument(): string {
  return [
    '# The socket protocol',
    '',
    '<!-- Generated from the schemas of packages/protocol by `npm run docs`. Do not edit. -->',
    '',
    `Version ${PROTOCOL_VERSION}. One WebSocket at ${code(SOCKET_PATH)}. Every message is one JSON object in a text frame, of at most ${MAX_MESSAGE_BYTES} bytes from a client. Its \`kind\` is the kind of message. A session cookie identifies the client: \`__Host-tablier\` over HTTPS, otherwise \`tablier_session\`. \`POST /api/guests\` sets it. Keep a cookie jar, because later answers may replace it.`,
    '',
    'A `text (n)` has 1 to n characters, an `id (a–b)` has a to b characters of `A-Za-z0-9_-`, a `seat` is the number of a seat or chair, from 0. The id of a table is the last part of its link. Times are in milliseconds, except those of [ClockTerms](#clockterms).',
    '',
    ...VERSIONS,
    ...LIFECYCLE,
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
    'The name of an error says why a request was refused. Nothing has changed, unless the name is `unavailable` or `internal`.',
    '',
    ...errors(OWN_ERRORS),
    'Errors of the match and of its setup:',
    '',
    ...errors(MATCH_ERRORS),
    ...CLOSES,
  ].join('\n');
}
