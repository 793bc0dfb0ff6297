import letters from './letters.json';
import { isElement, type SvgElement, type SvgNode } from './svg-tree.ts';

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
  const others = Object.entries(attributes).filter(([name]) => !OF_TEXT.has(name));
  const stroke = attributes['stroke'] === undefined ? {} : strokeOf(attributes, scale);
  return {
    tag: 'g',
    attributes: {
      ...Object.fromEntries(others),
      fill: attributes['fill'] ?? '#000',
      ...stroke,
      transform: [
        attributes['transform'] ?? '',
        `translate(${round(left)} ${round(base)})`,
        `scale(${short(scale)} ${short(-scale)})`,
      ]
        .filter((part) => part !== '')
        .join(' '),
    },
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
    if (glyph.path === '') return [];
    return [
      {
        tag: 'path',
        attributes: { d: glyph.path, ...(at === 0 ? {} : { transform: `translate(${at})` }) },
        children: [],
      },
    ];
  });
  return { width, parts };
}

const round = (number: number): string => String(Number(number.toFixed(3)));
const short = (number: number): string => String(Number(number.toPrecision(4)));
