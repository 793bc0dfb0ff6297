import { allOptions, type OptionsOf, type OptionsSpec, type OptionValue } from '@tablier/core';

/** With more combinations than this, a game is tested over pairs of values. */
const MANY = 16;

/** All combinations of options if there are few; otherwise a list in which every pair of values of two options occurs. */
export function testedOptions<S extends OptionsSpec>(spec: S): OptionsOf<S>[] {
  const all = allOptions(spec);
  return all.length <= MANY ? all : coverPairs(spec, all);
}

type Pair = string;

function pairsOf(names: readonly string[], options: Readonly<Record<string, OptionValue>>): Pair[] {
  return names.flatMap((first, index) =>
    names.slice(index + 1).map((second) => `${first}=${options[first]},${second}=${options[second]}`),
  );
}

/** Greedy: takes the combination with the most pairs that have not occurred, until all have. */
function coverPairs<S extends OptionsSpec>(spec: S, all: readonly OptionsOf<S>[]): OptionsOf<S>[] {
  const names = Object.keys(spec);
  const candidates = all.map((options) => ({ options, pairs: pairsOf(names, options) }));
  const open = new Set(candidates.flatMap(({ pairs }) => pairs));
  const chosen: OptionsOf<S>[] = [];
  while (open.size > 0) {
    const gain = (pairs: readonly Pair[]): number => pairs.filter((pair) => open.has(pair)).length;
    const best = candidates.reduce((left, right) => (gain(right.pairs) > gain(left.pairs) ? right : left));
    for (const pair of best.pairs) open.delete(pair);
    chosen.push(best.options);
  }
  return chosen;
}
