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

const linear = (hex: string): number[] =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));

type Matrix = readonly (readonly number[])[];
const times = (matrix: Matrix, vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, factor, at) => sum + factor * (vector[at] ?? 0), 0));

const luminance = (hex: string): number => times([[0.2126, 0.7152, 0.0722]], linear(hex))[0] ?? 0;

/** What people see: all colours, and without one of the three kinds of cones, after Machado, Oliveira and Fernandes (2009). */
export const VISIONS: Readonly<Record<string, Matrix>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** A colour in OKLab (Ottosson, 2020), where equal distances look equal: lightness from 0 to 1, towards red, towards yellow. */
function oklab(hex: string, vision: Matrix): number[] {
  const seen = times(vision, linear(hex)).map((value) => Math.min(1, Math.max(0, value)));
  const cones: Matrix = [
    [0.4122214708, 0.5363325363, 0.0514459929],
    [0.2119034982, 0.6806995451, 0.1073969566],
    [0.0883024619, 0.2817188376, 0.6299787005],
  ];
  const axes: Matrix = [
    [0.2104542553, 0.793617785, -0.0040720468],
    [1.9779984951, -2.428592205, 0.4505937099],
    [0.0259040371, 0.7827717662, -0.808675766],
  ];
  return times(axes, times(cones, seen).map(Math.cbrt));
}

/** How different two colours look: 0.02 is just noticed, 1 is black and white. */
export function difference(one: string, other: string, vision: Matrix): number {
  const [left, right] = [oklab(one, vision), oklab(other, vision)];
  return Math.hypot(...left.map((value, at) => value - (right[at] ?? 0)));
}

/** Degrees round the colours from red over yellow, green and blue to purple. */
export function hueOf(hex: string): number {
  const [, red = 0, yellow = 0] = oklab(hex, VISIONS['full'] ?? []);
  return ((Math.atan2(yellow, red) * 180) / Math.PI + 360) % 360;
}
