/** Colour tokens with their values in light and in dark. */
export type Colours = ReadonlyMap<string, { readonly light: string; readonly dark: string }>;

/** Every colour token of a style sheet; one that has a single value is the same in light and in dark. */
export const coloursOf = (css: string): Colours =>
  new Map(
    [...css.matchAll(/--([\w-]+): (?:light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)|(#[0-9a-f]{6}));/g)].map(
      ([, name = '', light = '', dark = '', one = '']) => [name, { light: light || one, dark: dark || one }],
    ),
  );

/** A colour below another that covers a part of it. */
export const blended = (below: string, above: string, part: number): string =>
  `#${[1, 3, 5]
    .map((at) => [below, above].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)))
    .map(([under = 0, over = 0]) => Math.round(under + (over - under) * part))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

/** The contrast ratio of two colours as WCAG 2.2 defines it; `NaN` for what is no colour. */
export function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((left, right) => right - left);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
