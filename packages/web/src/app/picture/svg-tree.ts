import { render } from 'dom-serializer';
import { type ChildNode, Element, isTag } from 'domhandler';
import { DomUtils, parseDocument } from 'htmlparser2';
import letters from './letters.json';

export const parseMarkup = (markup: string): readonly ChildNode[] => parseDocument(markup, { xmlMode: true }).children;

export const write = (nodes: readonly ChildNode[]): string => render(nodes, { xmlMode: true, encodeEntities: 'utf8' });

/** These elements and all below them. */
export const elementsIn = (nodes: readonly ChildNode[]): readonly Element[] =>
  DomUtils.getElementsByTagName('*', [...nodes]);

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
export const drawLetters = (nodes: readonly ChildNode[]): ChildNode[] =>
  nodes.map((node) => {
    if (!isTag(node)) return node;
    return node.name === 'text' ? outlineOf(node) : new Element(node.name, node.attribs, drawLetters(node.children));
  });

function outlineOf(element: Element): Element {
  const { attribs: attributes } = element;
  const face = (attributes['font-family'] ?? '').includes('Fraunces') ? serif : sans;
  const size = Number(attributes['font-size'] ?? 1);
  const scale = size / face.unitsPerEm;
  const { width, parts } = layOut(face, DomUtils.textContent(element).trim());
  const left = Number(attributes['x'] ?? 0) - (attributes['text-anchor'] === 'middle' ? (width * scale) / 2 : 0);
  const base = Number(attributes['y'] ?? 0) + size * Number.parseFloat(attributes['dy'] ?? '0');
  const others = Object.fromEntries(Object.entries(attributes).filter(([name]) => !OF_TEXT.has(name)));
  const stroke = attributes['stroke'] === undefined ? {} : strokeOf(attributes, scale);
  const place = `translate(${round(left)} ${round(base)}) scale(${short(scale)} ${short(-scale)})`;
  const transform = [attributes['transform'] ?? '', place].join(' ').trim();
  return new Element('g', { ...others, fill: attributes['fill'] ?? '#000', ...stroke, transform }, parts);
}

/** The width of a stroke, in the unit of the letters. */
const strokeOf = (attributes: Element['attribs'], scale: number): Record<string, string> => ({
  stroke: attributes['stroke'] ?? '',
  'stroke-width': round(Number(attributes['stroke-width'] ?? 1) / scale),
});

function layOut(face: Face, text: string): { readonly width: number; readonly parts: Element[] } {
  let width = 0;
  const parts = [...text].flatMap((letter) => {
    // A game of a file may have any letters.
    const glyph = face.glyphs[letter] ?? face.glyphs['?'];
    if (glyph === undefined) throw new Error(`letters.json has no outline of ${letter}`);
    const at = width;
    width += glyph.advance;
    const attributes = { d: glyph.path, ...(at === 0 ? {} : { transform: `translate(${at})` }) };
    return glyph.path === '' ? [] : [new Element('path', attributes)];
  });
  return { width, parts };
}

const round = (number: number): string => String(Number(number.toFixed(3)));
const short = (number: number): string => String(Number(number.toPrecision(4)));
