import { parseSelector, type Placed, type Selector, splitList } from './selectors.ts';

/** `fill: var(--top)`. */
export interface Declaration {
  readonly name: string;
  readonly value: string;
}

interface Rule {
  readonly selector: Selector;
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

/** Declarations of a rule or of a `style` attribute. */
export function parseDeclarations(body: string): Declaration[] {
  return body.split(';').flatMap((text) => {
    const colon = text.indexOf(':');
    return colon < 0 ? [] : [{ name: text.slice(0, colon).trim(), value: text.slice(colon + 1).trim() }];
  });
}
