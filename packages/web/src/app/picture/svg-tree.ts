import letters from './letters.json';

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

interface Face {
  readonly unitsPerEm: number;
  readonly glyphs: Readonly<Record<string, { readonly advance: number; readonly path: string }>>;
}

const { serif, sans }: { readonly serif: Face; readonly sans: Face } = letters;
/** Of text, not of the outline that replaces it. */
const OF_TEXT: ReadonlySet<string> = new Set(
  'x y dy font-size font-family font-weight text-anchor fill stroke stroke-width'.split(' '),
);

/** Replaces texts by the outlines of their letters: a picture may be shown where the typefaces of the page are missing. */
export const drawLetters = (nodes: readonly SvgNode[]): readonly SvgNode[] =>
  nodes.map((node) => {
    if (!isElement(node)) return node;
    return node.tag === 'text' ? outlineOf(node) : { ...node, children: drawLetters(node.children) };
  });

function outlineOf({ attributes, children }: SvgElement): SvgElement {
  const face = (attributes['font-family'] ?? '').includes('Fraunces') ? serif : sans;
  const size = Number(attributes['font-size'] ?? 1);
  const scale = size / face.unitsPerEm;
  const { width, parts } = layOut(face, children.filter((child) => typeof child === 'string').join(''));
  const left = Number(attributes['x'] ?? 0) - (attributes['text-anchor'] === 'middle' ? (width * scale) / 2 : 0);
  const base = Number(attributes['y'] ?? 0) + size * Number.parseFloat(attributes['dy'] ?? '0');
  const others = Object.fromEntries(Object.entries(attributes).filter(([name]) => !OF_TEXT.has(name)));
  const stroke = attributes['stroke'] === undefined ? {} : strokeOf(attributes, scale);
  const place = `translate(${round(left)} ${round(base)}) scale(${short(scale)} ${short(-scale)})`;
  const transform = [attributes['transform'] ?? '', place].join(' ').trim();
  return {
    tag: 'g',
    attributes: { ...others, fill: attributes['fill'] ?? '#000', ...stroke, transform },
    children: parts,
  };
}

/** The width of a stroke, in the unit of the letters. */
const strokeOf = (attributes: SvgElement['attributes'], scale: number): Record<string, string> => ({
  stroke: attributes['stroke'] ?? '',
  'stroke-width': round(Number(attributes['stroke-width'] ?? 1) / scale),
});

function layOut(face: Face, text: string): { readonly width: number; readonly parts: readonly SvgElement[] } {
  let width = 0;
  const parts = [...text].flatMap((letter) => {
    // A game of a file may have any letters.
    const glyph = face.glyphs[letter] ?? face.glyphs['?'];
    if (glyph === undefined) throw new Error(`letters.json has no outline of ${letter}`);
    const at = width;
    width += glyph.advance;
    const attributes = { d: glyph.path, ...(at === 0 ? {} : { transform: `translate(${at})` }) };
    return glyph.path === '' ? [] : [{ tag: 'path', attributes, children: [] }];
  });
  return { width, parts };
}

const round = (number: number): string => String(Number(number.toFixed(3)));
const short = (number: number): string => String(Number(number.toPrecision(4)));
