import type { Options, OptionsSpec } from './options.ts';
import type { Deals, Partners, Peeks, Secrets } from './define-game.ts';
import type { Rng } from './rng.ts';

/** Everything decided before the first move. Plain data (JSON). */
export interface Setup<O extends Options = Options, D = unknown> {
  readonly options: O;
  /** The number of seats. */
  readonly players: number;
  /** The random part, or the part that a person set with an editor, before the first move. `null` for a game without a deal. */
  readonly deal: D;
}

/** A position, which `play` changes in place. `turn` is a seat with a legal move, or `NOBODY`. `play` checks nothing: see `isLegal`. */
export interface Position {
  /** The seat to move; `NOBODY` when the game is over. */
  readonly turn: Seat;
  /** The number of finished turns. A seat that moves again because all others had to pass is in a new turn. */
  readonly turnIndex: number;
  /** The seats that had to pass between the last move and this turn, in the order in which they would have moved. */
  readonly passed: readonly Seat[];
  /** Writes the legal moves in ascending order, each once, and returns their number. `into` holds at least `game.maxMoves`. */
  legalMoves(into: MoveList): number;
  /** The number of legal moves. May be faster than listing them. */
  countMoves(): number;
  /** A legal move, all equally likely. May be faster than listing them. The game must not be over. */
  randomMove(rng: Rng): Move;
  play(move: Move): void;
  /** Makes this position equal to `other`, which must have the same game, options and players. */
  copyFrom(other: this): void;
  clone(): this;
  outcome(): Outcome;
  /**
   * A number that almost certainly differs if anything differs that a viewer who sees everything can see. The page compares it with that of
   * the server after each move. Absent: the page is sent views.
   */
  digest?(): number;
}

/** The fields that the views of all games share. Plain data, built for one viewer. */
export interface View {
  readonly options: Options;
  readonly players: number;
  readonly turn: Seat;
  readonly turnIndex: number;
  /** The seats that had to pass between the last move and this turn, in the order in which they would have moved. */
  readonly passed: readonly Seat[];
  /** `null` until the game is over. */
  readonly outcome: Outcome | null;
}

/** Why a text is no position: the first field that cannot be read or contradicts the others. */
export interface PositionError {
  readonly name: 'bad-position';
  /** In English, from the other fields. */
  readonly detail: string;
  /** As in docs/positions.md. */
  readonly field: string;
  readonly reason: PositionFault;
  /** What the reason is about: a part of the text, or what should be there. */
  readonly value: string;
}

export type PositionFault = 'unreadable' | 'parts' | 'pieces' | 'place' | 'other' | 'blocked' | 'misfit';

/** `view` is what the text says. `canPlay` is false if the seat to move does not know enough for a game to go on from `position`. */
export interface ReadPosition<P extends Position = Position, V extends View = View> {
  readonly view: V;
  readonly position: P;
  readonly canPlay: boolean;
}

/** The notation of positions: docs/positions.md. A game that has one also accepts a deal that is a `PlacedDeal`. */
export interface PositionNotation<P extends Position, V extends View> {
  /** The line of what one viewer knows, whose view this is. */
  format(view: V): string;
  /** Reads what `format` writes, and nothing else. */
  parse(text: string): Result<ReadPosition<P, V>, PositionError>;
}

/** The deal of a game that begins at a position: its line, as someone who sees everything writes it. */
export interface PlacedDeal {
  readonly position: string;
}

/** The line in the deal of a game that begins at a position; `null` for any other deal. */
export function placedAt(deal: unknown): string | null {
  const line = typeof deal === 'object' && deal !== null && 'position' in deal ? deal.position : null;
  return typeof line === 'string' ? line : null;
}

/** What the page of a game says of it besides its rules, each from 0 to 5. */
export const GAUGES = ['complexity', 'strategy', 'luck', 'interaction'] as const;
export type Gauges = Readonly<Record<(typeof GAUGES)[number], number>>;

/** What a game declares about itself besides its rules. What is left out gets its default: see `completeFacts`. */
export interface DeclaredFacts {
  /** Lower-case, as in records: `isaac`. */
  readonly id: string;
  /** The proper name, the same in every language: `Isaac`. */
  readonly name: string;
  readonly author: string;
  readonly year: number;
  /** Raise it if an old record could replay differently, and register the previous version among the earlier games. */
  readonly rulesVersion: number;
  /** The supported numbers of players, ascending. */
  readonly players: readonly number[];
  /** Absent: the game has no options. */
  readonly options?: OptionsSpec;
  /** Named combinations of options; the first is the default. Absent: all options at their default. */
  readonly presets?: Readonly<Record<string, Options>>;
  /** Names of the seats of the largest number of players, as keys of the message catalogue. Absent: `first`, `second`, `third`, `fourth`. */
  readonly seatNames?: readonly string[];
}

