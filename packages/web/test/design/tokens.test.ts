import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { coloursOf, contrast } from './contrast.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = read('../../src/design/tokens.css');
const document = read('../../../../docs/design.md');

const colours = coloursOf(css);

/** The rows of the document's table: two tokens, the stated ratios for light and dark, and the minimum of WCAG. */
const rows = [
  ...document.matchAll(/^\| `--([\w-]+)` on `--([\w-]+)` +\| +([\d.]+) +\| +([\d.]+) +\| +([\d.]+) +\|$/gm),
].map(([, front = '', back = '', light = '', dark = '', least = '']) => ({
  front,
  back,
  light,
  dark,
  least: Number(least),
}));

describe('the colours of docs/design.md', () => {
  it('are in a table that this test can read', () => {
    expect(rows.length).toBeGreaterThan(12);
  });

  it.each(rows)('$front on $back: the ratios are as stated and sufficient', ({ front, back, light, dark, least }) => {
    for (const [theme, stated] of [
      ['light', light],
      ['dark', dark],
    ] as const) {
      const ratio = contrast(colours.get(front)?.[theme] ?? '', colours.get(back)?.[theme] ?? '');
      expect(ratio.toFixed(1), theme).toBe(stated);
      expect(ratio, theme).toBeGreaterThanOrEqual(least);
    }
  });
});
