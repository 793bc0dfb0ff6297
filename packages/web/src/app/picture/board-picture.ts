import { render } from 'svelte/server';
import tokens from '../../design/tokens.css?raw';
import Materials from '../../board/scene/Materials.svelte';
import type { Scene } from '../../board/scene/scene.ts';
import SceneSvg from '../../board/scene/SceneSvg.svelte';
import { applyStyles } from './apply-styles.ts';
import { resolveValue, type Variables } from './css-values.ts';
import { drawLetters } from './letters.ts';
import { parseDeclarations, StyleSheet } from './style-sheet.ts';
import { isElement, parseMarkup, type SvgElement, type SvgNode } from './svg-tree.ts';

const VARIABLES: Variables = new Map(
  parseDeclarations(/:root\s*\{([^}]*)\}/.exec(tokens.replaceAll(/\/\*[\s\S]*?\*\//g, ''))?.[1] ?? '')
    .filter(({ name }) => name.startsWith('--'))
    .map(({ name, value }) => [name, value]),
);

export const token = (name: string): string => resolveValue(`var(${name})`, VARIABLES);

/** The pictures of one game have the same styles, and there are few games. */
const sheets = new Map<string, StyleSheet>();

const MATERIALS: ReadonlyMap<string, SvgElement> = new Map(
  styled(render(Materials))
    .flatMap((node) => elementsIn(node))
    .flatMap((element) => (element.attributes['id'] === undefined ? [] : [[element.attributes['id'], element]])),
);

/** A scene in the unit of its cells: what the page shows of it, without what can be pressed. */
export function boardPicture(scene: Scene): readonly SvgNode[] {
  const { head, body } = render(SceneSvg, { props: { scene: { ...scene, targets: [] } } });
  const places = new Map(scene.solids.map(({ id, x, y }) => [id, `translate(${x} ${y})`]));
  const placed = parseMarkup(body).map((node) => placeSolids(node, places));
  return styled({ head, body: '' }, placed).flatMap((node) => (isElement(node) ? node.children : []));
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
export function materialsOf(nodes: readonly SvgNode[]): readonly SvgElement[] {
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
