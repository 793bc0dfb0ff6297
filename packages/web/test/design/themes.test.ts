import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BOARDS } from '../../src/lib/appearance.ts';
import { type Colours, coloursOf, contrast, difference, hueOf, VISIONS } from './contrast.ts';

const read = (path: string): string => readFileSync(new URL(`../../src/design/${path}`, import.meta.url), 'utf8');
const base = coloursOf(read('tokens.css'));

/** The tokens under each value of `data-boards`. */
const themes = new Map<string, Colours>([['natural', base]]);
for (const [, name = '', block = ''] of read('themes.css').matchAll(
  /:root\[data-boards=["'](\w+)["']\] \{([^}]*)\}/g,
)) {
  themes.set(name, new Map([...base, ...coloursOf(block)]));
}

const WOODS = ['oak', 'cherry', 'walnut', 'teak'];
const PAINTS = ['red', 'yellow', 'green', 'blue', 'purple', 'white', 'plain'];
const GROUNDS = ['room-1', 'paper', 'room-3', 'sheet', 'sunken'];
const MODES = ['light', 'dark'] as const;

/** `--oak` and so on are the fields as they are seen, with their grain. */
describe.each([...themes])('the boards of the theme %s', (_theme, colours) => {
  const ratio = (one: string, other: string, mode: (typeof MODES)[number]): number =>
    contrast(colours.get(one)?.[mode] ?? '', colours.get(other)?.[mode] ?? '');

  it.each(WOODS)('of %s let both woods, and all marks, stand out', (wood) => {
    for (const piece of ['wood-dark', 'wood-light']) {
      const best = Math.max(ratio(piece, wood, 'light'), ratio(`${piece}-edge`, wood, 'light'));
      expect(best, piece).toBeGreaterThanOrEqual(3);
    }
    for (const mark of ['wood-lit', 'wood-chosen', 'wood-move', 'wood-warn']) {
      expect(ratio(mark, wood, 'light'), mark).toBeGreaterThanOrEqual(3);
    }
    for (const under of [wood, 'wood-dark', 'wood-light']) {
      const pin = Math.max(ratio('brass', under, 'light'), ratio('wood-shade', under, 'light'));
      expect(pin, `a pin on ${under}`).toBeGreaterThanOrEqual(3);
    }
    expect(ratio('rack-ink', 'rack-wood', 'light'), 'rack-ink').toBeGreaterThanOrEqual(4.5);
    expect(ratio('wood-ink', `${wood}-rim`, 'light'), 'wood-ink').toBeGreaterThanOrEqual(4.5);
  });

  it('have scores on counters that can be read', () => {
    expect(ratio('counter-ink', 'brass', 'light')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(PAINTS)('have a glyph that is seen on %s', (paint) => {
    const ink = paint === 'plain' ? 'cross-plain-edge' : `cross-${paint}-ink`;
    expect(ratio(ink, `cross-${paint}`, 'light')).toBeGreaterThanOrEqual(3);
  });

  it('have paints of the colours that their names say, which differ', () => {
    for (const [paint, [from, to]] of Object.entries(HUES)) {
      const hue = hueOf(colours.get(`cross-${paint}`)?.light ?? '');
      expect(hue >= from && hue <= to, `${paint} has the hue ${hue}`).toBe(true);
    }
    expect(leastDifference(colours, 'full')).toBeGreaterThan(0.1);
  });

  it.each(MODES)('go with text that can be read in %s', (mode) => {
    for (const ground of GROUNDS) {
      for (const text of ['ink', 'ink-soft', 'accent', 'danger']) {
        expect(ratio(text, ground, mode), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      }
    }
    for (const button of ['button', 'button-low']) {
      expect(ratio('on-button', button, mode), button).toBeGreaterThanOrEqual(4.5);
    }
    expect(ratio('on-accent', 'accent', mode)).toBeGreaterThanOrEqual(4.5);
    expect(ratio('focus', 'focus-halo', mode)).toBeGreaterThanOrEqual(3);
  });
});

const HUES: Readonly<Record<string, readonly [number, number]>> = {
  red: [20, 40],
  yellow: [75, 105],
  green: [140, 165],
  blue: [245, 268],
  purple: [295, 315],
};

/** Of any two crosses whose colour can be that of a player or that are white. */
function leastDifference(colours: Colours, vision: string): number {
  const paints = [...Object.keys(HUES), 'white'].map((paint) => colours.get(`cross-${paint}`)?.light ?? '');
  const pairs = paints.flatMap((one, at) => paints.slice(at + 1).map((other) => [one, other] as const));
  return Math.min(...pairs.map(([one, other]) => difference(one, other, VISIONS[vision] ?? [])));
}

it.each(Object.keys(VISIONS))('the distinct paints differ clearly in %s vision', (vision) => {
  expect(leastDifference(themes.get('distinct') ?? base, vision)).toBeGreaterThan(0.13);
});

it('every choice of boards in the settings has its tokens', () => {
  expect([...themes.keys()].toSorted()).toEqual([...BOARDS].toSorted());
});
