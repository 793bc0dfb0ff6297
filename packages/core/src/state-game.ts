import { BasePosition, commonView, copied, defineGame } from './define-game.ts';
import {
  type DeclaredFacts,
  type Game,
  type Move,
  type MoveList,
  NOBODY,
  type Outcome,
  placesByScore,
  type Seat,
  type Setup,
  type View,
} from './game.ts';
import type { Options } from './options.ts';

/** Plain data. Everyone sees all of it. */
export interface GameState {
  /** The seat to move. */
  readonly turn: Seat;
  /** The points of each seat. The game is over once they are there. */
  readonly scores?: readonly number[];
}

/** The rules of a game as functions of its states, which they do not change. */
export interface StateRules<S extends GameState> extends DeclaredFacts {
  /** The texts of all moves that are ever legal. */
  readonly moves: readonly string[];
  /** Whether a game can end in a draw by agreement. Absent: no. */
  readonly canDraw?: boolean;
  start(setup: Setup<Options, null>): S;
  /** The moves of the seat to move: at least one. */
  legal(state: S): readonly string[];
  /** The state after a legal move. */
  play(state: S, move: string): S;
}

/** The rules, with the number of each move. */
interface Numbered<S extends GameState> extends StateRules<S> {
  readonly numbers: ReadonlyMap<string, number>;
}

class StatePosition<S extends GameState> extends BasePosition {
  readonly #rules: Numbered<S>;
  readonly #setup: Setup<Options, null>;
  #state: S;

  constructor(rules: Numbered<S>, setup: Setup<Options, null>, state: S) {
    super(rules.moves.length);
    this.#rules = rules;
    this.#setup = setup;
    this.#state = state;
    this.turn = state.scores === undefined ? state.turn : NOBODY;
  }

  get view(): StateView<S> {
    return { ...this.#state, ...commonView(this, this.#setup.options, this.#setup.players) };
  }

  legalMoves(into: MoveList): number {
    if (this.turn === NOBODY) return 0;
    const moves = this.#rules.legal(this.#state).map((text) => this.#numberOf(text));
    if (moves.length === 0)
      throw new Error(`"legal" has no move for seat ${this.turn}: a game that is over has scores`);
    into.set(moves);
    return moves.length;
  }

  #numberOf(text: string): Move {
    const move = this.#rules.numbers.get(text);
    if (move === undefined) throw new Error(`"legal" has the move ${JSON.stringify(text)}, which is not in "moves"`);
    return move;
  }

  play(move: number): void {
    const state: S | undefined = this.#rules.play(this.#state, this.#rules.moves[move] ?? '');
    if (state === undefined) throw new Error('"play" returns no state');
    this.#state = state;
    const { turn, scores } = this.#state;
    if (turn !== this.turn || scores !== undefined) this.turnIndex++;
    this.turn = scores === undefined ? turn : NOBODY;
  }

  copyFrom(other: this): void {
    this.#state = other.#state;
    const { turn, turnIndex, passed } = other;
    Object.assign(this, { turn, turnIndex, passed });
  }

  clone(): this {
    return copied(this, new StatePosition(this.#rules, this.#setup, this.#state));
  }

  outcome(): Outcome {
    const scores = [...(this.#state.scores ?? Array<number>(this.#setup.players).fill(0))];
    return { scores, places: placesByScore(scores) };
  }
}

type StateView<S extends GameState> = S & View;

/** A game without hidden information in a few lines. A class for `defineGame` is faster, and only it can say that a seat has passed. */
export function defineStateGame<S extends GameState>(rules: StateRules<S>): Game<StatePosition<S>, StateView<S>> {
  const numbered = { ...rules, numbers: new Map(rules.moves.map((text, index) => [text, index])) };
  return defineGame<Options, null, StatePosition<S>, StateView<S>>({
    ...rules,
    moveSpace: rules.moves.length,
    start: (setup) => new StatePosition(numbered, setup, rules.start(setup)),
    formatMove: (move) => rules.moves[move] ?? '',
    view: (position) => position.view,
    restore({ options, players, turnIndex, passed: _passed, outcome: _outcome, ...state }, into) {
      const setup = { options, players, deal: null };
      const position = new StatePosition(numbered, setup, state as unknown as S);
      position.turnIndex = turnIndex;
      if (into === undefined) return position;
      into.copyFrom(position);
      return into;
    },
  });
}
