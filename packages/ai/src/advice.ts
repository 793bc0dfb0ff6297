import type { AnalysisAdvice } from './analyse-scores.ts';
import type { Beliefs } from './beliefs.ts';
import type { Game, Level, Move, Position, Rng, Seat, View } from '@tablier/core';
import type { InsightAdvice } from './insight.ts';
import type { SearchPosition } from './search-position.ts';
import type { Outlook } from './outlook.ts';
import { outcomeValues } from './values.ts';

/** The fields of every plan. */
interface CommonPlan {
  /** Budget per move, in visited positions, so that a level is equally strong on slow and fast machines. */
  readonly nodes: number;
  /** Probability, from 0 to 1, of a move at first sight instead of a search (see `lapse`). Makes weak levels beatable. Absent: 0. */
  readonly lapses?: number;
  /** How much the looks of a move matter in a lapse: a share of a win above 0. The greater, the more random. Absent: 0.1. */
  readonly temperature?: number;
  /**
   * Positions that the game's solver may visit in addition to `nodes`, so that a level with a small budget plays endings well. Absent:
   * the solver has half of `nodes`.
   */
  readonly solverNodes?: number;
  /** The share, from 0 to 1, of the hidden information that the bot has forgotten (see `BotAdvice.forget`). Absent: 0. */
  readonly forgets?: number;
}

/** Search by playouts (MCTS), for any game and any number of seats. */
export interface PlayoutPlan extends CommonPlan {
  /** The exploration constant of UCT, for values from 0 to 1. */
  readonly exploration: number;
  /** Plies of a playout before the evaluation is used. Absent: playouts run to the end of the game. */
  readonly playoutPlies?: number;
  /** With beliefs: the number of public moves that the bot remembers. Absent: all. */
  readonly memory?: number;
  /**
   * With beliefs: the difference in value, as a share of a win, that makes a move about e times less likely to be chosen. Makes weak levels
   * err. Absent: only moves that the search finds about as good as the best are mixed.
   */
  readonly spread?: number;
  /**
   * For games with an outlook: the difference in log-odds that makes the prior of a move e times smaller. The search then has priors instead
   * of playouts. Absent: no priors.
   */
  readonly softness?: number;
}

/** Search to a fixed depth (alpha-beta), only for two players and games without hidden information. */
export interface LookaheadPlan extends CommonPlan {
  /** Maximum depth in plies. */
  readonly depth: number;
}

/** How a level searches. */
export type SearchPlan = PlayoutPlan | LookaheadPlan;

/** The plan of each level. */
export type BotLevels = Readonly<Record<Level, SearchPlan>>;

/** Who wins by best play from both sides. */
export interface Solution {
  /** `NOBODY` for a draw. */
  readonly winner: Seat;
  /** A move that wins, or draws if none wins. `null` if the seat to move loses. */
  readonly move: Move | null;
}

/** An exact search for the winner, in slices whose sizes do not change the result. */
export interface Solver {
  /** The positions visited so far. */
  readonly nodes: number;
  /** Visits up to `nodes` positions and returns whether the winner is found. */
  step(nodes: number): boolean;
  /** `null` until the winner is found. */
  solution(): Solution | null;
}

/** What a game tells bots beyond its rules. All members are optional. */
export interface BotAdvice<P extends Position = Position, K = unknown> {
  /**
   * The share of a win that each seat can expect, from 0 to 1, written into `into`.
   * Absent: the value of the present outcome.
   */
  evaluate?(position: P, into: Float64Array): void;
  /**
   * Evaluates all moves of a position at once, much faster than one by one (see `Outlook`). Each search creates its own, which may
   * remember positions. Absent: searches have no priors.
   */
  makeOutlook?(): Outlook<P>;
  /** About how many positions an outlook plays to evaluate one, counted as nodes. Absent: none. */
  readonly outlookNodes?: number;
  /** How promising a move is before any search; higher first. Orders moves, never excludes one. Absent: all equal. */
  priority?(position: P, move: Move): number;
  /**
   * Writes two 32-bit words that identify a position for the transposition table of alpha-beta: the board and the seat to move, but not
   * the moves that led there. Absent: no table.
   */
  key?(position: P, into: Int32Array): void;
  /**
   * Whether a move changes so much that the evaluation is only reliable after it, such as a capture. Alpha-beta evaluates a position
   * only once such moves do not improve it. Absent: no move.
   */
  isForcing?(position: P, move: Move): boolean;
  /**
   * A solver of this position, for two seats without hidden information. `nodes`: how many positions it may visit.
   * `null` if it would hardly finish within them. Absent: no position is solved.
   */
  solver?(position: P, nodes: number): Solver | null;
  /** The same position for alpha-beta, with moves that can be taken back. Absent: alpha-beta plays on copies. */
  searchPosition?(position: P): SearchPosition;
  /** What the seats believe about what is hidden from them. Absent: all positions that agree with the knowledge are equally likely. */
  readonly beliefs?: Beliefs<P, K>;
  /**
   * The knowledge of a player who has forgotten a share, from 0 to 1, of the hidden information: that of a position which is possible for
   * them. Its legal moves may differ from the real ones. Absent: nothing is forgotten.
   */
  forget?(knowledge: K, share: number, rng: Rng): K;
  /** The unit of an analysis. Absent: shares of a win. */
  readonly analysis?: AnalysisAdvice<P>;
  /** What a seat could know of what is hidden, for the review of a game. Absent: the game hides nothing. */
  readonly insight?: InsightAdvice<P, K>;
  /** Absent: default plans with playouts to the end. */
  readonly levels?: BotLevels;
}

/** A game that bots can play. */
export interface BotGame<P extends Position = Position, V extends View = View, K = unknown> extends Game<P, V, K> {
  readonly advice: BotAdvice<P, K>;
}

const DEFAULT_LEVELS: BotLevels = {
  1: { nodes: 100, exploration: 1, lapses: 0.5 },
  2: { nodes: 200, exploration: 1, lapses: 0.35 },
  3: { nodes: 500, exploration: 1, lapses: 0.25 },
  4: { nodes: 1_500, exploration: 1, lapses: 0.15 },
  5: { nodes: 4_000, exploration: 1, lapses: 0.08 },
  6: { nodes: 10_000, exploration: 1, lapses: 0.03 },
  7: { nodes: 30_000, exploration: 1 },
  8: { nodes: 100_000, exploration: 1 },
};

/** The plan of a level for a game. */
export const planOf = ({ advice }: BotGame, level: Level): SearchPlan => (advice.levels ?? DEFAULT_LEVELS)[level];

/** Writes the value of a position for each seat into `into`. */
export type Evaluate<P extends Position> = (position: P, into: Float64Array) => void;

/** A new outlook of a game's advice, or `null`. */
export const outlookOf = <P extends Position>({ advice }: BotGame<P>): Outlook<P> | null =>
  advice.makeOutlook?.() ?? null;

/** The evaluation of a game's advice, or the default. */
export const evaluationOf = <P extends Position>({ advice }: BotGame<P>): Evaluate<P> =>
  advice.evaluate === undefined
    ? (position, into) => outcomeValues(position.outcome(), into)
    : (position, into) => advice.evaluate?.(position, into);
