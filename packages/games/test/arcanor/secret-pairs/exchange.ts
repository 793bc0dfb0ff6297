import { type Rng, shuffle } from '@tablier/core';
import { type ArcanorPosition, CELLS, formatCell } from '../../../src/arcanor/index.ts';
import { around, isOpenTo, ownerOfTop, pick, topOn, under } from './table.ts';

/** Slides of two stacks that look the same, and other slides after which the two have changed places. */
export interface Exchange {
  readonly slides: readonly [readonly string[], readonly string[]];
  /** The slides that the other side plays in between in both worlds; the same number. */
  readonly answers: readonly string[];
}

/** The cells of the two stacks, and the slides that led there. */
interface Route {
  readonly at: readonly [number, number];
  readonly slides: readonly string[];
}

/** The maximum length of an exchange, in slides. */
const LONGEST = 7;

/**
 * Two stacks of the seat to move that look the same and have different contents, with two sequences of slides after which the board looks
 * the same but the two stacks have changed places. `null` if there is no such exchange within a few slides.
 */
export function findExchange(position: ArcanorPosition, rng: Rng): Exchange | null {
  const waits = waiting(position, rng);
  const pairs = shuffle(twins(position), rng);
  if (waits === null) return null;
  const [from, to] = waits;
  for (const twin of pairs) {
    const slides = crossing(position, twin, new Set(waits));
    if (slides === null) continue;
    const answers = slides[0].map((_, index) => (index % 2 === 0 ? slide(from, to) : slide(to, from)));
    return { slides, answers };
  }
  return null;
}

const slide = (from: number, to: number): string => `${formatCell(from)}-${formatCell(to)}`;

/** Pairs of stacks of the seat to move that look the same and have different contents. */
function twins(position: ArcanorPosition): [number, number][] {
  const own = Array.from({ length: CELLS }, (_, cell) => cell).filter(
    (cell) => ownerOfTop(topOn(position, cell)) === position.turn && isOpenTo(position.turn, cell),
  );
  return own.flatMap((one) =>
    own
      .filter((other) => one < other && topOn(position, one) === topOn(position, other))
      .filter((other) => position.stacks[one] !== position.stacks[other])
      .filter((other) => under(position, one) !== under(position, other))
      .map((other): [number, number] => [one, other]),
  );
}

/** A stack of the other side and an empty neighbouring cell, so that it can slide back and forth. */
function waiting(position: ArcanorPosition, rng: Rng): [number, number] | null {
  const seat = 1 - position.turn;
  const steps = Array.from({ length: CELLS }, (_, cell) => cell)
    .filter((cell) => ownerOfTop(topOn(position, cell)) === seat && isOpenTo(seat, cell))
    .flatMap((from) =>
      around(from)
        .filter((to) => topOn(position, to) === '' && isOpenTo(seat, to))
        .map((to): [number, number] => [from, to]),
    );
  return pick(steps, rng) ?? null;
}

/** Moves both stacks over empty cells, breadth first, until two cells can be reached with either stack on either cell. */
function crossing(
  position: ArcanorPosition,
  start: readonly [number, number],
  blocked: ReadonlySet<number>,
): readonly [readonly string[], readonly string[]] | null {
  const isFree = (cell: number): boolean =>
    !blocked.has(cell) && isOpenTo(position.turn, cell) && (topOn(position, cell) === '' || start.includes(cell));
  let level = new Map<number, Route>([[keyOf(start), { at: start, slides: [] }]]);
  for (let length = 1; length <= LONGEST; length++) {
    const next = new Map<number, Route>();
    for (const route of level.values())
      for (const on of steps(route, isFree)) if (!next.has(keyOf(on.at))) next.set(keyOf(on.at), on);
    for (const one of next.values()) {
      const other = next.get(keyOf([one.at[1], one.at[0]]));
      if (other !== undefined) return [one.slides, other.slides];
    }
    level = next;
  }
  return null;
}

const keyOf = ([one, other]: readonly [number, number]): number => one * CELLS + other;

function steps({ at: [one, other], slides }: Route, isFree: (cell: number) => boolean): Route[] {
  const free = (cell: number): boolean => isFree(cell) && cell !== one && cell !== other;
  return [
    ...around(one)
      .filter(free)
      .map((to): Route => ({ at: [to, other], slides: [...slides, slide(one, to)] })),
    ...around(other)
      .filter(free)
      .map((to): Route => ({ at: [one, to], slides: [...slides, slide(other, to)] })),
  ];
}
