/** How strong a bot plays. A level is a plan that the game declares; its budget is in nodes, never in seconds. */
export const LEVELS = ['beginner', 'medium', 'strong'] as const;
export type Level = (typeof LEVELS)[number];

/** What both searches have in common. */
interface CommonPlan {
  /** Budget a move: positions visited. The same on a slow and a fast machine. */
  readonly nodes: number;
  /**
   * From 0 to 1: how often the bot plays a uniformly random legal move instead of the one it found.
   * It is what makes a level lose to a child; 0 for play at full strength.
   */
  readonly blunder?: number;
}

/** Monte Carlo tree search (UCT), over sampled worlds where something is hidden. */
export interface MctsPlan extends CommonPlan {
  readonly algorithm: 'mcts';
  /** UCT's exploration constant, for values from 0 to 1. */
  readonly exploration: number;
  /** Plies of a playout before the evaluation judges; absent, playouts run to the end of the game. */
  readonly playoutPlies?: number;
}

/** Alpha-beta with iterative deepening; only for two players who see everything. */
export interface AlphaBetaPlan extends CommonPlan {
  readonly algorithm: 'alpha-beta';
  /** Greatest depth in plies. */
  readonly depth: number;
}

export type SearchPlan = MctsPlan | AlphaBetaPlan;

/** The plans of a game, by level. */
export type SearchPlans = Readonly<Record<Level, SearchPlan>>;
