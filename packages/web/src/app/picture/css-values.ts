/** The values of custom properties at one element, by name. */
export type Variables = ReadonlyMap<string, string>;

const FUNCTION = /(?<name>[a-z][\w-]*)\((?<inside>[^()]*)\)/;
const NUMBER = /^[-+]?(?:\d+\.?\d*|\.\d+)/;
const PERCENT = 100;

/** Gives a value without functions that only browsers know: variables, sums, mixed colours, and colours of two themes, of which the light one is taken. */
export function resolveValue(value: string, variables: Variables): string {
  let text = value.replaceAll(/url\(\s*['"]?([^)'"]*)['"]?\s*\)/g, 'url[$1]');
  for (let found = FUNCTION.exec(text); found !== null; found = FUNCTION.exec(text)) {
    const { name = '', inside = '' } = found.groups ?? {};
    text = text.replace(found[0], () => call(name, inside, variables));
  }
  return text.replaceAll('[', '(').replaceAll(']', ')').trim();
}

/** The result of a function. Functions that every program supports stay, in other brackets. */
function call(name: string, inside: string, variables: Variables): string {
  const parts = inside.split(',').map((part) => part.trim());
  switch (name) {
    case 'var':
      return resolveVariable(parts, variables);
    case 'light-dark':
      return parts[0] ?? '';
    case 'calc':
      return String(calculate(inside));
    case 'min':
      return String(Math.min(...parts.map(calculate)));
    case 'color-mix':
      return mixColours(parts);
    case 'rgb':
      return writeColour(parseRgb(inside));
    default:
      return `${name}[${inside}]`;
  }
}

function resolveVariable([name = '', ...fallback]: readonly string[], variables: Variables): string {
  const value = variables.get(name) ?? fallback.join(', ');
  if (value === '') throw new Error(`${name} has no value`);
  return value.replaceAll(/url\(\s*['"]?([^)'"]*)['"]?\s*\)/g, 'url[$1]');
}

/** `1 * 0.45`, `0.04 - 2 * 0.01`. */
function calculate(text: string): number {
  const terms = text.trim().split(/\s+([-+])\s+/);
  const product = (term: string): number =>
    term.split(/\s*([*/])\s*/).reduce((done, part, at, all) => {
      if (at % 2 === 1) return done;
      const number = readNumber(part);
      return at === 0 ? number : all[at - 1] === '/' ? done / number : done * number;
    }, 0);
  const sum = terms.reduce(
    (done, term, at) => (at % 2 === 1 ? done : done + (terms[at - 1] === '-' ? -1 : 1) * product(term)),
    0,
  );
  return Number(sum.toFixed(4));
}

/** A number, a share, or a length in the unit of the picture. */
export function readNumber(text: string): number {
  const [digits] = NUMBER.exec(text.trim()) ?? [];
  if (digits === undefined) throw new Error(`not a number: ${text}`);
  return text.trim().endsWith('%') ? Number(digits) / PERCENT : Number(digits);
}

/** Red, green and blue from 0 to 255, and alpha from 0 to 1. */
type Colour = readonly [number, number, number, number];

function parseRgb(inside: string): Colour {
  const [red = 0, green = 0, blue = 0, alpha = 1] = inside.split(/[\s,/]+/).map(readNumber);
  return [red, green, blue, alpha];
}

function parseHex(text: string): Colour {
  const digits = text.slice(1);
  const pairs = digits.length < 6 ? [...digits].map((digit) => digit + digit) : (digits.match(/../g) ?? []);
  const [red = 0, green = 0, blue = 0, alpha = 255] = pairs.map((pair) => Number.parseInt(pair, 16));
  return [red, green, blue, alpha / 255];
}

const writeColour = (colour: Colour): string =>
  `#${colour
    .map((part, at) => Math.round(at === 3 ? part * 255 : part))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;

/** `color-mix(in srgb, #123456 45%, #654321)`. */
function mixColours([, one = '', other = '']: readonly string[]): string {
  const [colour = '', share = '50%'] = one.split(/\s+/);
  const part = readNumber(share);
  const [left, right] = [parseHex(colour), parseHex(other)];
  const mix = (at: 0 | 1 | 2 | 3): number => left[at] * part + right[at] * (1 - part);
  return writeColour([mix(0), mix(1), mix(2), mix(3)]);
}

/** A colour without alpha, and its alpha. Anything else is returned as it is. */
export function splitAlpha(paint: string): { readonly paint: string; readonly alpha: number } {
  if (!/^#(?:[\da-f]{4}|[\da-f]{8})$/i.test(paint)) return { paint, alpha: 1 };
  const [red, green, blue, alpha] = parseHex(paint);
  return { paint: writeColour([red, green, blue, 1]).slice(0, 7), alpha: Number(alpha.toFixed(3)) };
}
