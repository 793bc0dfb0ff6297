import { type Rng } from '@tablier/core';

/** A value of a sample with the shares of the sample below it, and up to it. */
interface Step {
  readonly x: number;
  readonly low: number;
  readonly high: number;
}

function stepsOf(sample: readonly number[]): Step[] {
  const sorted = sample.toSorted((one, other) => one - other);
  const steps: Step[] = [];
  for (let from = 0; from < sorted.length;) {
    const x = sorted[from] as number;
    let to = from;
    while (sorted[to] === x) to++;
    steps.push({ x, low: from / sorted.length, high: to / sorted.length });
    from = to;
  }
  return steps;
}

/** For each mode: how far the steps up to it are from the nearest convex function. The hull below their lower ends is kept while it grows. */
function convexGaps(steps: readonly Step[]): number[] {
  const hull: Step[] = [];
  return steps.map((mode, index) => {
    while (hull.length > 1 && !isBelow(hull.at(-2) as Step, hull.at(-1) as Step, mode)) hull.pop();
    hull.push(mode);
    let gap = 0;
    for (let at = 0, edge = 0; at < index; at++) {
      const step = steps[at] as Step;
      while (edge + 2 < hull.length && (hull[edge + 1] as Step).x <= step.x) edge++;
      const [left, right] = [hull[edge] as Step, hull[edge + 1] as Step];
      const height = left.low + ((right.low - left.low) * (step.x - left.x)) / (right.x - left.x);
      gap = Math.max(gap, step.high - height);
    }
    return gap;
  });
}

/** Whether the middle one is below the line between the others. */
const isBelow = (left: Step, middle: Step, right: Step): boolean =>
  (middle.low - left.low) * (right.x - left.x) < (right.low - left.low) * (middle.x - left.x);

/**
 * The dip of a sample (Hartigan and Hartigan, 1985): its distance from the nearest distribution with one mode, which grows to the mode and
 * shrinks after it. A value that occurs several times can be the mode. At least half of 1/n.
 */
export function dipOf(sample: readonly number[]): number {
  const steps = stepsOf(sample);
  const left = convexGaps(steps);
  const mirrored = steps.map(({ x, low, high }) => ({ x: -x, low: 1 - high, high: 1 - low })).toReversed();
  const right = convexGaps(mirrored).toReversed();
  const gaps = steps.map((_, index) => Math.max(left[index] as number, right[index] as number));
  return Math.max(Math.min(...gaps), 1 / sample.length) / 2;
}

const SAMPLES = 400;
const RESOLUTION = 1 << 30;

/** How many of as large uniform samples have a greater dip: if few, the sample has more than one mode. */
export function modesTest(sample: readonly number[], rng: Rng): { readonly dip: number; readonly p: number } {
  const dip = dipOf(sample);
  let greater = 0;
  for (let index = 0; index < SAMPLES; index++)
    greater += Number(dipOf(sample.map(() => rng.below(RESOLUTION) / RESOLUTION)) >= dip);
  return { dip, p: greater / SAMPLES };
}
