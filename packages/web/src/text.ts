import type { Game, Options, OptionValue, Seat } from '@tablier/core';
import * as messages from './paraglide/messages.js';

type Inputs = Readonly<Record<string, string | number>>;
const catalogue: Readonly<Record<string, unknown>> = messages;

/** Keys that are put together from the catalogue of games; test/messages.test.ts holds that each of them exists. */
export const keys = {
  tagline: (game: Game) => `game_${game.id}`,
  option: (game: Game, option: string) => `option_${game.id}_${option}`,
  optionHelp: (game: Game, option: string) => `option_${game.id}_${option}_help`,
  value: (game: Game, option: string, value: OptionValue) => keyed(`option_${game.id}_${option}_${value}`),
  preset: (game: Game, preset: string) => `preset_${game.id}_${preset}`,
  seat: (name: string) => `seat_${name}`,
};

/** Messages are functions of a module: `north-america` cannot be part of a name there. */
const keyed = (key: string): string => key.replaceAll('-', '_');

/** Whether the catalogue of messages has this key. */
export const hasText = (key: string): boolean => typeof catalogue[key] === 'function';

/** The message of a key made at run time; the key itself where there is none, so that the gap is seen. */
export function text(key: string, inputs: Inputs = {}): string {
  const message = catalogue[key];
  return typeof message === 'function' ? String(message(inputs)) : key;
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
      return `${text(keys.option(game, name))}: ${text(keys.value(game, name, value))}`;
    });
}
