import type { Options, Rng, Seat } from '@tablier/core';
import type { Mutation } from './mutation.ts';

/** The next move or peek in both worlds, in notation. */
export interface NextCommand {
  readonly kind: 'move' | 'peek';
  readonly text: string;
}

/**
 * Two matches that differ only in what some viewers cannot know. What they cannot know follows from the rules: an implementation must
 * not use the views of the game, because the proof tests them. Pairs of values are those of world 0 and world 1.
 */
export interface SecretPair {
  readonly game: string;
  readonly options: Options;
  readonly players: number;
  /** The seats that bots sit in. */
  readonly bots: readonly Seat[];
  /** The seats that cannot distinguish the worlds. Spectators never can. */
  readonly alike: readonly Seat[];
  /** The moves of each world before the tables look the same. They are not compared; both worlds have the same number. */
  readonly openings: readonly [readonly string[], readonly string[]];
  /** What chance draws in each world. */
  readonly chance: readonly [Rng, Rng];
  /** The deal of each world; `null` if nothing is dealt. */
  readonly deals: readonly [unknown, unknown];
  /** The seat to move, `NOBODY` at the end. */
  readonly turn: Seat;
  /** The number of moves made. */
  readonly plies: number;
  /** A move or peek whose result is the same in both worlds; `null` if none is left. */
  next(rng: Rng): NextCommand | null;
  /** A move or peek whose result differs between the worlds by the rules; `null` if none was found. */
  revealing(): NextCommand | null;
  /** A move that is illegal in both worlds, so that its refusal reveals nothing. */
  illegal(rng: Rng): string;
  /** Takes note of a move or peek in both worlds. False if its result differed: the pair is over. */
  made(command: NextCommand): boolean;
  /** Whether anything after the first `to` moves revealed something hidden: then it cannot be taken back. */
  revealedSince(to: number): boolean;
  /** Whether the seat to move made everything after the first `to` moves in its unfinished turn. */
  isOwnTurnSince(to: number): boolean;
  /** The smallest number of moves to go back to: before that the worlds look different. */
  readonly floor: number;
  takenBack(to: number): void;
  /** Whether the worlds still differ. */
  differs(): boolean;
}

/** A pair, with the name of its kind in the figures of the proof. */
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
