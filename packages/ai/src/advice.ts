import type { Game, Level, Move, Position, View } from '@tablier/core';
import { outcomeValues } from './values.ts';

/** What every plan says. */
interface CommonPlan {
  /** Budget a move: positions visited. The same on a slow and a fast machine. */
  readonly nodes: number;
  /**
   * From 0 to 1: how often the bot plays a uniformly random legal move instead of the one it found.
   * It is what makes a level lose to a child; 0 for play at full strength.
   */
  readonly blunder?: number;
}

/** Games are played on from the position and counted: for any game and any number of seats. */
export interface PlayoutPlan extends CommonPlan {
  /** How much moves are tried that have done badly so far, for values from 0 to 1 (the constant of UCT). */
  readonly exploration: number;
  /** Plies of a playout before the evaluation judges; absent, playouts run to the end of the game. */
  readonly playoutPlies?: number;
}

/** All lines are read up to a depth and evaluated there: only for two players who see everything. */
export interface LookaheadPlan extends CommonPlan {
  /** Greatest depth in plies. */
  readonly depth: number;
}

/** How a level searches. */
export type SearchPlan = PlayoutPlan | LookaheadPlan;

/** What each level means for a game. */
export type BotLevels = Readonly<Record<Level, SearchPlan>>;

/** What a game tells the bots beyond its rules. All of it may be left out. */
export interface BotAdvice<P extends Position = Position> {
  /**
   * The share of a win that each seat can expect, from 0 to 1, written into `into`.
   * Absent: the outcome of the moment.
   */
  evaluate?(position: P, into: Float64Array): void;
  /** How promising a move looks before any search; larger first. Orders and prunes, never forbids. Absent: all alike. */
  priority?(position: P, move: Move): number;
  /** Absent: playouts to the end. */
  readonly levels?: BotLevels;
}

/** A game that bots can play. */
export interface BotGame<P extends Position = Position, V extends View = View, K = unknown> extends Game<P, V, K> {
  readonly advice: BotAdvice<P>;
}

const DEFAULT_LEVELS: BotLevels = {
  beginner: { nodes: 100, exploration: 1, blunder: 0.3 },
  medium: { nodes: 3_000, exploration: 1, blunder: 0.05 },
  strong: { nodes: 100_000, exploration: 1 },
};

/** The plan of a level for a game. */
export const planOf = ({ advice }: BotGame, level: Level): SearchPlan => (advice.levels ?? DEFAULT_LEVELS)[level];

/** Writes the value of a position for each seat into `into`. */
export type Evaluate<P extends Position> = (position: P, into: Float64Array) => void;

/** The evaluation that a game advises, or the default. */
export const evaluationOf = <P extends Position>({ advice }: BotGame<P>): Evaluate<P> =>
  advice.evaluate === undefined
    ? (position, into) => outcomeValues(position.outcome(), into)
    : (position, into) => advice.evaluate?.(position, into);
