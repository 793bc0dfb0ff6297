import { type BotGame, type BotLevels, type LookaheadPlan, planOf, type PlayoutPlan } from '@tablier/ai';
import { isObject, LEVELS } from '@tablier/core';
import { UsageError } from '../shared/output.ts';

const TYPES: Readonly<Record<keyof PlayoutPlan | keyof LookaheadPlan, 'number' | 'boolean'>> = {
  ...{ nodes: 'number', solverNodes: 'number', depth: 'number', exploration: 'number', playoutPlies: 'number' },
  ...{ memory: 'number', spread: 'number', softness: 'number', forgets: 'number' },
  ...{ lapses: 'number', temperature: 'number', content: 'number', careless: 'number', overlooks: 'boolean' },
};

/** The game with a plan at each level: that of the strongest one, with these settings instead of its own. Throws a `UsageError`. */
export function withPlan<Of extends BotGame>(game: Of, text: string): Of {
  const plan = { ...planOf(game, 8), ...readSettings(text) };
  const levels = Object.fromEntries(LEVELS.map((level) => [level, plan])) as unknown as BotLevels;
  return { ...game, advice: { ...game.advice, levels } };
}

function readSettings(text: string): Readonly<Record<string, unknown>> {
  const settings = parsed(text);
  if (!isObject(settings)) throw new UsageError(`bad-plan (${text}; JSON such as {"nodes":20000})`);
  for (const [name, value] of Object.entries(settings)) {
    const type = Object.entries(TYPES).find(([known]) => known === name)?.[1];
    if (typeof value === type && Number(value) >= 0) continue;
    throw new UsageError(`bad-plan (${name}: ${JSON.stringify(value)}; there are: ${Object.keys(TYPES).join(', ')})`);
  }
  return settings;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
