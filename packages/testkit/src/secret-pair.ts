import type { Options, Rng, Seat } from '@tablier/core';
import type { Mutation } from './mutation.ts';

/** What somebody does next in both worlds, in notation. */
export interface NextCommand {
  readonly kind: 'move' | 'peek';
  readonly text: string;
}

/**
 * Two matches that differ only in what some audience cannot know, as the rules tell it: nothing in here looks at a view of the game,
 * which is under suspicion. World 0 and world 1 are told apart by index.
 */
export interface SecretPair {
  readonly game: string;
  readonly options: Options;
  readonly players: number;
  /** The seats that bots sit in. */
  readonly bots: readonly Seat[];
  /** The seats that can tell nothing; spectators never can. */
  readonly alike: readonly Seat[];
  /** The moves of each world before the tables look the same: not compared, as many in both. */
  readonly openings: readonly [readonly string[], readonly string[]];
  /** What chance draws in each world. */
  readonly chance: readonly [Rng, Rng];
  /** The deal of each world, `null` where chance deals nothing. */
  readonly deals: readonly [unknown, unknown];
  /** The seat to move, `NOBODY` at the end. */
  readonly turn: Seat;
  /** How many moves were made. */
  readonly plies: number;
  /** What may be done without anybody's being told in which world he is; `null` where nothing is left. */
  next(rng: Rng): NextCommand | null;
  /** What would tell the worlds apart by the rules themselves; `null` where nothing offered itself. */
  telling(): NextCommand | null;
  /** A move that nobody has to know of the game to see that it is not allowed now. */
  illegal(rng: Rng): string;
  /** A move that was made in both worlds, or a peek. False where it told the worlds apart: the pair is over. */
  made(command: NextCommand): boolean;
  /** Whether what came after the first `to` moves told anybody something hidden: it cannot be taken back. */
  revealedSince(to: number): boolean;
  /** Whether the seat to move made everything after the first `to` moves in a turn that goes on. */
  isOwnTurnSince(to: number): boolean;
  /** The least number of moves that may be gone back to: before that the worlds look different. */
  readonly floor: number;
  takenBack(to: number): void;
  /** Whether the worlds differ still. */
  differs(): boolean;
}

/** A pair, and what it is called in the figures of the proof. */
export interface DrawnPair {
  readonly kind: string;
  readonly pair: SecretPair;
}

/**
 * How the secrecy proof draws matches of a game: one entry for each kind of pair, and all take turns. `round` counts the draws of an
 * entry.
 */
export type SecretPairs = readonly ((seed: string, round: number) => DrawnPair)[];

/**
 * What a game that hides information provides for the secrecy proof: the exports of `packages/games/test/<game>/secret-pairs/index.ts`,
 * which are found as `@tablier/games/secret-pairs/<game>`.
 */
export interface GameSecrets {
  readonly secretPairs: SecretPairs;
  /** Leaks of its own view, each of which the proof must find. */
  readonly mutations: readonly Mutation[];
}
