import {
  type DeclaredFacts,
  failure,
  type Game,
  type GameFacts,
  type Move,
  type MoveList,
  NOBODY,
  type Outcome,
  type Position,
  type Result,
  type Seat,
  type Setup,
  success,
  type View,
  type Viewer,
} from './game.ts';
import { defaultOptions, type Options } from './options.ts';
import type { Rng } from './rng.ts';

/* The optional parts of a game's rules. `defineGame` fills in what a game does not declare. */

/** How the deal is drawn and checked. A game without this part has the deal `null`. */
export interface Deals<O extends Options = Options, D = unknown> {
  /** Whether a person makes the deal with these options: online the host supplies it. Otherwise a supplied one is refused. Absent: never. */
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

/** Looks at something hidden that the rules allow and that are no moves. Each is an event of the match; the answer is public. */
export interface Peeks<P extends Position> {
  /** What the seat to move may look at now, in the notation of the game (`a1`), sorted. */
  list(position: P): readonly string[];
  /** What the peek shows, as plain data that every viewer receives. `peek` is an item of `list`. */
  look(position: P, peek: string): unknown;
  /** The peek that trying an illegal move which `choices` offered results in. `null` for any other illegal move. */
  ofTry(position: P, move: Move): string | null;
}

/** A position that derives `countMoves` and `randomMove` from its legal moves. Games that are searched deeply override them with faster ones. */
export abstract class BasePosition implements Position {
  turn: Seat = 0;
  turnIndex = 0;
  passed: readonly Seat[] = [];
  readonly #moves: MoveList;

  /** `maxMoves` is `Game.maxMoves`. */
  constructor(maxMoves: number) {
    this.#moves = new Uint16Array(maxMoves);
  }

