import { type Deals, failure, type Result, type Rng, shuffle, success } from '@tablier/core';
import { NascaBoard, NEUTRAL } from './board.ts';
import { CELLS, formatMove, parsePlacement, SINGLES, SIZES } from './placements.ts';
import { type Continent, CONTINENTS, type NascaOptions } from './facts.ts';

/** The layouts of the six continents. They are ours: the diagrams of the original are lost [N9]. */
export const CONTINENT_LAYOUTS: Readonly<Record<Continent, readonly string[]>> = {
  africa: ['d8-f8', 'g7-h7', 'f3-f4', 'd6', 'h5', 'i3'],
  asia: ['e8-g8', 'i7-j7', 'f4-f5', 'c7', 'h4', 'j3'],
  australia: ['d5-f5', 'h5-h6', 'f3-g3', 'e7', 'g8', 'i2'],
  europe: ['h5-h7', 'e4-f4', 'c3-d3', 'd7', 'f8', 'g2'],
  'north-america': ['c8-e8', 'h7-h8', 'f4-f5', 'd6', 'g2', 'j7'],
  'south-america': ['f4-f6', 'd8-e8', 'g7-h7', 'h5', 'e2', 'd5'],
};

/** The neutral pieces by length, in the order in which a random landscape lists them [N2] [N10]. */
export const NEUTRAL_LENGTHS = [3, 2, 2, 1, 1, 1] as const;

/** The deal of a custom or random landscape: the neutral pieces in placing order [N10]. */
export interface NascaDeal {
  readonly neutrals: readonly string[];
}

function isDealt({ landscape }: NascaOptions): boolean {
  return landscape === 'custom' || landscape === 'random';
}

/** A deal: `random` is uniform over the legal layouts, `custom` any legal choice of pieces in any order [N10]. */
function dealLandscape(options: NascaOptions, _players: number, rng: Rng): NascaDeal | null {
  if (!isDealt(options)) return null;
  const neutrals = options.landscape === 'random' ? randomLayout(rng) : customLayout(rng);
  return { neutrals: neutrals.map(formatMove) };
}

const BY_LENGTH: readonly (readonly number[])[] = [0, 1, 2, 3].map((length) =>
  Array.from({ length: SINGLES + CELLS }, (_, placement) => placement).filter(
    (placement) => SIZES[placement] === length,
  ),
);

function anyPlacement(length: number, rng: Rng): number {
  const placements = BY_LENGTH[length] as readonly number[];
  return placements[rng.below(placements.length)] as number;
}

/** Draws all six at once and repeats until none overlap, so that all layouts are equally likely. */
function randomLayout(rng: Rng): number[] {
  for (;;) {
    const layout = NEUTRAL_LENGTHS.map((length) => anyPlacement(length, rng));
    if (firstOffBoard(layout) < 0) return layout;
  }
}

/** Any number of the six, in any order, each on any legal place, including on top of others. */
function customLayout(rng: Rng): number[] {
  const board = new NascaBoard();
  const lengths = shuffle([...NEUTRAL_LENGTHS], rng).slice(0, rng.below(NEUTRAL_LENGTHS.length + 1));
  return lengths.map((length) => {
    const legal = (BY_LENGTH[length] as readonly number[]).filter((placement) => board.allows(placement, NEUTRAL));
    const placement = legal[rng.below(legal.length)] as number;
    board.place(placement, NEUTRAL);
    return placement;
  });
}

function firstOffBoard(layout: readonly number[]): number {
  const board = new NascaBoard();
  return layout.findIndex((placement) => {
    const onBoard = board.allows(placement, NEUTRAL) && board.restsOn(placement).length === 0;
    if (onBoard) board.place(placement, NEUTRAL);
    return !onBoard;
  });
}

function parseLandscape(options: NascaOptions, _players: number, deal: unknown): Result<NascaDeal | null, string> {
  if (!isDealt(options)) {
    return deal === null ? success(null) : failure(`landscape=${options.landscape} takes no deal`);
  }
  const texts = neutralTexts(deal);
  if (texts === null) return failure('a deal is { "neutrals": [ … ] } with texts such as d8-f8 or d6');
  const unread = texts.find((text) => !isNeutralText(text));
  if (unread !== undefined) return failure(`no neutral piece can lie at ${JSON.stringify(unread)}`);
  const layout = texts.flatMap((text) => parsePlacement(text) ?? []);
  const fault = options.landscape === 'random' ? randomFault(layout) : customFault(layout);
  return fault === null ? success({ neutrals: texts }) : failure(fault);
}

function neutralTexts(deal: unknown): string[] | null {
  if (typeof deal !== 'object' || deal === null || !('neutrals' in deal)) return null;
  const { neutrals } = deal;
  if (!Array.isArray(neutrals) || neutrals.length > NEUTRAL_LENGTHS.length) return null;
  return neutrals.every((text) => typeof text === 'string') ? [...neutrals] : null;
}

function isNeutralText(text: string): boolean {
  const placement = parsePlacement(text);
  return placement !== null && NEUTRAL_LENGTHS.some((length) => length === SIZES[placement]);
}

function randomFault(layout: readonly number[]): string | null {
  const lengths = layout.map((placement) => SIZES[placement]);
  if (lengths.join() !== NEUTRAL_LENGTHS.join())
    return `lengths are ${lengths.join(' ')}, not ${NEUTRAL_LENGTHS.join(' ')}`;
  const overlapping = layout[firstOffBoard(layout)];
  return overlapping === undefined ? null : `${formatMove(overlapping)} overlaps another piece`;
}

function customFault(layout: readonly number[]): string | null {
  const board = new NascaBoard();
  const left = [0, 3, 2, 1];
  for (const placement of layout) {
    const length = SIZES[placement] as number;
    left[length] = (left[length] ?? 0) - 1;
    if ((left[length] as number) < 0) return `too many neutral pieces of length ${length}`;
    if (!board.allows(placement, NEUTRAL)) return `${formatMove(placement)} is illegal where it is placed`;
    board.place(placement, NEUTRAL);
  }
  return null;
}

export function landscapeOf(options: NascaOptions, deal: NascaDeal | null): number[] {
  const continent = CONTINENTS.find((name) => name === options.landscape);
  const texts = continent === undefined ? (deal?.neutrals ?? []) : CONTINENT_LAYOUTS[continent];
  return texts.flatMap((text) => parsePlacement(text) ?? []);
}

export const deals: Deals<NascaOptions, NascaDeal | null> = {
  byPerson: ({ landscape }) => landscape === 'custom',
  draw: dealLandscape,
  parse: parseLandscape,
};
