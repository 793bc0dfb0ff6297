import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = read('../../src/design/tokens.css');
const document = read('../../../../docs/design.md');

/** Every colour token with its value in light and in dark; one that has a single value is the same in both. */
const colours = new Map(
  [...css.matchAll(/--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g)].map(
    ([, name = '', light = '', dark = '', one = '']) => [name, { light: light || one, dark: dark || one }],
  ),
);

/** Relative luminance as WCAG 2.2 defines it. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

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