  countMoves(): number {
    return this.legalMoves(this.#moves);
  }

  randomMove(rng: Rng): Move {
    return this.#moves[rng.below(this.legalMoves(this.#moves))] ?? 0;
  }

  abstract legalMoves(into: MoveList): number;
  abstract play(move: Move): void;
  abstract copyFrom(other: this): void;
  abstract clone(): this;
  abstract outcome(): Outcome;
}

/** Copies `original` into `fresh` and returns it. For implementations of `clone`. */
export function copied<P extends Position>(original: P, fresh: Position): P {
  const copy = fresh as P;
  copy.copyFrom(original);
  return copy;
}

/** The members that the views of all games have. */
export function commonView<O extends Options>(position: Position, options: O, players: number): View & { options: O } {
  const { turn, turnIndex, passed } = position;
  return {
    options,
    players,
    turn,
    turnIndex,
    passed: [...passed],
    outcome: turn === NOBODY ? position.outcome() : null,
  };
}

/** The rules of a game. Options, deal, position, view and knowledge are typed here once. */
export type GameRules<O extends Options, D, P extends Position, V extends View, K> = CommonRules<O, D, P, V> &
  (OpenRules<P, V> | SecretRules<O, P, V, K>);

interface CommonRules<O extends Options, D, P extends Position, V extends View> extends DeclaredFacts {
  /** Moves are integers from 0 to `moveSpace - 1`, at most 65,536. */
  readonly moveSpace: number;
  /** Absent: the game has no options. */
  readonly options?: { readonly [Name in keyof O]: { readonly values: readonly O[Name][]; readonly default: O[Name] } };
  /** Named combinations of options; the first is the default. Absent: all options at their default. */
  readonly presets?: Readonly<Record<string, O>>;
  /** Whether a game can end in a draw by agreement. Absent: no. */
  readonly canDraw?: boolean;
  /** An upper bound on the legal moves of any position. Absent: `moveSpace`. */
  readonly maxMoves?: number;
  /** The position before the first move. `setup` comes from `makeSetup`, which has checked it. */
  start(setup: Setup<O, D>): P;
  /** The text of a move. No two moves share one: `parseMove` is derived from it. */
  formatMove(move: Move): string;
  /** What `viewer` sees. Build it field by field; never copy the position and remove parts. */
  view(position: P, viewer: Viewer): V;
  /** See `Game.mirrors`. Absent: the board has no symmetry that keeps the rules. */
  mirrors?(move: Move, options: O): readonly Move[];
  /** See `Game.puzzleView`. Absent: the whole view. */
  puzzleView?(view: V): unknown;
  readonly deals?: Deals<O, D>;
  readonly partners?: Partners;
  readonly peeks?: Peeks<P>;
}

interface OpenRules<P extends Position, V extends View> {
  /** The position that a view shows. Written into `into` if given. */
  restore(view: V, into?: P): P;
  readonly secrets?: never;
  readonly choices?: never;
}

interface SecretRules<O extends Options, P extends Position, V extends View, K> {
  readonly secrets: Secrets<O, P, K>;
  /** The moves that the seat to move may try, judging by this view: see `Game.choices`. */
  choices(view: V): Move[];
  readonly restore?: never;
}

/** A game from its rules. A part that the rules leave out gets its default. */
export function defineGame<O extends Options, D, P extends Position, V extends View, K = V>(
  rules: GameRules<O, D, P, V, K>,
): Game<P, V, K> {
  const { moveSpace, maxMoves = moveSpace } = rules;
  const game: Game<P, V, K> = {
    ...completeFacts(rules),
    ...{ moveSpace, maxMoves },
    canDraw: rules.canDraw ?? false,
    start: (setup) => rules.start(setup as Setup<O, D>),
    formatMove: (move) => rules.formatMove(move),
    parseMove: moveReader(rules),
    view: (position, viewer) => rules.view(position, viewer),
    mirrors: rules.mirrors as Game['mirrors'],
    puzzleView: (view) => rules.puzzleView?.(view) ?? view,
    choices: rules.secrets === undefined ? legalIn(rules.restore, maxMoves) : (view) => rules.choices(view),
    isOpen: rules.secrets === undefined,
    deals: dealsOf(rules) as Required<Deals>,
    secrets: secretsOf(rules) as Required<Secrets<Options, P, K>>,
    partners: rules.partners ?? ((_players, seat) => [seat]),
  };
  return rules.peeks === undefined ? game : { ...game, peeks: rules.peeks };
}

/** Parses the texts that `formatMove` writes. The table of all moves is built when the first text is parsed. */
function moveReader({ moveSpace, formatMove }: Pick<Game, 'moveSpace' | 'formatMove'>): Game['parseMove'] {
  let moves: ReadonlyMap<string, Move> | null = null;
  return (text) => {
    moves ??= new Map(Array.from({ length: moveSpace }, (_, move) => [formatMove(move), move]));
    return moves.get(text) ?? null;
  };
}

function legalIn<P extends Position, V extends View>(restore: (view: V) => P, maxMoves: number): (view: V) => Move[] {
  return (view) => {
    const moves = new Uint16Array(maxMoves);
    return [...moves.subarray(0, restore(view).legalMoves(moves))];
  };
}

function dealsOf<O extends Options, D>({
  name,
  deals,
}: {
  readonly name: string;
  readonly deals?: Deals<O, D>;
}): Required<Deals<O, D | null>> {
  if (deals !== undefined) return { byPerson: () => false, ...deals };
  return {
    byPerson: () => false,
    draw: () => null,
    parse: (_options, _players, deal) => (deal === null ? success(null) : failure(`${name} has no deal`)),
  };
}

function secretsOf<O extends Options, D, P extends Position, V extends View, K>(
  rules: GameRules<O, D, P, V, K>,
): Required<Secrets<O, P, K | V>> {
  if (rules.secrets !== undefined)
    return { hides: () => true, movesShown: () => 'all', reveals: () => false, ...rules.secrets };
  return {
    hides: () => false,
    movesShown: () => 'all',
    knowledge: (position, seat) => rules.view(position, seat),
    sample: (view, _rng, into) => rules.restore(view as V, into),
    reveals: () => false,
  };
}

const SEAT_NAMES = ['first', 'second', 'third', 'fourth'] as const;

/** The facts of a game, with the defaults of those that it does not declare. */
export function completeFacts({
  id,
  name,
  author,
  year,
  rulesVersion,
  players,
  ...declared
}: DeclaredFacts): GameFacts {
  const options = declared.options ?? {};
  const presets = declared.presets ?? { default: defaultOptions(options) };
  const seatNames = declared.seatNames ?? SEAT_NAMES.slice(0, Math.max(...players));
  return { id, name, author, year, rulesVersion, players, options, presets, seatNames };
}
