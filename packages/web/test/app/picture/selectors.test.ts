import { describe, expect, it } from 'vitest';
import { parseSelector, type Placed } from '../../../src/app/picture/style-sheet.ts';
import { isElement, parseMarkup } from '../../../src/app/picture/svg-tree.ts';

/** Elements one in the other: each a class, or a tag with classes, `g.a.b`. The last one. */
function nested(...names: readonly string[]): Placed {
  let placed: Placed | null = null;
  for (const name of names) {
    const [tag = 'g', ...classes] = name.split('.');
    const element = { tag: tag === '' ? 'g' : tag, attributes: {}, children: [] };
    placed = { element, classes: new Set(classes), parent: placed, previous: null };
  }
  if (placed === null) throw new Error('no element');
  return placed;
}

describe('a selector', () => {
  it.each([
    ['.a', ['.a'], true],
    ['.a', ['.b'], false],
    ['rect.a', ['rect.a'], true],
    ['rect.a', ['circle.a'], false],
    ['.a .b', ['.a', '.x', '.b'], true],
    ['.a > .b', ['.a', '.x', '.b'], false],
    ['.a>.b', ['.a', '.b'], true],
    ['.a .b:where(.s)', ['.a', '.b.s'], true],
    ['.a :is(.b, .c)', ['.a', '.c'], true],
    ['.a:not(.b)', ['.a.b'], false],
    ['.a:hover', ['.a'], false],
    [':root', ['.a'], true],
    ['.a .b .c', ['.a', '.b', '.x', '.c'], true],
  ])('%s matches %j: %s', (selector, names, isMatch) => {
    expect(parseSelector(selector).matches(nested(...names))).toBe(isMatch);
  });

  it('finds the element before', () => {
    const [plug, other] = [nested('.plug'), nested('.other')];
    const text = nested('.marking');
    expect(parseSelector('.plug + .marking').matches({ ...text, previous: plug })).toBe(true);
    expect(parseSelector('.plug + .marking').matches({ ...text, previous: other })).toBe(false);
  });

  it('counts classes more than tags, and `:where` not at all', () => {
    const weights = ['g', '.a', 'g.a', '.a .b', '.a:where(.b .c)', '.a:is(.b, g)'].map(
      (text) => parseSelector(text).weight,
    );
    expect(weights).toEqual([1, 1000, 1001, 2000, 1000, 2000]);
  });

  it('is refused if it has another form', () => {
    expect(() => parseSelector('.a[b]')).toThrow('unknown selector');
  });
});

describe('markup', () => {
  it('becomes a tree without comments and white space', () => {
    const [root] = parseMarkup(
      '<!--[--><g class="a &amp; b" data-on><circle r="1"></circle> <path d="M0"/>\n<text>1 &lt; 2</text></g><!--]-->',
    );
    if (root === undefined || !isElement(root)) throw new Error('no element');
    expect(root.attributes).toEqual({ class: 'a & b', 'data-on': '' });
    expect(root.children.map((child) => (isElement(child) ? child.tag : child))).toEqual(['circle', 'path', 'text']);
    expect(root.children.at(-1)).toMatchObject({ children: ['1 < 2'] });
  });
});
