import { formatOptions, type Game, type OptionSpec } from '@tablier/core';
import { games as catalogue } from '@tablier/games';
import { EXIT } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';

/** `tablier games` */
export async function games(): Promise<number> {
  for (const [index, game] of catalogue.entries()) {
    if (index > 0) await writeLine('');
    for (const line of describeGame(game)) await writeLine(line);
  }
  return EXIT.ok;
}

/** One line for the game, then one indented for the players, each option (the default in brackets) and each preset. */
function describeGame(game: Game): string[] {
  return [
    `${game.id}: ${game.name}, ${game.author}, ${game.year}`,
    `  players: ${game.players.join(', ')}`,
    ...Object.entries(game.options).map(([name, option]) => `  option ${name}: ${describeValues(option)}`),
    ...Object.entries(game.presets).map(
      ([name, options]) => `  preset ${name}: ${formatOptions(game.options, options)}`,
    ),
  ];
}

const describeValues = (option: OptionSpec): string =>
  option.values.map((value) => (value === option.default ? `[${value}]` : String(value))).join(', ');
