import { readFileSync } from 'node:fs';
import {
  completeOptions,
  formatError,
  type Game,
  type GameRecord,
  legalMoveTexts,
  makeSetup,
  parseRecord,
  type Position,
  type Rng,
  SeededRng,
  type Setup,
} from '@tablier/core';

/** The parts of a setup that a test chooses; others have their defaults. */
export interface GivenSetup {
  readonly options?: Readonly<Record<string, unknown>>;
  readonly players?: number;
  readonly deal?: unknown;
}

/** A checked setup. A deal that is not given is drawn by `rng` (`null` counts as given: no deal). Throws if the rules refuse it. */
export function setupOf(game: Game, given: GivenSetup = {}, rng: Rng = new SeededRng(1)): Setup {
  const options = completeOptions(game.options, given.options ?? {});
  if (!options.ok) throw new Error(formatError(options.error));
  const players = given.players ?? (game.players[0] as number);
  const deal = given.deal === undefined ? game.deals.draw(options.value, players, rng) : given.deal;
  const setup = makeSetup(game, { options: options.value, players, deal });
  if (!setup.ok) throw new Error(formatError(setup.error));
  return setup.value;
}

/** Plays moves in notation, separated by blanks, in place. Throws at the first illegal one. Returns the position. */
export function playTexts<P extends Position>(game: Game<P>, position: P, moves: string): P {
  for (const text of moves.split(' ').filter((part) => part !== '')) {
    const legal = legalMoveTexts(game, position);
    const move = game.parseMove(text);
    if (move === null || !legal.includes(text)) throw new Error(`${text} is not legal; legal are: ${legal.join(' ')}`);
    position.play(move);
  }
  return position;
}

/** The lines of a file that are not blank. */
export const readLines = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');

/** The record on a line of a file. Throws if it is none. */
export function recordOf(line: string): GameRecord {
  const record = parseRecord(JSON.parse(line));
  if (!record.ok) throw new Error(formatError(record.error));
  return record.value;
}
