/** The optional parts of a game's rules. `defineGame` fills in what a game does not declare. */
import type { Position } from './game.ts';
import type { Options } from './options.ts';
import type { Rng } from './rng.ts';
import type { Move, Result, Seat } from './vocabulary.ts';

/** All that is decided before the first move. Without this part the deal is `null`. */
export interface Deals<O extends Options = Options, D = unknown> {
  /**
   * Whether a person makes the deal with these options: whoever opens a table online then supplies it. With other options chance deals, or
   * there is no deal, and a supplied one is refused. Absent: never.
   */
  byPerson?(options: O): boolean;
  /** A deal, uniformly by the rules of the game; `null` where there is none with these options. */
  draw(options: O, players: number, rng: Rng): D;
  /** Checks a deal of unknown origin and returns it in its canonical form; the error says what is wrong with it. */
  parse(options: O, players: number, deal: unknown): Result<D, string>;
}

/** What the rules hide from some viewers. Without this part every viewer sees the whole position. */
export interface Secrets<O extends Options, P extends Position, K> {
  /** Whether a seat can fail to know something while playing with these options: then bots search over samples. Absent: with all. */
  hides?(options: O): boolean;
  /** Whether the table shows all moves made so far, or the last only, until the game is over. Absent: all. */
  movesShown?(options: O): 'all' | 'last';
  /** What the player at `seat` knows who has seen everything shown so far and forgets nothing. Plain data. */
  knowledge(position: P, seat: Seat): K;
  /** A world that agrees with the knowledge, every one that is possible being possible to draw. Written into `into` where given. */
  sample(knowledge: K, rng: Rng, into?: P): P;
  /** Whether this legal move tells a viewer something that was hidden, so that it cannot be taken back. Absent: no move does. */
  reveals?(position: P, move: Move): boolean;
}

/** The seats that win, lose and know things together with `seat`, it among them. Without this part each seat plays alone. */
export type Partners = (players: number, seat: Seat) => readonly Seat[];

/**
 * Looks at something hidden that the rules allow during a turn without them being moves.
 * The match keeps each as an event; its answer is public.
 */
export interface Peeks<P extends Position> {
  /** What the seat to move may look at now, as texts of the game's notation (`a1`), sorted. */
  list(position: P): readonly string[];
  /** What is seen, as plain data that everyone at the table is shown. `peek` is from `list`. */
  look(position: P, peek: string): unknown;
  /**
   * The peek that an attempt at this move comes to, where the view offers a move that the position does not allow; `null` where
   * the move is simply illegal.
   */
  ofTry(position: P, move: Move): string | null;
}
