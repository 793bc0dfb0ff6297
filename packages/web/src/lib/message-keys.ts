import type { GameFacts, OptionValue } from '@tablier/core';

/** Keys built from the catalogue of games; test/messages.test.ts checks that each exists. */
export const keys = {
  tagline: (game: GameFacts) => keyed(`game_${game.id}`),
  /** One sentence of at most 55 characters. */
  line: (game: GameFacts) => keyed(`home_line_${game.id}`),
  /** How to win, as one sentence of at most 60 characters. */
  goal: (game: GameFacts) => keyed(`table_goal_${game.id}`),
  option: (game: GameFacts, option: string) => keyed(`option_${game.id}_${option}`),
  optionHelp: (game: GameFacts, option: string) => keyed(`option_${game.id}_${option}_help`),
  value: (game: GameFacts, option: string, value: OptionValue) => keyed(`option_${game.id}_${option}_${value}`),
  preset: (game: GameFacts, preset: string) => keyed(`preset_${game.id}_${preset}`),
  seat: (name: string) => keyed(`seat_${name}`),
};

/** Messages are functions of a module, so their names cannot contain a hyphen, as `north-america` does. */
export const keyed = (key: string): string => key.replaceAll('-', '_');

/** All message keys that a game needs in every language. */
export function requiredKeys(game: GameFacts): string[] {
  const options = Object.entries(game.options).flatMap(([name, spec]) => [
    keys.option(game, name),
    ...spec.values.map((value) => keys.value(game, name, value)),
  ]);
  const presets = Object.keys(game.presets);
  return [
    keys.tagline(game),
    keys.line(game),
    keys.goal(game),
    ...options,
    ...(presets.length > 1 ? presets.map((name) => keys.preset(game, name)) : []),
    ...game.seatNames.map(keys.seat),
  ];
}
