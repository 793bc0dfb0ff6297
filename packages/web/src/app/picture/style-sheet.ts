import { compile } from 'css-select';
import { parse, type Selector, SelectorType } from 'css-what';
import { type AnyNode, type ChildNode, Element, isTag, isText } from 'domhandler';
import { readNumber, resolveValue, splitAlpha, type Variables } from './css-values.ts';

interface Declaration {
  readonly name: string;
  readonly value: string;
}

interface Rule {
  readonly matches: (element: Element) => boolean;
  /** Its specificity: ids, classes, tags. */
  readonly weight: number;
  readonly declarations: readonly Declaration[];
}

/** Rules without those for other media, states of the page and animations. */
export class StyleSheet {
  readonly #rules: readonly Rule[];

  constructor(css: string) {
    this.#rules = parseRules(css);
  }

  /** The declarations that apply to an element, the strongest last. */
  declarationsOf(element: Element): readonly Declaration[] {
    return this.#rules.filter(({ matches }) => matches(element)).flatMap(({ declarations }) => declarations);
  }
}

/** The text before a pair of braces, and the text between them, which may be that of a media query. */
const BLOCK = /([^{}]+)\{((?:[^{}]|\{[^{}]*\})*)\}/g;
/** A picture is never pointed at. */
const STATE = /:(?:hover|active|focus(?:-visible|-within)?)/g;

/** Those of the same specificity in their order. */
function parseRules(css: string): Rule[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const rules = [...plain.matchAll(BLOCK)].flatMap(([, head = '', body = '']) => {
    if (head.trim().startsWith('@')) return [];
    const declarations = parseDeclarations(body);
    return parse(head.replaceAll(STATE, ':not(*)')).map((selector) => ({
      matches: compile<AnyNode, Element>([selector], { xmlMode: true }),
      weight: weightOf(selector),
      declarations,
    }));
  });
  return rules.sort((left, right) => left.weight - right.weight);
}

const CLASS = 1000;

const weightOf = (selector: readonly Selector[]): number =>
  selector.reduce((sum, part) => {
    if (part.type === SelectorType.Tag) return sum + 1;
    if (part.type === SelectorType.Attribute) return sum + (part.name === 'id' ? CLASS * CLASS : CLASS);
    if (part.type !== SelectorType.Pseudo || part.name === 'where') return sum;
    return sum + (Array.isArray(part.data) ? Math.max(...part.data.map(weightOf)) : CLASS);
  }, 0);

export function parseDeclarations(body: string): Declaration[] {
  return body.split(';').flatMap((text) => {
    const colon = text.indexOf(':');
    return colon < 0 ? [] : [{ name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() }];
  });
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

/** Writes styles as attributes, so that any program shows the picture; what is not displayed is gone. `variables`: those of the page. */
export const applyStyles = (nodes: readonly ChildNode[], sheet: StyleSheet, variables: Variables): ChildNode[] =>
  nodes.flatMap((node): readonly ChildNode[] => {
    if (isText(node)) return [node];
    return isTag(node) ? applyTo(node, sheet, variables) : [];
  });

/** Empty for an element that is not displayed. */
function applyTo(element: Element, sheet: StyleSheet, variables: Variables): readonly Element[] {
  const declarations = [...sheet.declarationsOf(element), ...parseDeclarations(element.attribs['style'] ?? '')];
  const known = withVariables(variables, declarations);
  const styles = stylesOf(declarations, known);
  if (styles['display'] === 'none') return [];
  const kept = Object.entries(element.attribs).filter(([name]) => !DROPPED.test(name));
  const children = applyStyles(element.children, sheet, known);
  return [new Element(element.name, { ...Object.fromEntries(kept), ...styles }, children)];
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
