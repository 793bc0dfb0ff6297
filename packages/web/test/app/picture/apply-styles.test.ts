import { describe, expect, it } from 'vitest';
import { resolveValue } from '../../../src/app/picture/css-values.ts';
import { applyStyles, StyleSheet } from '../../../src/app/picture/style-sheet.ts';
import { parseMarkup, write } from '../../../src/app/picture/svg-tree.ts';

const VARIABLES = new Map([
  ['--wood', '#3a2012'],
  ['--grain', '1'],
  ['--paper', 'light-dark(#f1e8d9, #1d1611)'],
  ['--cut', "url('#grain-paint')"],
]);

describe('a value', () => {
  it.each([
    ['var(--wood)', '#3a2012'],
    ['var(--missing, #123456)', '#123456'],
    ['var(--paper)', '#f1e8d9'],
    ['calc(var(--grain) * 0.45)', '0.45'],
    ['calc(0.04 - min(4, 2) * 0.01)', '0.02'],
    ['var(--cut)', 'url(#grain-paint)'],
    ['rgb(30 10 2 / 34%)', '#1e0a0257'],
    ['color-mix(in srgb, #ffffff 45%, #000000)', '#737373ff'],
    ['translate(0.06px, 0.12px)', 'translate(0.06px, 0.12px)'],
  ])('%s is %s', (value, resolved) => {
    expect(resolveValue(value, VARIABLES)).toBe(resolved);
  });

  it('without its variable is refused', () => {
    expect(() => resolveValue('var(--nowhere)', VARIABLES)).toThrow('--nowhere has no value');
  });
});

describe('styles', () => {
  const styled = (css: string, markup: string): string =>
    write(applyStyles(parseMarkup(markup), new StyleSheet(css), VARIABLES));

  it('become attributes, the strongest and then the last one', () => {
    const css =
      '.a .b { fill: #111111 } .b { fill: #222222; stroke-width: 2px } .b { stroke-width: 3px; cursor: pointer }';
    expect(styled(css, '<g class="a"><rect class="b" x="1"></rect></g>')).toBe(
      '<g><rect x="1" fill="#111111" fill-opacity="1" stroke-width="3"/></g>',
    );
  });

  it('use the variables of what is around them', () => {
    const css = '.dark { --top: var(--wood) } .light { --top: #ffffff } .top { fill: var(--top) }';
    expect(styled(css, '<g class="dark"><g class="light"><path class="top"/></g><path class="top"/></g>')).toBe(
      '<g><g><path fill="#ffffff" fill-opacity="1"/></g><path fill="#3a2012" fill-opacity="1"/></g>',
    );
  });

  it('leave out what is not displayed, and rules for other media', () => {
    const css = '.gone { display: none } @media print { .b { opacity: 0 } } .b { opacity: 50% }';
    expect(styled(css, '<g><path class="gone"/><path class="b" role="button" tabindex="0"/></g>')).toBe(
      '<g><path opacity="0.5"/></g>',
    );
  });

  it.each([
    ['g .b { opacity: 1 }', '.b { opacity: 0 }', '1'],
    ['.b { opacity: 0 }', 'path.b { opacity: 1 }', '1'],
    ['.a .b { opacity: 1 }', '.b:where(.a .b) { opacity: 0 }', '1'],
    [':is(.a, g) path { opacity: 1 }', '.b { opacity: 0 }', '1'],
    ['.b:not(.c) { opacity: 1 }', '.b { opacity: 0 }', '1'],
    [':root .b { opacity: 1 }', '.b { opacity: 0 }', '1'],
    ['.b { opacity: 1 }', '.b:hover, .a:focus-visible .b { opacity: 0 }', '1'],
  ])('%s is stronger than %s', (one, other, opacity) => {
    for (const css of [one + other, other + one]) {
      expect(styled(css, '<g class="a"><!-- - --><path class="b"/></g>')).toBe(`<g><path opacity="${opacity}"/></g>`);
    }
  });
});
