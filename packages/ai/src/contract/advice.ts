import {
  type Game,
  type Level,
  type Move,
  type MoveList,
  NOBODY,
  type Outcome,
  type Position,
  type Rng,
  type Seat,
  type Setup,
  type View,
} from '@tablier/core';

/** The fields of every plan. */
interface CommonPlan {
  /** Budget per move, in visited positions, so that a level is equally strong on slow and fast machines. */
  readonly nodes: number;
  /** Probability, from 0 to 1, of a move at first sight instead of a search (see `lapse`). Makes weak levels beatable. Absent: 0. */
  readonly lapses?: number;
  /** How much the looks of a move matter in a lapse: a share of a win above 0. The greater, the more random. Absent: 0.1. */
  readonly temperature?: number;
  /** A player whose position seems to be worth more than this share of a win is content and does not search. Absent: it always wants more. */
  readonly content?: number;
  /** How much greater the temperature of a content player is for each share of a win above `content`; at most 1 in all. Absent: 0. */
  readonly careless?: number;
  /** Whether it may overlook a move that wins at once. Absent: no. */
  readonly overlooks?: boolean;
  /** Positions that the solver may visit in addition to `nodes`, so that weak levels play endings well. Absent: half of `nodes`. */
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
  /** With beliefs: the difference in value that makes a move about e times less likely. Absent: only moves about as good as the best are mixed. */
  readonly spread?: number;
  /** With an outlook: the difference in log-odds that makes a prior e times smaller. Absent: playouts instead of priors. */
  readonly softness?: number;
}

/** Search to a fixed depth (alpha-beta), only for two players and games without hidden information. */
export interface LookaheadPlan extends CommonPlan {
  /** Maximum depth in plies. */
  readonly depth: number;
}

export type SearchPlan = PlayoutPlan | LookaheadPlan;

export type BotLevels = Readonly<Record<Level, SearchPlan>>;

export interface Solution {
  /** `NOBODY` for a draw. */
  readonly winner: Seat;
  /** A move that wins, or draws if none wins. `null` if the seat to move loses. */
  readonly move: Move | null;
}

/** An exact search for the winner, in slices whose sizes do not change the result. */
export interface Solver {
  readonly nodes: number;
  /** Visits up to `nodes` positions and returns whether the winner is found. */
  step(nodes: number): boolean;
  solution(): Solution | null;
}

