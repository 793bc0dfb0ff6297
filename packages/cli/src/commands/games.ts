import { formatOptions, type Game, legalMoveTexts, type OptionSpec } from '@tablier/core';
import { games as catalogue } from '@tablier/games';
import { EXIT } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { dealtSetup, fixedSetup, gameNamed, playTexts, readConditions, type SetupFlags } from '../shared/setup.ts';
import { gameRng, seedOr } from '../shared/seed.ts';

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

export interface MovesFlags extends SetupFlags {
  readonly moves?: string;
}

/** `tablier moves GAME` */
export async function moves(id: string, flags: MovesFlags): Promise<number> {
  const game = gameNamed(id);
  const position = game.start(fixedSetup(readConditions(game, flags)));
  playTexts(game, position, flags.moves ?? '');
  for (const text of legalMoveTexts(game, position)) await writeLine(text);
  return EXIT.ok;
}

export interface DealFlags extends SetupFlags {
  readonly seed?: string;
}

/** `tablier deal GAME`: the deal of the first random game of the same seed; `null` for a game without one. */
export async function deal(id: string, flags: DealFlags): Promise<number> {
  const game = gameNamed(id);
  const conditions = readConditions(game, flags);
  const setup = dealtSetup(conditions, gameRng(seedOr(flags.seed), 0));
  await writeLine(JSON.stringify(setup.deal));
  return EXIT.ok;
}
