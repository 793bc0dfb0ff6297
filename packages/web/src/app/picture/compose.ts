import { type ChildNode, Element, Text } from 'domhandler';
import { render } from 'svelte/server';
import tokens from '../../design/tokens.css?raw';
import Materials from '../../board/scene/Materials.svelte';
import type { Crop, Scene } from '../../board/scene/scene.ts';
import SceneSvg from '../../board/scene/SceneSvg.svelte';
import { resolveValue, type Variables } from './css-values.ts';
import { applyStyles, parseDeclarations, StyleSheet } from './style-sheet.ts';
import { drawLetters, elementsIn, parseMarkup, write } from './svg-tree.ts';

const VARIABLES: Variables = new Map(
  parseDeclarations(/:root\s*\{([^}]*)\}/.exec(tokens.replaceAll(/\/\*[\s\S]*?\*\//g, ''))?.[1] ?? '')
    .filter(({ name }) => name.startsWith('--'))
    .map(({ name, value }) => [name, value]),
);

const token = (name: string): string => resolveValue(`var(${name})`, VARIABLES);

/** The pictures of one game have the same styles, and there are few games. */
const sheets = new Map<string, StyleSheet>();

const MATERIALS: ReadonlyMap<string, Element> = new Map(
  elementsIn(styled(render(Materials))).flatMap((element) => {
    const { id } = element.attribs;
    return id === undefined ? [] : [[id, element]];
  }),
);

/** A scene in the unit of its cells: what the page shows of it, without what can be pressed. `css`: what its own styles are followed by. */
function boardPicture(scene: Scene, css = ''): readonly ChildNode[] {
  const { head, body } = render(SceneSvg, { props: { scene: { ...scene, targets: [] } } });
  const nodes = parseMarkup(body);
  const solids = new Map(scene.solids.map((solid) => [solid.id, solid]));
  for (const { attribs } of elementsIn(nodes)) {
    // The page moves solids by script.
    const solid = solids.get(attribs['data-solid'] ?? '');
    if (solid !== undefined) attribs['transform'] = `translate(${solid.x} ${solid.y})`;
  }
  return styled({ head: `${head}<style>${css}</style>`, body: '' }, nodes).flatMap((node) =>
    'children' in node ? node.children : [],
  );
}

/** Svelte writes the styles of the components that it rendered into the head. */
function styled({ head, body }: { head: string; body: string }, nodes = parseMarkup(body)): readonly ChildNode[] {
  const css = [...head.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text).join('\n');
  return drawLetters(applyStyles(nodes, sheetOf(css), VARIABLES));
}

function sheetOf(css: string): StyleSheet {
  const known = sheets.get(css) ?? new StyleSheet(css);
  sheets.set(css, known);
  return known;
}

/** The materials that these nodes are painted with. */
function materialsOf(nodes: readonly ChildNode[]): readonly Element[] {
  const wanted = new Set<string>();
  for (const { attribs } of elementsIn(nodes)) {
    for (const value of [attribs['fill'], attribs['stroke']]) {
      const [, id] = /^url\(#([\w-]+)\)$/.exec(value ?? '') ?? [];
      if (id !== undefined) wanted.add(id);
    }
  }
  return [...wanted].flatMap((id) => MATERIALS.get(id) ?? []);
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

function boardSize({ width, height }: Scene, side: number): Size {
  const scale = side / Math.max(width, height);
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}

/** A board alone, as a file that needs nothing else. `side`: its longer side; `css`: what its own styles are followed by. */
export function composeBoard(scene: Scene, side = BOARD_SIDE, css = ''): string {
  const nodes = boardPicture(scene, css);
  const content = `<defs>${write(materialsOf(nodes))}</defs>${write(nodes)}`;
  return svg(boardSize(scene, side), `0 0 ${scene.width} ${scene.height}`, content);
}

/** Where the name of the site or of a game stands above a row of boards. Pixels. */
const WORDMARK = { size: 104, above: 40, height: 120 };

/** Boards in a row on the table, for link previews. `name`: what stands above them. */
export function composeCard(scenes: readonly Scene[], name = ''): string {
  const below = name === '' ? 0 : WORDMARK.height;
  const height = rowHeight(scenes, CARD.height - below);
  const top = (CARD.height - height + below) / 2;
  const widths = scenes.map((scene) => (scene.width / scene.height) * height);
  const row = widths.reduce((sum, width) => sum + width, (scenes.length - 1) * MARGIN);
  let left = (CARD.width - row) / 2;
  const boards = scenes.map((scene, at) => {
    const width = widths[at] ?? 0;
    const box = { x: left, y: top, width, height };
    left += width + MARGIN;
    return { scene, box, nodes: boardPicture(scene) };
  });
  const drawn = boards.map(
    ({ scene, box, nodes }) =>
      `<g transform="translate(${box.x} ${box.y}) scale(${box.width / scene.width})">${write(nodes)}</g>`,
  );
  const materials = write(materialsOf(boards.flatMap(({ nodes }) => nodes)));
  const table = `<rect width="${CARD.width}" height="${CARD.height}" fill="url(#table)"/>`;
  const shadows = boards.map(({ box }) => shadowOf(box)).join('');
  const content = `<defs>${materials}${TABLE}</defs>${table}${wordmark(name, top)}${shadows}${drawn.join('')}`;
  return svg(CARD, `0 0 ${CARD.width} ${CARD.height}`, content);
}

/** As high as fits, and the same for all boards of a row. */
function rowHeight(scenes: readonly Scene[], most: number): number {
  const ratios = scenes.reduce((sum, { width, height }) => sum + width / height, 0);
  const free = CARD.width - (scenes.length + 1) * MARGIN;
  return Math.min(most - 2 * MARGIN, free / ratios);
}

/** A name above the boards, whose upper edge is `top`; empty for none. */
function wordmark(name: string, top: number): string {
  const place = { x: String(CARD.width / 2), y: String(top - WORDMARK.above), 'font-size': String(WORDMARK.size) };
  const look = { 'font-family': token('--serif'), 'text-anchor': 'middle', fill: token('--ink') };
  return name === '' ? '' : write(drawLetters([new Element('text', { ...place, ...look }, [new Text(name)])]));
}

/** What the page draws as `--shadow-box`: near and dark where the box stands, wide and faint around it. */
const shadowOf = ({ x, y, width, height }: Crop): string =>
  `<g fill="#2a1406">
    <rect x="${x + 6}" y="${y + 14}" width="${width - 4}" height="${height}" rx="8" opacity="0.42" filter="url(#wide)"/>
    <rect x="${x}" y="${y + 3}" width="${width}" height="${height}" rx="6" opacity="0.35" filter="url(#near)"/>
  </g>`;

const TABLE = `<radialGradient id="table" cx="0.3" cy="0.1" r="1.05">
    <stop offset="0" stop-color="${token('--room-1')}"/>
    <stop offset="0.5" stop-color="${token('--paper')}"/>
    <stop offset="1" stop-color="${token('--room-3')}"/>
  </radialGradient>
  <filter id="near" x="-0.2" y="-0.2" width="1.4" height="1.4"><feGaussianBlur stdDeviation="3"/></filter>
  <filter id="wide" x="-0.2" y="-0.2" width="1.4" height="1.4"><feGaussianBlur stdDeviation="16"/></filter>`;

const svg = ({ width, height }: Size, viewBox: string, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${viewBox}">${content}</svg>\n`;
