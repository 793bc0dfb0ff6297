import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { coloursOf, contrast } from './contrast.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const css = read('../../src/design/tokens.css');
const document = read('../../../../docs/notebook/contrast.md');

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

describe('the colours of docs/notebook/contrast.md', () => {
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

describe('the custom properties', () => {
  it('that styles read are all set somewhere: a wrong name would silently mean the default', () => {
    const folder = fileURLToPath(new URL('../../src', import.meta.url));
    const sources = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(css|svelte|ts)$/.test(entry.name))
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
    const named = (pattern: RegExp): string[] =>
      sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name));
    const set = new Set([...named(/(--[\w-]+)\s*[:=]/g), ...named(/['"`](--[\w-]+)['"`]/g)]);
    const read = named(/var\(\s*(--[\w-]+)\s*\)/g);
    expect(read.length).toBeGreaterThan(100);
    expect(read.filter((name) => !set.has(name))).toEqual([]);
  });
});
