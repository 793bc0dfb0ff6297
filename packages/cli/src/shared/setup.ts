import { type BotGame, botSearch, SLICE, type Task } from '@tablier/ai';
import {
  completeOptions,
  drained,
  formatError,
  type Game,
  hashText,
  type Level,
  makeSetup,
  type Move,
  movesIn,
  type OptionValue,
  parseJson,
  parseOptions,
  playMoves,
  type Position,
  type Replay,
  replayText,
  type Rng,
  SeededRng,
  type Setup,
} from '@tablier/core';
import { type CatalogueGame, findGame, games } from '@tablier/games';
import { randomBytes } from 'node:crypto';
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { note, UsageError } from './output.ts';

export interface SetupFlags {
  readonly players?: number;
  readonly options?: string;
  readonly deal?: string;
  readonly seed?: string;
}

export interface Conditions {
  readonly game: CatalogueGame;
  readonly options: Readonly<Record<string, OptionValue>>;
  readonly players: number;
  readonly deal: unknown;
}

export function readConditions(game: CatalogueGame, flags: SetupFlags): Conditions {
  const text = flags.options ?? '';
  const preset = Object.hasOwn(game.presets, text) ? game.presets[text] : undefined;
  const options = preset === undefined ? parseOptions(game.options, text) : completeOptions(game.options, preset);
  if (!options.ok) throw new UsageError(formatError(options.error));
  const players = flags.players ?? (game.players[0] as number);
  const deal = flags.deal === undefined ? undefined : parseJson(flags.deal);
  if (flags.deal !== undefined && deal === undefined) throw new UsageError('bad-deal (not JSON)');
  return { game, options: options.value, players, deal };
}

/** The validated setup with the given deal. Without a deal only for a game that needs none. */
export function fixedSetup(conditions: Conditions): Setup {
  const setup = makeSetup(conditions.game, conditions);
  if (setup.ok) return setup.value;
  if (setup.error.name !== 'bad-deal' || conditions.deal !== undefined) throw new UsageError(formatError(setup.error));
  const { id } = conditions.game;
  throw new UsageError(`missing-deal (${id} needs a deal with these options; "tablier deal ${id}" makes one)`);
}

export function dealtSetup(conditions: Conditions, rng: Rng): Setup {
  const { game, options, players } = conditions;
  if (conditions.deal !== undefined) return fixedSetup(conditions);
  refuseMisfit(conditions);
  return fixedSetup({ ...conditions, deal: game.deals.draw(options, players, rng) ?? undefined });
}

/** `deals.draw` requires a valid number of players. */
function refuseMisfit({ game, players }: Conditions): void {
  if (!game.players.includes(players))
    throw new UsageError(`bad-players (${players}; ${game.id} is for ${game.players.join(', ')})`);
}

/** Plays a list of moves in notation, separated by spaces. The error names the first illegal move with its ply. Returns the moves. */
export function playTexts(game: Game, position: Position, texts: string): readonly Move[] {
  const moves = texts.split(/\s+/).filter(Boolean);
  const fault = drained(playMoves(game, position, { moves }));
  if (fault !== null) throw new UsageError(formatError(fault));
  return movesIn(game, moves);
}

/** A record as text. Throws a `UsageError` if it does not replay. */
export function readRecord(text: string): Replay {
  const replayed = replayText(findGame, text);
  if (replayed.ok) return replayed.value;
  throw new UsageError(formatError(replayed.error));
}

/** A line of docs/positions.md. The rest of the game starts from it, so there is no deal. */
export function readPosition(game: Game, text: string): { readonly position: Position; readonly setup: Setup } {
  if (game.positions === undefined) throw new UsageError(`no-notation (the positions of ${game.id} have none)`);
  const read = game.positions.parse(text);
  if (!read.ok) throw new UsageError(formatError(read.error));
  const { position, view, canPlay } = read.value;
  if (!canPlay) throw new UsageError('hidden-position (what the seat to move remembers is not in it)');
  return { position, setup: { options: view.options, players: view.players, deal: null } };
}

export interface PlaceFlags extends SetupFlags {
  readonly position?: string;
  readonly moves?: string;
}

/** The position after `--moves`, from `--position` or from the start of the setup. */
export function placeOf(game: CatalogueGame, flags: PlaceFlags): Position {
  const { players, options, deal } = flags;
  if (flags.position !== undefined && [players, options, deal].some((other) => other !== undefined))
    throw new UsageError('--position has players, options and deal itself');
  const position =
    flags.position === undefined
      ? game.start(fixedSetup(readConditions(game, flags)))
      : readPosition(game, flags.position).position;
  playTexts(game, position, flags.moves ?? '');
  return position;
}

/** The input of a bot: the knowledge of the seat to move, never the position. The game must not be over. */
export function taskOf(game: BotGame, setup: Setup, position: Position): Task {
  return { game, options: setup.options, knowledge: game.secrets.knowledge(position, position.turn) };
}

/** A bot's move, searched in slices so that input is read between them; `isStopped` ends the search early. `used`: milliseconds of its slices alone. */
export async function thinkUp(
  task: Task,
  { level, rng, isStopped }: { readonly level: Level; readonly rng: Rng; isStopped(used: number): boolean },
): Promise<{ readonly move: Move; readonly used: number }> {
  let used = -performance.now();
  const search = botSearch(task, level, rng);
  for (;;) {
    const isOver = search.step(SLICE);
    used += performance.now();
    if (isOver || isStopped(used)) return { move: search.result().move, used };
    await nextTurnOfLoop();
    used -= performance.now();
  }
}

export function gameNamed(id: string): CatalogueGame {
  const game = findGame(id);
  if (game !== undefined) return game;
  throw new UsageError(`unknown-game (${id}); there are: ${gameIds().join(', ')}`);
}

export const gameIds = (): string[] => games.map((game) => game.id);

/** The given seed, or one from the operating system, which is printed on stderr so that the run can be repeated. */
export function seedOr(given: string | undefined): string {
  if (given !== undefined) return given;
  const drawn = randomBytes(6).toString('hex');
  note(`seed: ${drawn}`);
  return drawn;
}

/** The random numbers of a game of a seed. The text is hashed first, so that similar seeds give different games. */
export function gameRng(seed: string, index: number): SeededRng {
  return new SeededRng((hashText(seed) + index) | 0);
}