/** What else the page of a game says, from a file that only this page loads. */
export interface AboutGame {
  /** Of the published game. Absent: unknown, or the author. */
  readonly illustrator?: string;
  /** Of the published game. Absent: unknown. */
  readonly publisher?: string;
  /** The judgement of the editors, until enough players have voted. */
  readonly gauges: Gauges;
}

/** Static facts about a game: what lists and menus show of it. They need no rules, so a page can have them before it loads the rules. */
export type GameFacts = Required<DeclaredFacts>;

/**
 * A game as all other code uses it. `defineGame` creates one from `GameRules`. The members are methods rather than function properties,
 * because method parameters are bivariant: a `Game<IsaacPosition, …>` is then assignable to `Game`. This is safe as long as generic code
 * never passes the position of one game to another.
 *
 * @typeParam P its position
 * @typeParam V what a viewer sees on the table
 * @typeParam K what a seat with a perfect memory knows: the only input of a bot
 */
export interface Game<P extends Position = Position, V extends View = View, K = unknown> extends GameFacts {
  /** Moves are integers from 0 to `moveSpace - 1`, at most 65,536. */
  readonly moveSpace: number;
  /** Whether a game can end in a draw by agreement. */
  readonly canDraw: boolean;
  /** An upper bound on the legal moves of any position. */
  readonly maxMoves: number;
  /** The position before the first move. `setup` comes from `makeSetup`, which has checked it. */
  start(setup: Setup): P;
  formatMove(move: Move): string;
  /** Parses the text of a move. `null` for a text that `formatMove` never writes. Does not tell whether the move is legal. */
  parseMove(text: string): Move | null;
  /** What `viewer` sees, built field by field: hidden parts are never copied. */
  view(position: P, viewer: Viewer): V;
  /** The first moves that are equal to this one by a symmetry of the board, with itself, ascending. Absent: no others are. */
  mirrors?: ((move: Move, options: Options) => readonly Move[]) | undefined;
  /** The part of a view that ids of puzzles are made of. Ids are stored, so a field that a view gains later is no part of it. */
  puzzleView(view: V): unknown;
  /** The moves that the seat to move may try, ascending, judging by this view: all legal ones, and perhaps others if something is hidden. */
  choices(view: V): Move[];
  /** Whether the rules hide nothing. Such a game declares no `secrets`, and every viewer sees the whole position. */
  readonly isOpen: boolean;
  readonly deals: Required<Deals>;
  readonly secrets: Required<Secrets<Options, P, K>>;
  /** The seats that win, lose and share knowledge with `seat`, including `seat`. */
  readonly partners: Partners;
  /** Absent if its positions have no notation. */
  readonly positions?: PositionNotation<P, V>;
  /** Absent if the rules allow no peeks. */
  readonly peeks?: Peeks<P>;
}

/** A place at a table, counted from 0 in turn order. */
export type Seat = number;

/** Stands for no seat: the value of `turn` when the game is over. */
export const NOBODY = -1;

/** The receiver of a view. `open` shows everything, for viewers of a match that has ended in any way. */
export type Viewer = Seat | 'spectator' | 'open';

/** A move as a small integer. Its meaning, which each game defines, does not depend on the position. */
export type Move = number;

/** How a game ended: by its rules, or in one of the other ways of a match. */
export const ENDINGS = ['rules', 'resign', 'time', 'agreement', 'abort'] as const;
export type Ending = (typeof ENDINGS)[number];

/** The buffer that legal moves are written into. */
export type MoveList = Uint16Array;

export interface Outcome {
  readonly scores: readonly number[];
  /** 1 is best. Seats that tie share the better place. */
  readonly places: readonly number[];
}

/** Errors in the input are named values; exceptions are for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E };

export const success = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value });
export const failure = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error });

/** A higher score is better, and equal scores share the better place: `[7, 9, 7]` gives `[2, 1, 2]`. */
export function placesByScore(scores: readonly number[]): number[] {
  // Every random game ends with this. Loops over a copy are faster than `map` and `filter`.
  const places = scores.slice();
  for (let seat = 0; seat < places.length; seat++) {
    const own = scores[seat] as number;
    let better = 0;
    for (const other of scores) if (other > own) better++;
    places[seat] = 1 + better;
  }
  return places;
}
