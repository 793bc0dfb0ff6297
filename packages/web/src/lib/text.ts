import type { GameFacts, Options, OptionValue, Seat } from '@tablier/core';
import { addedTexts } from './added-games.ts';
import { hasMessage, type Inputs, message } from './language.ts';
import { error_any, option_is, quoted } from '../paraglide/messages.js';

/** Messages are functions of a module, so their names cannot contain a hyphen, as `north-america` does. */
const keyed = (key: string): string => key.replaceAll('-', '_');

/** Keys built from the catalogue of games; test/messages.test.ts checks that each exists. */
export const keys = {
  tagline: (game: GameFacts) => keyed(`game_${game.id}`),
  /** One sentence of at most 55 characters. */
  line: (game: GameFacts) => keyed(`home_line_${game.id}`),
  /** How to win, in at most 100 characters. */
  goal: (game: GameFacts) => keyed(`table_goal_${game.id}`),
  option: (game: GameFacts, option: string) => keyed(`option_${game.id}_${option}`),
  optionHelp: (game: GameFacts, option: string) => keyed(`option_${game.id}_${option}_help`),
  value: (game: GameFacts, option: string, value: OptionValue) => keyed(`option_${game.id}_${option}_${value}`),
  preset: (game: GameFacts, preset: string) => keyed(`preset_${game.id}_${preset}`),
  seat: (name: string) => keyed(`seat_${name}`),
};

export const hasText = (key: string): boolean => hasMessage(keyed(key)) || addedTexts?.[keyed(key)] !== undefined;

/** The message of a key built at run time; the key itself if there is none, so that the gap is visible. */
export const text = (key: string, inputs: Inputs = {}): string =>
  hasMessage(keyed(key)) ? message(keyed(key))(inputs) : (addedTexts?.[keyed(key)] ?? key);

export const textIf = (key: string): string | null => (hasText(key) ? text(key) : null);

/** The reason for a refusal in words, never the name of the error. */
export const errorText = (name: string): string => textIf(`online_error_${name}`) ?? error_any();

/** `Dark`, in the language of the page. */
export const seatName = (game: GameFacts, seat: Seat): string =>
  text(keys.seat(game.seatNames[seat] ?? String(seat + 1)));

/** The author of a game, a nickname in the quotation marks of the language. */
export const authorName = (game: GameFacts): string =>
  game.author.replace(/“(.*?)”/, (_, name: string) => quoted({ text: name }));

/** Whether seats are named by the colour of their pieces. */
export const hasColours = (game: GameFacts): boolean => game.seatNames[0] !== 'first';

/** The name of the preset with these options, if there is one. */
export function presetOf(game: GameFacts, options: Options): string | null {
  const same = (preset: Options) => Object.keys(game.options).every((name) => preset[name] === options[name]);
  return Object.entries(game.presets).find(([, preset]) => same(preset))?.[0] ?? null;
}

/** The options that differ from their default, in words: `Counter: up to the result`. */
export function optionWords(game: GameFacts, options: Options): string[] {
  return Object.entries(game.options)
    .filter(([name, spec]) => options[name] !== spec.default)
    .map(([name]) => {
      const value = options[name] ?? '';
      return option_is({ option: text(keys.option(game, name)), value: text(keys.value(game, name, value)) });
    });
}
