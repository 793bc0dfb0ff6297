import { FEATURES } from '../../packages/games/src/masker/beliefs.ts';
import { fitChoices, surpriseOf } from './choices.ts';
import type { MaskerChoice } from './masker-games.ts';
import { linesOf, type Training } from './training.ts';

/** By number of players: the weights. */
type Tables = Readonly<Record<number, readonly number[]>>;

const PLAYERS = [2, 3, 4] as const;
const FITTING = { features: FEATURES, passes: 20, rate: 0.05, decay: 1e-5 };
const DIGITS = 4;
const NUMBERS_PER_LINE = 12;

/** The policy of a player of a given colour. It begins with equal probabilities. */
export const maskerTraining: Training<MaskerChoice, Tables> = {
  module: new URL('../../packages/games/src/masker/policy-weights.ts', import.meta.url),
  player: new URL('./masker-games.ts', import.meta.url),
  generations: [800, 800, 1_500, 1_500, 1_500, 2_400],
  start: Object.fromEntries(PLAYERS.map((players) => [players, Array.from({ length: FEATURES }, () => 1)])),
  firstKept: 4,
  maxKept: 60_000,
  fit: (choices, held, rng) => {
    const tables: Record<number, number[]> = {};
    const curve: string[] = [];
    for (const players of PLAYERS) {
      const fitted = fitChoices(of(choices, players), FITTING, rng);
      tables[players] = Array.from(fitted, (weight) => Number(Math.exp(weight).toPrecision(DIGITS)));
      const error = surpriseOf(fitted, of(held, players));
      curve.push(`${error.fitted.toFixed(3)} of ${error.uniform.toFixed(3)}`);
    }
    return { weights: tables, curve };
  },
  textOf: (
    tables,
  ) => `/** The tables of the policy, by number of players: see \`beliefs.ts\` for what each number weighs. Written by \`npm run train -- masker\`. */
export const WEIGHTS: Readonly<Record<number, Float64Array>> = {
${PLAYERS.map((players) => tableText(players, tables[players] ?? [])).join('\n')}
};
`,
};

const of = (choices: readonly MaskerChoice[], players: number): MaskerChoice[] =>
  choices.filter((choice) => choice.players === players);

const tableText = (players: number, table: readonly number[]): string =>
  `  ${players}: Float64Array.from([
${linesOf(table, NUMBERS_PER_LINE, ', ')
  .map((line) => `    ${line},`)
  .join('\n')}
  ]),`;
