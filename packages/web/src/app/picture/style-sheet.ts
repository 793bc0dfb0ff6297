import type { SvgElement } from './svg-tree.ts';

export interface Declaration {
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

function parseRules(css: string): Rule[] {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const rules: Rule[] = [];
  for (const { head, body } of blocksOf(plain)) {
    if (head.startsWith('@')) continue;
    const declarations = parseDeclarations(body);
    for (const text of splitList(head))
      rules.push({ selector: parseSelector(text), declarations, order: rules.length });
  }
  return rules;
}

/** The text before each pair of braces, and the text between them. */
function blocksOf(css: string): { readonly head: string; readonly body: string }[] {
  const blocks: { head: string; body: string }[] = [];
  for (let at = css.indexOf('{'), from = 0; at >= 0; at = css.indexOf('{', from)) {
    let end = at + 1;
    for (let depth = 1; depth > 0 && end < css.length; end++) depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0;
    blocks.push({ head: css.slice(from, at).trim(), body: css.slice(at + 1, end - 1) });
    from = end;
  }
  return blocks;
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
const COMBINATOR = /\s*([>+])\s*|\s+/g;
const SIMPLE = /(?<name>[.#]?[\w-]+|\*)|:(?<call>is|where|not)\((?<list>[^()]*)\)|:(?<state>[\w-]+)/g;

/** Splits at the commas that are in no parentheses. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    depth += sign === '(' ? 1 : sign === ')' ? -1 : 0;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim());
}

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

/** Compounds and the combinators between them. White space in parentheses separates nothing. */
function splitSteps(text: string): string[] {
  const held: string[] = [];
  const flat = text.trim().replaceAll(/\([^()]*\)/g, (list) => `(${held.push(list) - 1})`);
  const fill = (piece: string): string => piece.replaceAll(/\((\d+)\)/g, (_, at: string) => held[Number(at)] ?? '');
  const pieces: string[] = [];
  let from = 0;
  for (const found of flat.matchAll(COMBINATOR)) {
    pieces.push(fill(flat.slice(from, found.index)), found[1] ?? ' ');
    from = found.index + found[0].length;
  }
  return [...pieces, fill(flat.slice(from))].filter((piece) => piece !== '');
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
