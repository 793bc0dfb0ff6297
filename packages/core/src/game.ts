import type { Options, OptionsSpec } from './options.ts';
import type { Deals, Partners, Peeks, Secrets } from './parts.ts';
import type { Rng } from './rng.ts';
import type { Move, MoveList, Outcome, Seat, Viewer } from './vocabulary.ts';

/** Everything decided before the first move. Plain data. */
export interface Setup<O extends Options = Options, D = unknown> {
  readonly options: O;
  /** How many seats. */
  readonly players: number;
  /** What chance, or a person with an editor, decided before the first move; `null` where nothing is. Plain data. */
  readonly deal: D;
}

/**
 * A position, played on in place. Forced passes never show: `turn` is always a seat that has a legal move, or `NOBODY`.
 * Nothing is checked here: `play` of an illegal move leaves nonsense behind. Moves from outside are checked with `isLegal` first.
 * `BasePosition` derives `countMoves` and `randomMove`.
 */
export interface Position {
  /** The seat to move; `NOBODY` when the game is over. */
  readonly turn: Seat;
  /**
   * How many turns are finished. Moves of one seat with the same number are steps of one turn;
   * a seat that moves again because all others had to pass is in a new turn.
   */
  readonly turnIndex: number;
  /** The seats that had to pass between the last move and this turn, in the order in which they would have moved. */
  readonly passed: readonly Seat[];
  /** Writes the legal moves in ascending order, each once, and returns how many. `into` holds at least `game.maxMoves`. */
  legalMoves(into: MoveList): number;
  /** How many legal moves there are; may be faster than listing them. */
  countMoves(): number;
  /** A legal move, each as likely as the others; may be faster than listing them. The game must not be over. */
  randomMove(rng: Rng): Move;
  /** Plays a legal move. */
  play(move: Move): void;
  /** Becomes equal to `other`, a position of the same game with the same options and players. */
  copyFrom(other: this): void;
  /** A new position equal to this one. */
  clone(): this;
  /** Scores and places; before the end, the scores and places of this moment. */
  outcome(): Outcome;
}

/** What every view of every game says. Plain data, built from nothing for one audience. */
export interface View {
  readonly options: Options;
  readonly players: number;
  readonly turn: Seat;
  readonly turnIndex: number;
  /** The seats that had to pass between the last move and this turn, in the order in which they would have moved. */
  readonly passed: readonly Seat[];
  /** `null` while the game is on. */
  readonly outcome: Outcome | null;
}

/** What is known of a game without playing it. */
export interface GameFacts {
  /** Lower-case, as in records: `isaac`. */
  readonly id: string;
  /** The proper name, the same in every language: `Isaac`. */
  readonly name: string;
  readonly author: string;
  readonly year: number;
  /**
   * Raised by a change of the rules that could replay an old record differently. The version before is then registered among the earlier
   * games, so that games begun by it can be finished and replayed.
   */
  readonly rulesVersion: number;
  /** The numbers of players it can be played with, ascending. */
  readonly players: readonly number[];
  /** Moves are integers from 0 to `moveSpace - 1`, at most 65,536. */
  readonly moveSpace: number;
}

/**
 * A game as all other code uses it; `defineGame` makes one of the rules that a game declares (`GameRules`). The methods are written
 * as methods, not as function properties, so that a `Game<IsaacPosition, …>` is a `Game`: code that is generic over games never
 * mixes two of them.
 *
 * @typeParam P its position
 * @typeParam V what a viewer sees on the table
 * @typeParam K what a seat with a perfect memory knows: all that a bot is given
 */
export interface Game<P extends Position = Position, V extends View = View, K = unknown> extends GameFacts {
  readonly options: OptionsSpec;
  /** Named combinations of options; the first is the default. */
  readonly presets: Readonly<Record<string, Options>>;
  /** Words for the seats, keys for the message catalogue: `dark`, `light`. As many as the greatest number of players. */
  readonly seatNames: readonly string[];
  /** Whether a game can end in a draw by agreement. */
  readonly canDraw: boolean;
  /** An upper bound on the legal moves of any position. */
  readonly maxMoves: number;
  /** The position before the first move. The setup has been checked. */
  start(setup: Setup): P;
  /** The text of a move. */
  formatMove(move: Move): string;
  /** The move of a text; `null` where no position could allow such a move. Only the canonical text is read. */
  parseMove(text: string): Move | null;
  /** What `viewer` sees on the table: built from nothing, never a copy with parts taken out. */
  view(position: P, viewer: Viewer): V;
  /**
   * The moves that the seat to move may try, ascending, as far as this view tells: all the legal ones, and where something is hidden
   * perhaps more. Empty in a view of a game that is over.
   */
  choices(view: V): Move[];
  /** Whether the rules hide nothing from anyone: such a game declares no secrets, and every viewer sees the whole position. */
  readonly isOpen: boolean;
  readonly deals: Required<Deals>;
  readonly secrets: Required<Secrets<Options, P, K>>;
  /** The seats that win, lose and know things together with `seat`, it among them. */
  readonly partners: Partners;
  /** Absent where the rules know no such thing. */
  readonly peeks?: Peeks<P>;
}
