import type { OptionsSpec, Rng } from '@tablier/core';
import { games } from '@tablier/games';
import { type TableTerms, tableTerms } from '@tablier/protocol';
import { terms } from '@tablier/testkit/online';

/** What is played at a table. */
export interface Plan {
  readonly terms: TableTerms;
  /** How long a player thinks about a move on average, in milliseconds. */
  readonly thinks: number;
}

/** Long enough that no clock runs out if players are only charged for their own time, even on a busy machine. */
const CLOCKS: readonly TableTerms['clock'][] = [
  { system: 'none' },
  { system: 'sudden-death', base: 300 },
  { system: 'sudden-death', base: 300 },
  { system: 'fischer', base: 200, increment: 1 },
  { system: 'fischer', base: 200, increment: 1 },
  { system: 'bronstein', base: 240, delay: 1 },
  { system: 'delay', base: 240, delay: 1 },
  { system: 'byo-yomi', base: 60, periods: 5, period: 60 },
  { system: 'days', days: 1, vacation: 1 },
];

interface PlannedGame {
  readonly game: string;
  readonly players: number;
  readonly options: TableTerms['options'];
}

/** Every game of the catalogue for every number of players, with the default options and with other ones. */
const GAMES: readonly PlannedGame[] = games.flatMap(({ id: game, players, options }) =>
  players.flatMap((count) => [
    { game, players: count, options: {} },
    { game, players: count, options: otherOptions(options) },
  ]),
);

/** The second value of each option. */
function otherOptions(spec: OptionsSpec): TableTerms['options'] {
  return Object.fromEntries(Object.entries(spec).map(([name, each]) => [name, each.values[1] ?? each.default]));
}

const PACES = [0, 30, 100, 250, 600];
/** One table in this many has a bot. */
const BOT_IN = 12;

const pick = <T>(list: readonly T[], rng: Rng): T => {
  const picked = list[rng.below(list.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
};

export function drawPlan(rng: Rng): Plan {
  const { game, options, players } = pick(GAMES, rng);
  const hasBot = rng.below(BOT_IN) === 0;
  const others = Array.from({ length: players - 1 }, (_, index) =>
    hasBot && index === 0 ? ({ bot: 'beginner' } as const) : ('open' as const),
  );
  const seating = pick(['chosen', 'drawn'] as const, rng);
  const wanted = terms(game, { options, clock: pick(CLOCKS, rng), seating, chairs: ['me', ...others] });
  const checked = tableTerms.safeParse(wanted);
  if (!checked.success) throw new Error(`an invalid plan: ${checked.error.message}`);
  return { terms: checked.data, thinks: pick(PACES, rng) };
}
