import { readNumber, resolveValue, splitAlpha, type Variables } from './css-values.ts';
import { isElement, type SvgElement, type SvgNode } from './svg-tree.ts';

interface Declaration {
  readonly name: string;
  readonly value: string;
}

interface Rule {
  readonly selector: Part;
  readonly declarations: readonly Declaration[];
  /** Its place among all rules: of two with the same specificity the later one wins. */
  readonly order: number;
}

/** Rules without those for other media, states of the page and animations. */
export class StyleSheet {
  readonly #rules: readonly Rule[];

  constructor(css: string) {
    this.#rules = parseRules(css);
  }

  /** The declarations that apply to an element, the strongest last. */
  declarationsOf(placed: Placed): readonly Declaration[] {
    return this.#rules
      .filter(({ selector }) => selector.matches(placed))
      .sort((left, right) => left.selector.weight - right.selector.weight || left.order - right.order)
      .flatMap(({ declarations }) => declarations);
  }
}

/** The text before a pair of braces, and the text between them, which may be that of a media query. */
const BLOCK = /([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g;

function parseRules(css: string): Rule[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const rules: Rule[] = [];
  for (const [, head = '', body = ''] of plain.matchAll(BLOCK)) {
    if (head.trim().startsWith('@')) continue;
    const declarations = parseDeclarations(body);
    for (const text of splitList(head))
      rules.push({ selector: parseSelector(text), declarations, order: rules.length });
  }
  return rules;
}

export function parseDeclarations(body: string): Declaration[] {
  return body.split(';').flatMap((text) => {
    const colon = text.indexOf(':');
    return colon < 0 ? [] : [{ name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() }];
  });
}

/** An element with the surroundings that selectors need. */
export interface Placed {
  readonly element: SvgElement;
  readonly classes: ReadonlySet<string>;
  readonly parent: Placed | null;
  /** The element before it with the same parent. */
  readonly previous: Placed | null;
}

/** A test of one element, and its specificity: ids, classes, tags. */
interface Part {
  readonly weight: number;
  matches(placed: Placed): boolean;
}
type Combinator = ' ' | '>' | '+';

const CLASS = 1000;
const TAG = 1;
/** What is within parentheses separates nothing. */
const COMBINATOR = /(?:\s*([>+])\s*|\s+)(?![^()]*\))/;
const COMMA = /,(?![^()]*\))/;
const SIMPLE = /(?<name>[.#]?[\w-]+|\*)|:(?<call>is|where|not)\((?<list>[^()]*)\)|:(?<state>[\w-]+)/g;

const splitList = (text: string): string[] => text.split(COMMA).map((part) => part.trim());

/** Parses one selector: classes, tags, `:is()`, `:where()`, `:not()` and `:root`, within, next to and directly below each other. Other states never match. */
export function parseSelector(text: string): Part {
  const steps: { readonly combinator: Combinator; readonly part: Part }[] = [];
  let combinator: Combinator = ' ';
  for (const piece of splitSteps(text)) {
    if (piece === ' ' || piece === '>' || piece === '+') combinator = piece;
    else steps.push({ combinator, part: parseCompound(piece) });
  }
  const weight = steps.reduce((sum, { part }) => sum + part.weight, 0);
  const matchesFrom = (at: number, placed: Placed | null): boolean => {
    const step = steps[at];
    if (step === undefined || placed === null || !step.part.matches(placed)) return false;
    if (at === 0) return true;
    if (step.combinator === '>') return matchesFrom(at - 1, placed.parent);
    if (step.combinator === '+') return matchesFrom(at - 1, placed.previous);
    for (let above = placed.parent; above !== null; above = above.parent) {
      if (matchesFrom(at - 1, above)) return true;
    }
    return false;
  };
  return { weight, matches: (placed) => matchesFrom(steps.length - 1, placed) };
}

/** Compounds and the combinators between them. */
function splitSteps(text: string): string[] {
  const pieces: readonly (string | undefined)[] = text.trim().split(COMBINATOR);
  return pieces.map((piece = ' ') => piece).filter((piece) => piece !== '');
}

function parseCompound(text: string): Part {
  const found = [...text.matchAll(SIMPLE)];
  if (found.map(([part]) => part).join('') !== text) throw new Error(`unknown selector: ${text}`);
  const parts = found.map(({ groups = {} }): Part => {
    const { name, call, list = '', state } = groups;
    if (name !== undefined) return parseName(name);
    if (call !== undefined) return parseCall(call, splitList(list).map(parseSelector));
    return { weight: CLASS, matches: ({ parent }) => state === 'root' && parent === null };
  });
  return {
    weight: parts.reduce((sum, { weight }) => sum + weight, 0),
    matches: (placed) => parts.every((part) => part.matches(placed)),
  };
}

function parseName(name: string): Part {
  if (name === '*') return { weight: 0, matches: () => true };
  const rest = name.slice(1);
  if (name.startsWith('.')) return { weight: CLASS, matches: ({ classes }) => classes.has(rest) };
  if (name.startsWith('#'))
    return { weight: CLASS * CLASS, matches: ({ element }) => element.attributes['id'] === rest };
  return { weight: TAG, matches: ({ element }) => element.tag === name };
}

function parseCall(call: string, list: readonly Part[]): Part {
  const weight = call === 'where' ? 0 : Math.max(...list.map((each) => each.weight));
  const isWanted = call !== 'not';
  return { weight, matches: (placed) => list.some((each) => each.matches(placed)) === isWanted };
}

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

/** Writes styles as attributes, so that any program shows the picture; what is not displayed is gone. `root`: the variables of the page. */
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
