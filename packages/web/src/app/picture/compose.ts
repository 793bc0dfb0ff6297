import { render } from 'svelte/server';
import tokens from '../../design/tokens.css?raw';
import Materials from '../../board/scene/Materials.svelte';
import type { Scene } from '../../board/scene/scene.ts';
import SceneSvg from '../../board/scene/SceneSvg.svelte';
import { resolveValue, type Variables } from './css-values.ts';
import { applyStyles, parseDeclarations, StyleSheet } from './style-sheet.ts';
import { drawLetters, isElement, parseMarkup, type SvgElement, type SvgNode, writeNode } from './svg-tree.ts';

const VARIABLES: Variables = new Map(
  parseDeclarations(/:root\s*\{([^}]*)\}/.exec(tokens.replaceAll(/\/\*[\s\S]*?\*\//g, ''))?.[1] ?? '')
    .filter(({ name }) => name.startsWith('--'))
    .map(({ name, value }) => [name, value]),
);

const token = (name: string): string => resolveValue(`var(${name})`, VARIABLES);

/** The pictures of one game have the same styles, and there are few games. */
const sheets = new Map<string, StyleSheet>();

const MATERIALS: ReadonlyMap<string, SvgElement> = new Map(
  styled(render(Materials))
    .flatMap((node) => elementsIn(node))
    .flatMap((element) => (element.attributes['id'] === undefined ? [] : [[element.attributes['id'], element]])),
);

/** A scene in the unit of its cells: what the page shows of it, without what can be pressed. `css`: what its own styles are followed by. */
function boardPicture(scene: Scene, css = ''): readonly SvgNode[] {
  const { head, body } = render(SceneSvg, { props: { scene: { ...scene, targets: [] } } });
  const places = new Map(scene.solids.map(({ id, x, y }) => [id, `translate(${x} ${y})`]));
  const placed = parseMarkup(body).map((node) => placeSolids(node, places));
  return styled({ head: `${head}<style>${css}</style>`, body: '' }, placed).flatMap((node) =>
    isElement(node) ? node.children : [],
  );
}

/** The page moves solids by script. */
function placeSolids(node: SvgNode, places: ReadonlyMap<string, string>): SvgNode {
  if (!isElement(node)) return node;
  const children = node.children.map((child) => placeSolids(child, places));
  const transform = places.get(node.attributes['data-solid'] ?? '');
  return { ...node, children, attributes: { ...node.attributes, ...(transform === undefined ? {} : { transform }) } };
}

/** Svelte writes the styles of the components that it rendered into the head. */
function styled({ head, body }: { head: string; body: string }, nodes = parseMarkup(body)): readonly SvgNode[] {
  const css = [...head.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text).join('\n');
  return drawLetters(applyStyles(nodes, sheetOf(css), VARIABLES));
}

function sheetOf(css: string): StyleSheet {
  const known = sheets.get(css) ?? new StyleSheet(css);
  sheets.set(css, known);
  return known;
}

/** The materials that these nodes are painted with. */
function materialsOf(nodes: readonly SvgNode[]): readonly SvgElement[] {
  const wanted = new Set<string>();
  for (const { attributes } of nodes.flatMap(elementsIn)) {
    for (const value of [attributes['fill'], attributes['stroke']]) {
      const [, id] = /^url\(#([\w-]+)\)$/.exec(value ?? '') ?? [];
      if (id !== undefined) wanted.add(id);
    }
  }
  return [...wanted].flatMap((id) => MATERIALS.get(id) ?? []);
}

function elementsIn(node: SvgNode): SvgElement[] {
  return isElement(node) ? [node, ...node.children.flatMap(elementsIn)] : [];
}

/** In pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size that link previews ask for. */
const CARD: Size = { width: 1200, height: 630 };
/** Between a board and the edge of a card, and between two boards. */
const MARGIN = 34;
const BOARD_SIDE = 1024;

type Attributes = Readonly<Record<string, string | number>>;

const element = (tag: string, attributes: Attributes, children: readonly SvgNode[] = []): SvgElement => ({
  tag,
  attributes: Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, String(value)])),
  children,
});

