/** The optional parts of a game's rules. `defineGame` fills in what a game does not declare. */
import type { Position } from './game.ts';
import type { Options } from './options.ts';
import type { Rng } from './rng.ts';
import type { Move, Result, Seat } from './vocabulary.ts';

/** How the deal is drawn and checked. A game without this part has the deal `null`. */
export interface Deals<O extends Options = Options, D = unknown> {
  /**
   * Whether a person makes the deal with these options. Online, the host of the table then supplies it. With other options the deal is
   * drawn at random or is `null`, and a supplied one is refused. Absent: never.
   */
  byPerson?(options: O): boolean;
  /** A random deal, distributed as the rules say. `null` if these options need none. */
  draw(options: O, players: number, rng: Rng): D;
  /** Checks an untrusted deal and returns it in canonical form. The error is a sentence that says what is wrong. */
  parse(options: O, players: number, deal: unknown): Result<D, string>;
}

/** What the rules hide from some viewers. In a game without this part every viewer sees the whole position. */
export interface Secrets<O extends Options, P extends Position, K> {
  /** Whether these options hide anything from a seat. If so, bots search over samples. Absent: all options do. */
  hides?(options: O): boolean;
  /** Whether all moves or only the last one are shown before the end of the game. Absent: all. */
  movesShown?(options: O): 'all' | 'last';
  /** What a player at `seat` who remembers everything shown so far knows. Plain data. */
  knowledge(position: P, seat: Seat): K;
  /** A random position that agrees with the knowledge. Every such position can be drawn. Written into `into` if given. */
  sample(knowledge: K, rng: Rng, into?: P): P;
  /** Whether this legal move shows a viewer something hidden. Such a move cannot be taken back. Absent: no move does. */
  reveals?(position: P, move: Move): boolean;
}

/** The seats that win, lose and share knowledge with `seat`, including `seat`. In a game without this part each seat plays alone. */
export type Partners = (players: number, seat: Seat) => readonly Seat[];

/**
 * Peeks: looks at something hidden that the rules allow during a turn and that are not moves.
 * A match stores each as an event; the answer is public.
 */
export interface Peeks<P extends Position> {
  /** What the seat to move may look at now, in the notation of the game (`a1`), sorted. */
  list(position: P): readonly string[];
  /** What the peek shows, as plain data that every viewer receives. `peek` is an item of `list`. */
  look(position: P, peek: string): unknown;
  /**
   * The peek that results from trying an illegal move which `choices` offered, because the view does not show why it is illegal.
   * `null` for any other illegal move.
   */
  ofTry(position: P, move: Move): string | null;
}
