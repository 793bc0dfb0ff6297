/** How strong a bot plays. What a level means for a game is part of that game's advice to bots (`BotAdvice` in `ai`). */
export const LEVELS = ['beginner', 'medium', 'strong'] as const;
export type Level = (typeof LEVELS)[number];