function boardSize({ width, height }: Scene, side = BOARD_SIDE): Size {
  const scale = side / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A board alone, as a file that needs nothing else. `side`: its longer side; `css`: what its own styles are followed by. */
export function composeBoard(scene: Scene, side = BOARD_SIDE, css = ''): string {
  const nodes = boardPicture(scene, css);
  const size = boardSize(scene, side);
  const viewBox = `0 0 ${scene.width} ${scene.height}`;
  return write({ ...size, viewBox }, [element('defs', {}, materialsOf(nodes)), ...nodes]);
}

/** Where the name of the site or of a game stands above a row of boards. Pixels. */
const WORDMARK = { size: 104, above: 40, height: 120 };

/** Boards in a row on the table, for link previews. `name`: what stands above them. */
export function composeCard(scenes: readonly Scene[], name = ''): string {
  const below = name === '' ? 0 : WORDMARK.height;
  const height = rowHeight(scenes, CARD.height - below);
  const widths = scenes.map((scene) => (scene.width / scene.height) * height);
  const row = widths.reduce((sum, width) => sum + width, (scenes.length - 1) * MARGIN);
  let left = (CARD.width - row) / 2;
  const boards = scenes.map((scene, at) => {
    const width = widths[at] ?? 0;
    const box = { x: left, y: (CARD.height - height + below) / 2, width, height };
    left += width + MARGIN;
    return { scene, box, nodes: boardPicture(scene) };
  });
  const materials = materialsOf(boards.flatMap(({ nodes }) => nodes));
  const viewBox = `0 0 ${CARD.width} ${CARD.height}`;
  return write({ ...CARD, viewBox }, [
    element('defs', {}, [...materials, ...tableDefs()]),
    element('rect', { width: CARD.width, height: CARD.height, fill: 'url(#table)' }),
    ...drawLetters(name === '' ? [] : [wordmark(name, (CARD.height - height + below) / 2)]),
    ...boards.map(({ box }) => shadowOf(box)),
    ...boards.map(({ scene, box, nodes }) =>
      element('g', { transform: `translate(${box.x} ${box.y}) scale(${box.width / scene.width})` }, nodes),
    ),
  ]);
}

/** As high as fits, and the same for all boards of a row. */
function rowHeight(scenes: readonly Scene[], most: number): number {
  const ratios = scenes.reduce((sum, { width, height }) => sum + width / height, 0);
  const free = CARD.width - (scenes.length + 1) * MARGIN;
  return Math.min(most - 2 * MARGIN, free / ratios);
}

/** `top`: the upper edge of the boards. */
const wordmark = (name: string, top: number): SvgElement =>
  element(
    'text',
    {
      x: CARD.width / 2,
      y: top - WORDMARK.above,
      'font-size': WORDMARK.size,
      'font-family': token('--serif'),
      'text-anchor': 'middle',
      fill: token('--ink'),
    },
    [name],
  );

interface CardBox extends Size {
  readonly x: number;
  readonly y: number;
}

/** What the page draws as `--shadow-box`: near and dark where the box stands, wide and faint around it. */
const shadowOf = ({ x, y, width, height }: CardBox): SvgElement =>
  element('g', { fill: '#2a1406' }, [
    element('rect', { x: x + 6, y: y + 14, width: width - 4, height, rx: 8, opacity: 0.42, filter: 'url(#wide)' }),
    element('rect', { x, y: y + 3, width, height, rx: 6, opacity: 0.35, filter: 'url(#near)' }),
  ]);

const tableDefs = (): SvgElement[] => [
  element('radialGradient', { id: 'table', cx: 0.3, cy: 0.1, r: 1.05 }, [
    element('stop', { offset: 0, 'stop-color': token('--room-1') }),
    element('stop', { offset: 0.5, 'stop-color': token('--paper') }),
    element('stop', { offset: 1, 'stop-color': token('--room-3') }),
  ]),
  blur('near', 3),
  blur('wide', 16),
];

const blur = (id: string, deviation: number): SvgElement =>
  element('filter', { id, x: -0.2, y: -0.2, width: 1.4, height: 1.4 }, [
    element('feGaussianBlur', { stdDeviation: deviation }),
  ]);

const write = (attributes: Attributes, children: readonly SvgNode[]): string =>
  `${writeNode(element('svg', { xmlns: 'http://www.w3.org/2000/svg', ...attributes }, children))}\n`;