/** What a game tells bots beyond its rules. All members are optional. */
export interface BotAdvice<P extends Position = Position, K = unknown> {
  /** Writes the share of a win that each seat can expect, from 0 to 1. Absent: the value of the present outcome. */
  evaluate?(position: P, into: Float64Array): void;
  /** Evaluates all moves of a position at once. Each search creates its own, which may remember positions. Absent: no priors. */
  makeOutlook?(): Outlook<P>;
  /** About how many positions an outlook plays to evaluate one, counted as nodes. Absent: none. */
  readonly outlookNodes?: number;
  /** How promising a move is before any search; higher first. Orders moves, never excludes one. Absent: all equal. */
  priority?(position: P, move: Move): number;
  /** Writes two words for the transposition table: the board and the seat to move, not the moves before. Absent: no table. */
  key?(position: P, into: Int32Array): void;
  /** Whether the evaluation is only reliable after a move, such as a capture. Absent: no move. */
  isForcing?(position: P, move: Move): boolean;
  /** A solver for two seats that see everything; `null` if it would hardly finish within `nodes`. Absent: no position is solved. */
  solver?(position: P, nodes: number): Solver | null;
  /** The same position for alpha-beta, with moves that can be taken back. Absent: alpha-beta plays on copies. */
  searchPosition?(position: P): SearchPosition;
  /** What the seats believe about what is hidden from them. Absent: all positions that agree with the knowledge are equally likely. */
  readonly beliefs?: Beliefs<P, K>;
  /** The knowledge without a share, from 0 to 1, of the hidden information. Its legal moves may differ. Absent: nothing is forgotten. */
  forget?(knowledge: K, share: number, rng: Rng): K;
  /** So many positions take the time of one of another game: the review of a game visits so many more. Absent: 1. */
  readonly pace?: number;
  /** The unit of an analysis. Absent: shares of a win. */
  readonly analysis?: AnalysisAdvice<P>;
  /** What a seat could know of what is hidden, for the review of a game. Absent: the game hides nothing. */
  readonly insight?: InsightAdvice<P, K>;
  /** Absent: default plans with playouts to the end. */
  readonly levels?: BotLevels;
  /** The measured Elo of each level above the anchor `greedy` (docs/levels.md). Absent: not measured. */
  readonly elo?: readonly number[];
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

export const planOf = ({ advice }: BotGame, level: Level): SearchPlan => (advice.levels ?? DEFAULT_LEVELS)[level];

/** Writes the value of an outcome for each seat: 1 for the first place, 0 for others, because a game is won or lost. A tie of all is shared. */
export function outcomeValues({ places }: Outcome, values: Float64Array): void {
  const isDecided = places.some((place) => place > 1);
  for (const [seat, place] of places.entries()) values[seat] = isDecided ? Number(place === 1) : 1 / places.length;
}

export type Evaluate = (position: Position, into: Float64Array) => void;

/** The values of a position: those of its outcome at the end, otherwise those that the game expects. */
export const evaluationOf =
  ({ advice }: BotGame): Evaluate =>
  (position, into) =>
    position.turn === NOBODY || advice.evaluate === undefined
      ? outcomeValues(position.outcome(), into)
      : advice.evaluate(position, into);

/** A position that may be the true one, with what each seat knows of what is hidden. */
export interface World<P extends Position = Position> {
  readonly position: P;
  /** By seat: its type, an integer that stands for all that it knows and others do not. It does not change during the game. */
  readonly types: readonly number[];
  /** How probable this world is to an observer who saw everything public and nothing else. */
  readonly probability: number;
}

/** What the seats believe, for games with at most some hundred worlds, those included that only the seat to move knows to be false. */
export interface Beliefs<P extends Position = Position, K = unknown> {
  /** The number of types: they are the integers below it. */
  readonly types: number;
  /** All worlds that agree with the last `memory` public moves (`Infinity` for all). Their probabilities add up to 1. */
  worlds(knowledge: K, memory: number): readonly World<P>[];
  /** The type of the seat to move, which it knows. */
  typeOf(knowledge: K): number;
  /** What everyone learned from the moves so far, apart from the moves themselves: an integer below 256. */
  observation(position: P): number;
  /** Writes how probable each of the first `count` moves is, which are all. Depends on what is public and the type of the seat to move. */
  policy(position: P, moves: MoveList, count: number, into: Float64Array): void;
  /** A move for a playout, drawn from a policy. It may depend only on the same information. */
  playoutMove(position: P, rng: Rng): Move;
}

/** A position for alpha-beta, changed in place, for two seats that see everything. Numbers are whole, so that all machines agree. */
export interface SearchPosition {
  /** The seat to move; `NOBODY` when the game is over. */
  readonly turn: Seat;
  /** The winner of a game that is over; `NOBODY` for a draw. */
  readonly winner: Seat;
  /** Two words that identify the position for the transposition table: the board and the seat to move, but not the moves before. */
  readonly low: number;
  readonly high: number;
  /** Whether moves may be left out or reduced by the evaluation, in which 256 make a win e times as likely as a loss. */
  readonly isSelective: boolean;
  make(move: Move): void;
  unmake(): void;
  /** Gives the turn away. Returns false, and changes nothing, if the seat may be better off without a move: that would prove nothing. */
  pass(): boolean;
  unpass(): void;
  /** Writes the legal moves after which the evaluation may change so much that it is only reliable after them; returns how many. */
  listForcing(into: Uint16Array): number;
  /** The same for all other legal moves. */
  listQuiet(into: Uint16Array): number;
  /** Whether a move is legal. It may be any number up to 65,535. */
  isLegal(move: Move): boolean;
  /** Whether a legal move is one of `listForcing`. */
  isForcing(move: Move): boolean;
  /** How promising a move is in any position, from -2^13 to 2^13: quiet moves with more are tried first. */
  promise(seat: Seat, move: Move): number;
  /** How promising a legal move is in this position; higher first, between -2^20 and 2^20. */
  gain(move: Move): number;
  /** The evaluation from the view of the seat to move, between -`LIMIT` and `LIMIT`. */
  evaluate(): number;
  /** The share of a win, from 0 to 1, that an evaluation stands for. */
  shareOf(evaluation: number): number;
}

/** Evaluations are between `-LIMIT` and `LIMIT`, and a draw is 0. */
export const LIMIT = 1 << 14;

export interface JudgedMoves {
  readonly moves: Uint16Array;
  /** By place in `moves`: the log-odds that the mover wins after it. */
  readonly odds: Float64Array;
  count: number;
}

/** Evaluates the moves of a position at once, for two seats that see everything. */
export interface Outlook<P extends Position = Position> {
  /** Writes the legal moves that are worth trying into `into`, ascending. Returns the log-odds of the position for the mover. */
  judge(position: P, into: JudgedMoves): number;
}

/** The cost of a move from which each label applies, in the unit of the game: a lead in points, or a share of a win from 0 to 1. */
export interface Thresholds {
  readonly inaccuracy: number;
  readonly mistake: number;
  readonly blunder: number;
}

/** The scores of an analysis in a game that is won by points. Only for two seats. */
export interface AnalysisAdvice<P extends Position = Position> {
  /** The expected lead of seat 0 over seat 1 at the end, in points. Exact when the game is over. */
  lead(position: P): number;
  /** In points. */
  readonly thresholds: Thresholds;
  /** The power to which odds are raised before they are stated: below 1 where the search is too sure, fitted to self-play. Absent: 1. */
  readonly sureness?: number;
}

/** What a secret is about: the token of a seat, or what lies under the top on a cell (`c3`). */
export type SecretOf = { readonly seat: Seat } | { readonly cell: string };

export interface Secret {
  readonly of: SecretOf;
  /** The values that it may have, in the notation of the game, the most probable first; the probabilities add up to 1, each above 0. */
  readonly possible: readonly { readonly value: string; readonly probability: number }[];
  /** After how many moves everyone had last seen all of it; `null` if they never had. */
  readonly shown: number | null;
}

/** A look at something hidden that was not a move. */
export interface MadePeek {
  readonly after: number;
  readonly peek: string;
}

export interface SeenCourse<K = unknown> {
  readonly setup: Setup;
  readonly seat: Seat;
  readonly knowledge: K;
  /** All moves made so far, and the public peeks. */
  readonly moves: readonly Move[];
  readonly peeks: readonly MadePeek[];
}

/** How a game describes what a seat could know. */
export interface InsightAdvice<P extends Position = Position, K = unknown> {
  /** What is hidden from the seat, derived only from its knowledge: games that differ only in what it cannot know give the same result. */
  secrets(seen: SeenCourse<K>): readonly Secret[];
  /** The true value of a secret. */
  truth(position: P, of: SecretOf): string;
}
