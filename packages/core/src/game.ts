import type { SearchPlans } from './bots.ts';
import type { Options, OptionsSpec } from './options.ts';
import type { Rng } from './rng.ts';
import type { TextBoard } from './text-board.ts';
import type { Move, MoveList, Outcome, Result, Seat, Viewer } from './vocabulary.ts';

/** Everything decided before the first move. Plain data. */
export interface Setup {
  readonly options: Options;
  /** How many seats. */
  readonly players: number;
  /** What chance, or a person with an editor, decided before the first move; `null` where nothing is. Plain data. */
  readonly deal: unknown;
}

/**
 * A position, played on in place. Forced passes never show: `turn` is always a seat that has a legal move, or `NOBODY`.
 * Nothing is checked here: `play` of an illegal move leaves nonsense behind. What comes from outside goes through `played`.
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

/**
 * A look at something hidden that the rules allow during a turn without it being a move (Arcanor's peek).
 * The match keeps it as an event; its answer is public.
 */
export interface Peeks<P extends Position> {
  /** What the seat to move may look at now, as texts of the game's notation (`a1`), sorted. */
  list(position: P): readonly string[];
  /** What is seen, as plain data that everybody at the table is told. `peek` is from `list`. */
  look(position: P, peek: string): unknown;
  /**
   * The peek that a try of this move comes to, where the view offers a move that the position does not allow
   * (a liberation of nothing [A6]); `null` where it is simply illegal.
   */
  ofTry(position: P, move: Move): string | null;
}

/**
 * The contract of a game. The methods are written as methods, not as function properties, so that a
 * `Game<IsaacPosition, …>` is a `Game`: code that is generic over games never mixes two of them.
 *
 * @typeParam P its position
 * @typeParam V what somebody sees on the table
 * @typeParam K what a seat with a perfect memory knows: all that a bot is given
 */
export interface Game<P extends Position = Position, V extends View = View, K = unknown> {
  /** Lower-case, as in records: `isaac`. */
  readonly id: string;
  /** The proper name, the same in every language: `Isaac`. */
  readonly name: string;
  readonly author: string;
  readonly year: number;
  /**
   * Raised by a change of the rules that could replay an old record differently. The version before is then registered among the earlier
   * games, so that what was begun by it can be finished and looked back at.
   */
  readonly rulesVersion: number;
  /** The numbers of players it can be played with, ascending. */
  readonly players: readonly number[];
  readonly options: OptionsSpec;
  /** Named combinations of options; the first is the default. */
  readonly presets: Readonly<Record<string, Options>>;
  /** Words for the seats, keys for the message catalogue: `dark`, `light`. As many as the greatest number of players. */
  readonly seatNames: readonly string[];
  /** An upper bound on the legal moves of any position. */
  readonly maxMoves: number;
  /** Moves are integers from 0 to `moveSpace - 1`, at most 65,536. */
  readonly moveSpace: number;
  /** An upper bound on the moves of a whole game with these options. */
  maxPlies(setup: Setup): number;
  /** Whether a game can end in a draw by agreement. */
  readonly canDraw: boolean;

  /** Why these options do not go together or with so many players; `null` where they do. */
  refusesOptions(options: Options, players: number): string | null;
  /**
   * Whether a person makes the deal with these options: whoever opens a table online then supplies it. With other options chance deals, or
   * there is no deal, and a supplied one is refused.
   */
  takesDeal(options: Options): boolean;
  /** A deal, uniformly by the rules of the game; `null` where there is none. */
  deal(options: Options, players: number, rng: Rng): unknown;
  /** Checks a deal of unknown origin and returns it in its canonical form; the error says what is wrong with it. */
  parseDeal(options: Options, players: number, deal: unknown): Result<unknown, string>;
  /** The position before the first move. The setup has been checked. */
  start(setup: Setup): P;

  /** The text of a move. */
  formatMove(move: Move): string;
  /** The move of a text; `null` where no position could allow such a move. Only the canonical text is read. */
  parseMove(text: string): Move | null;

  /** Whether a seat can fail to know something while playing with these options: then bots search over samples. */
  hidesInformation(options: Options): boolean;
  /** Whether the table shows all moves made so far, or the last only, until the game is over [A4]. */
  movesShown(options: Options): 'all' | 'last';
  /** What `viewer` sees on the table: built from nothing, never a copy with parts taken out. */
  view(position: P, viewer: Viewer): V;
  /** The moves that whoever is to move may try, ascending, as far as this view tells: all the legal ones, and where something is hidden perhaps more. Empty in a view of a game that is over. */
  choices(view: V): Move[];
  /** What the player at `seat` knows who has seen everything shown so far and forgets nothing. Plain data. */
  knowledge(position: P, seat: Seat): K;
  /** A world that agrees with the knowledge, every one that is possible being possible to draw. Written into `into` where given. */
  sample(knowledge: K, rng: Rng, into?: P): P;
  /** Whether this legal move tells anybody something that was hidden, so that it cannot be taken back. Absent: no move does. */
  reveals?(position: P, move: Move): boolean;
  /** The seats that win, lose and know things together with `seat`, it among them. Absent: everybody plays alone. */
  partners?(players: number, seat: Seat): readonly Seat[];
  /** Absent where the rules know no such thing. */
  readonly peeks?: Peeks<P>;

  /** What the bots think of a position: the share of a win that each seat can expect, from 0 to 1, written into `into`. */
  evaluate(position: P, into: Float64Array): void;
  /** How promising a move looks before any search; larger first. Orders and prunes, never forbids. */
  priority?(position: P, move: Move): number;
  readonly plans: SearchPlans;

  /** The board as text, for the terminal. */
  draw(view: V): TextBoard;
}
