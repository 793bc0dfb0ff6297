/** The strength of a bot, from the weakest to the strongest. Each game defines its levels in its `BotAdvice` (package `ai`). */
export const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8] as const;
export type Level = (typeof LEVELS)[number];

/** The names of earlier versions, which had three levels, and the levels that they stand for. They remain valid everywhere. */
export const LEVEL_ALIASES = { beginner: 1, medium: 4, strong: 8 } as const satisfies Readonly<Record<string, Level>>;
export type LevelAlias = keyof typeof LEVEL_ALIASES;
export const LEVEL_ALIAS_NAMES = ['beginner', 'medium', 'strong'] as const satisfies readonly LevelAlias[];

/** The level with this number or earlier name, as a number or text; `null` if there is none. */
export function parseLevel(data: unknown): Level | null {
  const alias = LEVEL_ALIAS_NAMES.find((name) => name === data);
  if (alias !== undefined) return LEVEL_ALIASES[alias];
  return LEVELS.find((level) => level === data || String(level) === data) ?? null;
}

/** The strongest earlier name that is not stronger than a level, for readers that do not support numbers. */
export const aliasOf = (level: Level): LevelAlias =>
  LEVEL_ALIAS_NAMES.findLast((name) => LEVEL_ALIASES[name] <= level) ?? 'beginner';

/** A bot of a stored game or table. Earlier versions wrote one of three names, without `strength`. */
export interface BotStrength {
  readonly level: Level | LevelAlias;
  readonly strength?: Level;
}

/** The level of a bot from any version. */
export function strengthOf({ level, strength }: BotStrength): Level {
  return strength ?? (typeof level === 'number' ? level : LEVEL_ALIASES[level]);
}

/** A finished game of one person against bots of one level. */
export interface LevelGame {
  readonly level: Level;
  /** 1 for a win of the person, 0.5 for a draw, 0 for a loss. */
  readonly result: number;
  /** The time that the person took for a ply, in milliseconds; `null` if it is not known. */
  readonly pace: number | null;
}

/** How strong a person plays one game, on the scale of the levels: at strength 4 they win half of the games against level 4. */
interface Form {
  readonly strength: number;
  /** The variance of the strength. */
  readonly doubt: number;
  /** The usual time for a ply; `null` before it is known. */
  readonly pace: number | null;
  /** The last results, the last one first. */
  readonly recent: readonly number[];
  /** The strength without the luck of single games; `null` in the first games. */
  readonly steady: number | null;
  /** The strength that the page announced last, or that the first games have shown; `null` before. */
  readonly announced: number | null;
}

// Chosen with simulated people of all strengths: `lab/strength/my-match.ts`.
/** Next to nothing is known, so that the first games tell much. */
const NEWCOMER: Form = { strength: 3, doubt: 20, pace: null, recent: [], steady: null, announced: null };
/** Against whom a person plays who has not played yet. */
const FIRST: Level = 2;
/** The logarithm of the odds that one level is worth; less than measured, because people are less even than bots. */
const STEP = 0.5;
/** How much a strength may change from one game to the next, as a variance: people learn. */
const LEARNING = 0.6;
/** How much the last results correct the aim, and how many of them count. */
const CORRECTION = 0.9;
const REMEMBERED = 6;
/** From so many games on there is a steady strength, of about the last `STEADY` games. */
const SETTLED = 6;
const STEADY = 8;
/** After so many more games it counts as known, and a rise by one level is announced. */
const KNOWN = 10;
const RISE = 1;
/** The next opponent is so many levels away at most: one game never throws a person in at the deep end. */
const LEAP = 2;
/** The time taken changes what a result says by this factor at most. */
const MAX_TIME_FACTOR = 1.4;

const expected = (strength: number, level: number): number => 1 / (1 + Math.exp(STEP * (level - strength)));
const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value));

/** A quick win and a defeat after long thought say more than a win with effort and a hasty defeat. */
function weightOf({ result, pace }: LevelGame, usual: number | null): number {
  if (pace === null || usual === null || pace <= 0 || result === 0.5) return 1;
  return within(Math.sqrt(result === 1 ? usual / pace : pace / usual), 1 / MAX_TIME_FACTOR, MAX_TIME_FACTOR);
}

function after(form: Form, game: LevelGame, played: number): Form {
  const share = expected(form.strength, game.level);
  const doubt = 1 / (1 / (form.doubt + LEARNING) + STEP ** 2 * share * (1 - share));
  const change = weightOf(game, form.pace) * doubt * STEP * (game.result - share);
  const strength = within(form.strength + change, 0, LEVELS.length + 1);
  const steady =
    played < SETTLED ? null : form.steady === null ? strength : form.steady + (strength - form.steady) / STEADY;
  const { pace } = form;
  return {
    ...{ strength, doubt, steady },
    pace: pace === null || game.pace === null ? (game.pace ?? pace) : (3 * pace + game.pace) / 4,
    recent: [game.result, ...form.recent].slice(0, REMEMBERED),
    announced:
      played < KNOWN || steady === null ? null : announces(form.announced, steady, game) ? steady : form.announced,
  };
}

/** A rise is not announced after a defeat. */
const announces = (announced: number | null, steady: number, { result }: LevelGame): boolean =>
  announced === null || (result === 1 && steady >= announced + RISE);

const formOf = (games: readonly LevelGame[]): Form =>
  games.reduce((form, game, index) => after(form, game, index + 1), NEWCOMER);

/** The level against which a person is to win about half of their games: a little weaker after defeats, a little stronger after wins. */
export function fittingLevel(games: readonly LevelGame[]): Level {
  const last = games.at(-1)?.level;
  if (last === undefined) return FIRST;
  const { strength, recent } = formOf(games);
  const surplus = recent.reduce((sum, result) => sum + result - 0.5, 0) / REMEMBERED;
  const aim = 0.5 - CORRECTION * surplus;
  const distance = (level: Level): number => Math.abs(expected(strength, level) - aim);
  const near = LEVELS.filter((level) => Math.abs(level - last) <= LEAP);
  return near.reduce((best, level) => (distance(level) < distance(best) ? level : best), last);
}

/** The level that a person equals, if the last game has shown that they have become stronger; otherwise `null`. The opposite is never announced. */
export function risenTo(games: readonly LevelGame[]): Level | null {
  const [before, now] = [formOf(games.slice(0, -1)), formOf(games)];
  if (before.announced === null || now.announced === null || now.announced === before.announced) return null;
  return LEVELS[within(Math.round(now.announced), 1, LEVELS.length) - 1] ?? null;
}
