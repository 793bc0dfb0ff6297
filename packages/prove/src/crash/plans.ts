import type { Rng } from '@tablier/core';
import { type TableTerms, tableTerms } from '@tablier/protocol';
import { terms } from '@tablier/testkit/online';

/** A table as the driver wants it played. */
export interface Plan {
  readonly terms: TableTerms;
  /** How long a player thinks about a move on average, in milliseconds. */
  readonly thinks: number;
}

/** So long that nobody falls who is charged for nothing but his own time, on a loaded machine too. */
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

const TABLES: readonly { readonly game: string; readonly options?: TableTerms['options']; readonly players: number }[] =
  [
    { game: 'isaac', players: 2 },
    { game: 'nasca', players: 2 },
    { game: 'masker', players: 2 },
    { game: 'masker', players: 3 },
    { game: 'masker', players: 4, options: { board: 'tower' } },
    { game: 'arcanor', players: 2 },
    { game: 'arcanor', players: 2, options: { table: 'open' } },
  ];

const PACES = [0, 30, 100, 250, 600];
/** One table in so many has a bot. */
const BOT_IN = 12;

const pick = <T>(list: readonly T[], rng: Rng): T => {
  const picked = list[rng.below(list.length)];
  if (picked === undefined) throw new RangeError('nothing to pick from');
  return picked;
};

export function drawPlan(rng: Rng): Plan {
  const { game, options = {}, players } = pick(TABLES, rng);
  const hasBot = rng.below(BOT_IN) === 0;
  const others = Array.from({ length: players - 1 }, (_, index) =>
    hasBot && index === 0 ? ({ bot: 'beginner' } as const) : ('open' as const),
  );
  const seating = pick(['chosen', 'drawn'] as const, rng);
  const wanted = terms(game, { options, clock: pick(CLOCKS, rng), seating, chairs: ['me', ...others] });
  const checked = tableTerms.safeParse(wanted);
  if (!checked.success) throw new Error(`a plan that is none: ${checked.error.message}`);
  return { terms: checked.data, thinks: pick(PACES, rng) };
}
