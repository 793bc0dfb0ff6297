import type { Game, Options, Seat } from '@tablier/core';
import { keyed, keys } from './message-keys.ts';
import * as messages from './paraglide/messages.js';

export { keys };

type Inputs = Readonly<Record<string, string | number>>;
type Message = (inputs: Inputs) => string;
const catalogue: Readonly<Record<string, unknown>> = messages;

/** Whether the catalogue of messages has this key. */
export const hasText = (key: string): boolean => typeof catalogue[keyed(key)] === 'function';

/** The message of a key made at run time; the key itself where there is none, so that the gap is seen. */
export function text(key: string, inputs: Inputs = {}): string {
  const message = catalogue[keyed(key)];
  return typeof message === 'function' ? (message as Message)(inputs) : key;
}

/** `Dark`, in the language of the page. */
export const seatName = (game: Game, seat: Seat): string => text(keys.seat(game.seatNames[seat] ?? String(seat + 1)));

/** The name of the preset that these options are, if any. */
export function presetOf(game: Game, options: Options): string | null {
  const same = (preset: Options) => Object.keys(game.options).every((name) => preset[name] === options[name]);
  return Object.entries(game.presets).find(([, preset]) => same(preset))?.[0] ?? null;
}

/** The options that are not at their default, in words: `Counter: up to the result`. */
export function optionWords(game: Game, options: Options): string[] {
  return Object.entries(game.options)
    .filter(([name, spec]) => options[name] !== spec.default)
    .map(([name]) => {
      const value = options[name] ?? '';
      return messages.option_is({ option: text(keys.option(game, name)), value: text(keys.value(game, name, value)) });
    });
}
