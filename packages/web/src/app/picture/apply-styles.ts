import { readNumber, resolveValue, splitAlpha, type Variables } from './css-values.ts';
import { type Declaration, parseDeclarations, type Placed, type StyleSheet } from './style-sheet.ts';
import { isElement, type SvgElement, type SvgNode } from './svg-tree.ts';

/** Styles that are written as attributes. All others are for pointers and screens. */
const KEPT: ReadonlySet<string> = new Set(
  [
    'fill stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray opacity paint-order',
    'stop-color stop-opacity text-anchor font-size font-weight font-family transform display',
  ].flatMap((names) => names.split(' ')),
);
const LENGTHS: ReadonlySet<string> = new Set(['stroke-width', 'font-size', 'opacity', 'stop-opacity']);
/** Attributes that only the page needs. */
const DROPPED = /^(?:class|style|role|tabindex|data-|aria-)/;

/**
 * Writes the styles that hold for each element as attributes, so that any program shows the picture as the page does. Classes and
 * what is not displayed are gone. `root` holds the variables of the page.
 */
export function applyStyles(nodes: readonly SvgNode[], sheet: StyleSheet, root: Variables): readonly SvgNode[] {
  return applyBelow(nodes, { sheet, parent: null, variables: root });
}

interface Above {
  readonly sheet: StyleSheet;
  readonly parent: Placed | null;
  readonly variables: Variables;
}

function applyBelow(nodes: readonly SvgNode[], above: Above): readonly SvgNode[] {
  let previous: Placed | null = null;
  return nodes.flatMap((node): readonly SvgNode[] => {
    if (!isElement(node)) return [node];
    const classes = new Set((node.attributes['class'] ?? '').split(' '));
    const placed: Placed = { element: node, classes, parent: above.parent, previous };
    previous = placed;
    const styled = applyTo(placed, above);
    return styled === null ? [] : [styled];
  });
}

/** `null` for an element that is not displayed. */
function applyTo(placed: Placed, { sheet, variables }: Above): SvgElement | null {
  const { element } = placed;
  const own = parseDeclarations(element.attributes['style'] ?? '');
  const declarations = [...sheet.declarationsOf(placed), ...own];
  const known = withVariables(variables, declarations);
  const styles = stylesOf(declarations, known);
  if (styles['display'] === 'none') return null;
  const kept = Object.entries(element.attributes).filter(([name]) => !DROPPED.test(name));
  const children = applyBelow(element.children, { sheet, parent: placed, variables: known });
  return { tag: element.tag, attributes: { ...Object.fromEntries(kept), ...styles }, children };
}

/** Those of an element, without references to others. */
function withVariables(inherited: Variables, declarations: readonly Declaration[]): Variables {
  const own = declarations.filter(({ name }) => name.startsWith('--'));
  if (own.length === 0) return inherited;
  const all = new Map([...inherited, ...own.map(({ name, value }) => [name, value] as const)]);
  for (const { name, value } of own) all.set(name, resolveValue(value, all));
  return all;
}

function stylesOf(declarations: readonly Declaration[], variables: Variables): Record<string, string> {
  const styles: Record<string, string> = {};
  for (const { name, value } of declarations.flatMap(expand)) {
    if (!KEPT.has(name)) continue;
    const resolved = resolveValue(value, variables);
    if (name === 'fill' || name === 'stroke') Object.assign(styles, paintOf(name, resolved));
    else if (LENGTHS.has(name)) styles[name] = String(readNumber(resolved));
    else styles[name] = name === 'transform' ? resolved.replaceAll('px', '') : resolved;
  }
  return styles;
}

function paintOf(name: 'fill' | 'stroke', value: string): Record<string, string> {
  const { paint, alpha } = splitAlpha(value);
  return { [name]: paint, [`${name}-opacity`]: String(alpha) };
}

/** `font: 680 0.4px var(--serif)` as three declarations. */
function expand(declaration: Declaration): readonly Declaration[] {
  const [, weight, size, family] =
    /^(\d+) (\S+) (.+)$/.exec(declaration.name === 'font' ? declaration.value : '') ?? [];
  if (weight === undefined || size === undefined || family === undefined) return [declaration];
  return [
    { name: 'font-weight', value: weight },
    { name: 'font-size', value: size },
    { name: 'font-family', value: family },
  ];
}
