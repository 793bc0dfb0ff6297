import {
  formatOptions,
  type Game,
  type GameRecord,
  legalMoveTexts,
  makeRecord,
  type Move,
  NOBODY,
  type OptionSpec,
  playRandomly,
  type Replay,
  type Rng,
} from '@tablier/core';
import { games as catalogue } from '@tablier/games';
import { EXIT, note, tally, UsageError, writeLine } from '../shared/output.ts';
import { eachLine } from '../shared/lines.ts';
import {
  type Conditions,
  dealtSetup,
  gameNamed,
  gameRng,
  type PlaceFlags,
  placeOf,
  readConditions,
  readRecord,
  seedOr,
  type SetupFlags,
} from '../shared/setup.ts';

/** `tablier random GAME`: each game has its own deal and random numbers, from the seed and its number. */
export async function random(id: string, flags: SetupFlags & { readonly count: number }): Promise<number> {
  const conditions = readConditions(gameNamed(id), flags);
  const seed = seedOr(flags.seed);
  for (let index = 0; index < flags.count; index++) {
    await writeLine(JSON.stringify(randomGame(conditions, gameRng(seed, index))));
  }
  return EXIT.ok;
}

/** A random game that is longer may never end, and its moves would fill the memory. */
const LONGEST = 100_000;

function randomGame(conditions: Conditions, rng: Rng): GameRecord {
  const setup = dealtSetup(conditions, rng);
  const { game } = conditions;
  const position = game.start(setup);
  const moves = playRandomly(position, rng, LONGEST);
  if (position.turn !== NOBODY) throw new UsageError(`endless-game (${game.id}: not over after ${LONGEST} moves)`);
  return makeRecord(game, setup, moves);
}

/** `tablier replay [FILE|-]`: one record per line, in bounded memory; blank lines are skipped. */
export async function replay(path: string): Promise<number> {
  const { pass, fail, finish } = tally();
  const check = (text: string): void => {
    readRecord(text);
    pass();
  };
  await eachLine(path, check, fail);
  return finish();
}

/**
 * `tablier positions [FILE|-]`: for each record a line of JSON with every position of the game, as someone who sees everything writes it
 * (docs/positions.md), and the number of its legal moves.
 */
export const positions = (path: string): Promise<number> =>
  eachLine(path, (text) => writeLine(JSON.stringify(positionsOf(readRecord(text)))), note);

function positionsOf({ game, setup, record }: Replay): object {
  const position = game.start(setup);
  const at = (): readonly [string | null, number] => [
    game.positions?.format(game.view(position, 'open')) ?? null,
    position.countMoves(),
  ];
  const passed = [at()];
  for (const text of record.moves) {
    position.play(game.parseMove(text) as Move);
    passed.push(at());
  }
  return { game: game.id, places: record.end?.places ?? null, positions: passed };
}

interface OutputFlags {
  readonly json?: true;
}

export async function games({ json }: OutputFlags): Promise<number> {
  if (json) for (const game of catalogue) await writeLine(JSON.stringify(factsOf(game)));
  else await describeGames();
  return EXIT.ok;
}

/** What a program needs to know of a game before it plays it. */
export function factsOf({ id, name, author, year, players, options, presets, moveSpace, isOpen }: Game): object {
  return { id, name, author, year, players, options, presets, moveSpace, isOpen };
}

async function describeGames(): Promise<void> {
  for (const [index, game] of catalogue.entries()) {
    if (index > 0) await writeLine('');
    for (const line of describeGame(game)) await writeLine(line);
  }
}

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

export async function moves(id: string, flags: PlaceFlags & OutputFlags): Promise<number> {
  const game = gameNamed(id);
  const texts = legalMoveTexts(game, placeOf(game, flags));
  if (flags.json) await writeLine(JSON.stringify(texts));
  else for (const text of texts) await writeLine(text);
  return EXIT.ok;
}

/** `tablier deal GAME`: the deal of the first random game of the same seed; `null` for a game without one. */
export async function deal(id: string, flags: SetupFlags): Promise<number> {
  const setup = dealtSetup(readConditions(gameNamed(id), flags), gameRng(seedOr(flags.seed), 0));
  await writeLine(JSON.stringify(setup.deal));
  return EXIT.ok;
}
