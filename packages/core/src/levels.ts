/** The strength of a bot. Each game defines its levels in its `BotAdvice` (package `ai`). */
export const LEVELS = ['beginner', 'medium', 'strong'] as const;
export type Level = (typeof LEVELS)[number];
