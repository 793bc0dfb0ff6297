import { type Deals, failure, type Result, type Rng, type Setup, shuffle, success } from '@tablier/core';
import type { MaskerOptions } from './facts.ts';
import { COLOUR_CROSSES, COLOUR_LETTERS, type ColourLetter, COLOURS, sideCount, SIZE, WHITE_CROSSES } from './board.ts';

/** The deal [M6]. `grid`: the rows from the top, separated by `/`; stacks of the tower bottom first, by `,`. `tokens`: by seat. */
export interface MaskerDeal {
  readonly grid: string;
  readonly tokens: string;
}

const LEVELS = 4;
const STACKS = 9;
const WIDTH = 3;
/** The number of crosses of each letter [M1]. */
const SUPPLY: Readonly<Record<string, number>> = {
  ...Object.fromEntries(COLOUR_LETTERS.map((letter) => [letter, COLOUR_CROSSES])),
  W: WHITE_CROSSES,
  N: 1,
};
/** The maximum number of crosses of one colour in the lowest level of the tower [M16]. */
const LOWEST_LIMIT = 2;

function drawDeal(options: MaskerOptions, players: number, rng: Rng): MaskerDeal {
  return {
    grid: options.board === 'tower' ? towerGrid(rng) : flatGrid(rng),
    tokens: shuffle([...COLOUR_LETTERS], rng)
      .slice(0, sideCount(players))
      .join(''),
  };
}

function flatGrid(rng: Rng): string {
  const crosses = shuffle(lettersOf(SUPPLY), rng).join('');
  return Array.from({ length: SIZE }, (_, row) => crosses.slice(row * SIZE, (row + 1) * SIZE)).join('/');
}

/**
 * Uniform over the arrangements that [M16] allows. Nine crosses of five colours, at most two of each, are two of four colours and one of
 * the fifth. By symmetry each choice of the fifth has equally many completions, so it may be drawn first.
 */
function towerGrid(rng: Rng): string {
  const single = COLOUR_LETTERS[rng.below(COLOURS)];
  const lowest = shuffle(
    COLOUR_LETTERS.flatMap((letter) => (letter === single ? [letter] : [letter, letter])),
    rng,
  );
  const supply: Record<string, number> = { ...SUPPLY, N: 0 };
  for (const letter of lowest) supply[letter] = (supply[letter] ?? 0) - 1;
  const others = shuffle(lettersOf(supply), rng);
  others.splice(others.length - rng.below(STACKS), 0, 'N');
  const stacks = lowest.map(
    (letter, stack) => letter + [0, 1, 2].map((level) => others[level * STACKS + stack]).join(''),
  );
  return Array.from({ length: WIDTH }, (_, row) => stacks.slice(row * WIDTH, (row + 1) * WIDTH).join(',')).join('/');
}

const lettersOf = (supply: Readonly<Record<string, number>>): string[] =>
  Object.entries(supply).flatMap(([letter, count]) => Array.from({ length: count }, () => letter));

function parseDeal(options: MaskerOptions, players: number, data: unknown): Result<MaskerDeal, string> {
  if (typeof data !== 'object' || data === null) return failure('a deal must have grid and tokens');
  const grid = 'grid' in data ? data.grid : undefined;
  const tokens = 'tokens' in data ? data.tokens : undefined;
  if (typeof grid !== 'string') return failure('grid: must be text');
  if (typeof tokens !== 'string') return failure('tokens: must be text');
  const fault =
    gridFault(options, grid) ??
    supplyFault(grid) ??
    (options.board === 'tower' ? towerFault(grid) : null) ??
    tokensFault(players, tokens);
  return fault === null ? success({ grid, tokens }) : failure(fault);
}

/** The stacks of a grid, bottom first, in ascending order of cells: the last row first. */
export function stacksOf(options: MaskerOptions, grid: string): string[] {
  const separator = options.board === 'tower' ? ',' : '';
  const stacks: string[] = [];
  // Every start of a game does this. Loops are faster than `flatMap`.
  for (const row of grid.split('/').reverse()) for (const stack of row.split(separator)) stacks.push(stack);
  return stacks;
}

function gridFault(options: MaskerOptions, grid: string): string | null {
  const tower = options.board === 'tower';
  const rows = grid.split('/');
  const size = tower ? WIDTH : SIZE;
  if (rows.length !== size) return `grid: must have ${size} rows, not ${rows.length}`;
  for (const row of rows) {
    const stacks = row.split(tower ? ',' : '');
    const wanted = tower ? `${WIDTH} stacks of ${LEVELS} letters` : `${SIZE} letters`;
    const height = tower ? LEVELS : 1;
    if (stacks.length !== size || stacks.some((stack) => stack.length !== height))
      return `grid: a row must be ${wanted}, not "${row}"`;
    const stranger = stacks
      .join('')
      .split('')
      .find((letter) => !Object.hasOwn(SUPPLY, letter));
    if (stranger !== undefined) return `grid: there is no cross "${stranger}"`;
  }
  return null;
}

function supplyFault(grid: string): string | null {
  for (const [letter, wanted] of Object.entries(SUPPLY)) {
    const count = grid.split(letter).length - 1;
    if (count !== wanted) return `grid: must have ${wanted} ${letter}, not ${count}`;
  }
  return null;
}

/** [M16] */
function towerFault(grid: string): string | null {
  const stacks = grid.split(/[/,]/);
  const lowest = stacks.map((stack) => stack.charAt(0));
  if (lowest.includes('W')) return 'grid: a white cross is in the lowest level';
  const many = COLOUR_LETTERS.find((letter) => lowest.filter((other) => other === letter).length > LOWEST_LIMIT);
  if (many !== undefined) return `grid: more than ${LOWEST_LIMIT} of ${many} are in the lowest level`;
  return stacks.some((stack) => stack.endsWith('N')) ? null : 'grid: the colourless cross is not in the highest level';
}

function tokensFault(players: number, tokens: string): string | null {
  const letters = tokens.split('');
  const stranger = letters.find((letter) => !COLOUR_LETTERS.some((colour) => colour === letter));
  if (stranger !== undefined) return `tokens: there is no token "${stranger}"`;
  if (letters.length !== sideCount(players))
    return `tokens: must be ${sideCount(players)} letters, not ${letters.length}`;
  return new Set(letters).size === letters.length ? null : 'tokens: two are the same';
}

export const deals: Deals<MaskerOptions, MaskerDeal> = { draw: drawDeal, parse: parseDeal };

/** The colour of every side, in seat order, for viewers who see the whole deal. Empty if the deal is not one of Masker. */
export function tokensOf({ deal }: Setup): ColourLetter[] {
  const tokens = typeof deal === 'object' && deal !== null && 'tokens' in deal ? String(deal.tokens) : '';
  return tokens.split('').flatMap((token) => COLOUR_LETTERS.find((letter) => letter === token) ?? []);
}
