export interface SvgElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly SvgNode[];
}
export type SvgNode = SvgElement | string;

const TOKEN = /<!--[\s\S]*?-->|<(?<close>\/?)(?<tag>[\w-]+)(?<attributes>(?:"[^"]*"|[^">])*?)(?<empty>\/?)>|[^<]+/g;
const ATTRIBUTE = /([\w:-]+)(?:="([^"]*)")?/g;

/** Parses the markup that Svelte writes: well formed, with values in double quotes. Comments and white space are left out. */
export function parseMarkup(markup: string): readonly SvgNode[] {
  const root: SvgNode[] = [];
  const open = [root];
  for (const { 0: token, groups = {} } of markup.matchAll(TOKEN)) {
    const { tag, close = '', attributes = '', empty = '' } = groups;
    const siblings = open.at(-1) ?? root;
    if (tag === undefined) {
      if (!token.startsWith('<!--') && token.trim() !== '') siblings.push(unescape(token.trim()));
    } else if (close !== '') {
      open.pop();
    } else {
      const children: SvgNode[] = [];
      siblings.push({ tag, attributes: parseAttributes(attributes), children });
      if (empty === '') open.push(children);
    }
  }
  return root;
}

const parseAttributes = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(ATTRIBUTE)].map(([, name = '', value = '']) => [name, unescape(value)]));

export function writeNode(node: SvgNode): string {
  if (typeof node === 'string') return escape(node);
  const { tag, attributes, children } = node;
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  const inside = children.map(writeNode).join('');
  return inside === '' ? `<${tag}${written.join('')}/>` : `<${tag}${written.join('')}>${inside}</${tag}>`;
}

const ESCAPES: readonly (readonly [string, string])[] = [
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
];

const escape = (text: string): string => ESCAPES.reduce((done, [sign, name]) => done.replaceAll(sign, name), text);
const unescape = (text: string): string =>
  ESCAPES.reduceRight((done, [sign, name]) => done.replaceAll(name, sign), text).replaceAll('&#39;', "'");

export const isElement = (node: SvgNode): node is SvgElement => typeof node !== 'string';
