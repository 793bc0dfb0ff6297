import { escapeHtml } from '../http/page-html.ts';

/** The parts of an OpenAPI document that the page shows. Everything else is left out. */
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
  readonly additionalProperties?: Schema | boolean;
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema; readonly example?: unknown }>>;
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}
export interface ApiDocument {
  readonly info: { readonly title: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

function typeOf(schema: Schema | undefined): string {
  if (schema === undefined) return 'unknown';
  const { $ref, type, items, properties, additionalProperties: members } = schema;
  const variants = schema.anyOf ?? schema.oneOf;
  if ($ref !== undefined) return linkTo($ref.split('/').at(-1) ?? '');
  if (schema.const !== undefined) return escapeHtml(JSON.stringify(schema.const));
  if (schema.enum !== undefined) return escapeHtml(schema.enum.map((value) => JSON.stringify(value)).join(' | '));
  if (variants !== undefined) return variants.map((variant) => typeOf(variant)).join(' | ');
  if (type === 'array') return listOf(typeOf(items));
  if (properties !== undefined) {
    return `{ ${fieldsOf(schema)
      .map(([name, field]) => `${escapeHtml(name)}: ${typeOf(field)}`)
      .join('; ')} }`;
  }
  if (type === 'object') return typeof members === 'object' ? `{ [key]: ${typeOf(members)} }` : 'object';
  return escapeHtml([type ?? 'unknown'].flat().join(' | '));
}

const listOf = (type: string): string => (/[ |]/.test(type.replaceAll(/<[^>]+>/g, '')) ? `(${type})[]` : `${type}[]`);

const linkTo = (name: string): string => `<a href="#${escapeHtml(name)}">${escapeHtml(name)}</a>`;

const fieldsOf = ({ properties = {}, required = [] }: Schema): readonly (readonly [string, Schema])[] =>
  Object.entries(properties).map(([name, field]) => [required.includes(name) ? name : `${name}?`, field]);

interface Row {
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

function tableOf(rows: readonly Row[]): string {
  if (rows.length === 0) return '';
  const lines = rows.map(
    ({ name, type, description }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td><code>${type}</code></td><td>${prose(description)}</td></tr>`,
  );
  return `<div class="wide"><table><thead><tr><th>name</th><th>type</th><th></th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`;
}

const rowsOf = (schema: Schema): readonly Row[] =>
  fieldsOf(schema).map(([name, field]) => ({ name, type: typeOf(field), description: field.description ?? '' }));

const schemaIn = ({ content = {} }: Content): readonly [type: string, schema: Schema | undefined] => {
  const [type = '', media = {}] = Object.entries(content)[0] ?? [];
  return [type, media.schema];
};

const exampleIn = ({ content = {} }: Content = {}): string =>
  Object.values(content)
    .map(({ example }) => `<p>Example: <code>${escapeHtml(JSON.stringify(example))}</code></p>`)
    .join('');

const isSuccess = (status: string): boolean => status.startsWith('2');

function operationPart(method: string, path: string, operation: Operation): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const [done = ''] = Object.keys(responses).filter(isSuccess);
  const [type, answer] = schemaIn(responses[done] ?? {});
  const [, body] = schemaIn(requestBody ?? {});
  const rows = parameters.map(({ name, required, description: text, schema }) => ({
    name: required ? name : `${name}?`,
    type: typeOf(schema),
    description: text ?? schema?.description ?? '',
  }));
  const errors = Object.keys(responses).filter((status) => !isSuccess(status));
  return [
    `<section id="${escapeHtml(operationId)}"><h3><code>${method.toUpperCase()} ${escapeHtml(path)}</code></h3>`,
    `<p>${prose(summary)}. <small>${escapeHtml(operationId)}</small></p>`,
    `<p>${prose(description)}</p>`,
    tableOf(rows),
    body === undefined ? '' : `<p>Body:</p>${tableOf(rowsOf(body))}${exampleIn(requestBody)}`,
    `<p>Answer${type === 'text/event-stream' ? ', as events' : ''}: <code>${done === '204' ? 'empty' : typeOf(answer)}</code>. Errors: ${errors.join(', ')}.</p></section>`,
  ].join('');
}

function schemaPart(name: string, schema: Schema): string {
  const body = schema.properties === undefined ? `<p><code>${typeOf(schema)}</code></p>` : tableOf(rowsOf(schema));
  return `<section id="${escapeHtml(name)}"><h3>${escapeHtml(name)}</h3>${prose(schema.description ?? '')}${body}</section>`;
}

export function referencePage({ info, tags, paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const parts = tags.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const list = own.map(({ method, path, operation }) => operationPart(method, path, operation)).join('');
    return `<h2 id="tag-${escapeHtml(name)}">${escapeHtml(name)}</h2><p>${prose(description)}</p>${list}`;
  });
  const links = tags.map(({ name }) => `<a href="#tag-${escapeHtml(name)}">${escapeHtml(name)}</a>`);
  const schemas = Object.entries(components.schemas).map(([name, schema]) => schemaPart(name, schema));
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(info.title)} API</title><link rel="stylesheet" href="/api/reference.css"></head>`,
    `<body><main><h1>${escapeHtml(info.title)} API</h1><p>${prose(info.description)}</p>`,
    '<p>The document of this page: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). Tokens are created on the <a href="/account">account page</a> and sent as <code>Authorization: Bearer …</code>.</p>',
    `<nav>${[...links, '<a href="#types">types</a>'].join(' · ')}</nav>`,
    ...parts,
    `<h2 id="types">types</h2>${schemas.join('')}</main></body></html>`,
  ].join('');
}

/** The style of the page. The content security policy allows no inline styles. */
export const REFERENCE_STYLE = `:root { color-scheme: light dark; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 60rem; margin: 0 auto; padding: 1rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid GrayText; }
h3 { margin-top: 2rem; }
code { font: 0.9em ui-monospace, monospace; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; }
th, td { padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid color-mix(in srgb, currentcolor 20%, transparent); text-align: left; vertical-align: top; overflow-wrap: normal; }
td code { overflow-wrap: anywhere; }
`;
