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
