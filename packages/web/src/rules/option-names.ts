import type { GameFacts } from '@tablier/core';
import { keys, text } from '../lib/text.ts';
import { option_is } from '../paraglide/messages.js';

/**
 * The names of options that replace their identifiers in the numbered rules: `counter`, `upTo` or `counter=upTo`. Numbers are left out,
 * because they also name rows and lengths.
 */
export function optionNames(game: GameFacts): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [name, { values }] of Object.entries(game.options)) {
    const option = text(keys.option(game, name));
    names.set(name, option);
    for (const value of values) {
      const label = text(keys.value(game, name, value));
      if (typeof value === 'string' && !names.has(value)) names.set(value, label);
      names.set(`${name}=${value}`, option_is({ option, value: label }));
    }
  }
  return names;
}
