import { botMove, outcomeValues, type Task } from '@tablier/ai';
import {
  defaultOptions,
  type Level,
  makeSetup,
  type Move,
  NOBODY,
  type Rng,
  SeededRng,
  type Setup,
} from '@tablier/core';
import type { CatalogueGame } from '@tablier/games';
import { type Anchor, anchorMove } from '../anchors.ts';

export type Player = Level | Anchor;

/** Random plies at the start of games without a deal, so that games differ. Both games of a pair have the same. */
const OPENING_PLIES = 2;
/** A balanced opening: the evaluation gives the first seat a share of a win from LEAST to 1 - LEAST. */
const LEAST = 0.45;
/** Its random plies. After two, the evaluation cannot tell yet. */
const BALANCED_PLIES = 8;

/** How a game begins. */
export interface Opening {
  readonly setup: Setup;
  /** In notation. */
  readonly moves: readonly string[];
}

/** A deal by the first preset for two seats, or two random plies in a game without a deal. */
export function openingOf(game: CatalogueGame, seed: string, index: number, plies = OPENING_PLIES): Opening {
  const start = new SeededRng(`${seed} start ${index}`);
  const options = Object.values(game.presets)[0] ?? defaultOptions(game.options);
  const deal = game.deals.draw(options, 2, start);
  const setup = makeSetup(game, { options, players: 2, deal });
  if (!setup.ok) throw new Error(setup.error.name);
  const position = game.start(setup.value);
  const moves: string[] = [];
  for (let ply = 0; deal === null && ply < plies; ply++) {
    const move = position.randomMove(start);
    moves.push(game.formatMove(move));
    position.play(move);
  }
  return { setup: setup.value, moves };
}

/**
 * An opening after which the evaluation finds neither seat much better, so that games of equal players are less one-sided. A game with a
 * deal, or without an evaluation, has its usual opening.
 */
export function balancedOpeningOf(game: CatalogueGame, seed: string, index: number): Opening {
  const { evaluate } = game.advice;
  const values = new Float64Array(2);
  for (let draw = 0; ; draw++) {
    const opening = openingOf(game, `${seed} draw ${draw}`, index, BALANCED_PLIES);
    if (opening.moves.length === 0 || evaluate === undefined) return opening;
    const position = game.start(opening.setup);
    for (const move of opening.moves) position.play(game.parseMove(move) as Move);
    evaluate(position, values);
    if (position.turn !== NOBODY && Math.abs((values[0] as number) - 0.5) <= 0.5 - LEAST) return opening;
  }
}

/** The points of the first player in a game: 1, 0.5 or 0. Games 2n and 2n + 1 have the same opening with seats swapped. */
export function playGame(game: CatalogueGame, players: readonly [Player, Player], seed: string, index: number): number {
  const { setup, moves } = openingOf(game, seed, index >> 1, 0);
  const { options } = setup;
  const position = game.start(setup);
  for (const move of moves) position.play(game.parseMove(move) as Move);
  const rng = new SeededRng(`${seed} ${players.join(' ')} ${index}`);
  const first = index & 1;
  while (position.turn !== NOBODY) {
    const player = players[position.turn === first ? 0 : 1];
    position.play(
      playerMove({ game, options, knowledge: game.secrets.knowledge(position, position.turn) }, player, rng),
    );
  }
  const values = new Float64Array(2);
  outcomeValues(position.outcome(), values);
  return values[first] as number;
}

export const playerMove = (task: Task, player: Player, rng: Rng): Move =>
  typeof player === 'number' ? botMove(task, player, rng) : anchorMove(task, player, rng);
