import { canonicalJson, type GameRecord } from './record.ts';
import { type Game, placedAt, type Setup } from './game.ts';
import type { Options } from './options.ts';

/** A first turn, how often it was played, and how that ended for the first seat. */
export interface Opening {
  readonly options: Options;
  /** The first move in notation, one for all that are equal by symmetry; `null` if the game began from a deal, which makes no two first moves the same. */
  readonly move: string | null;
  /** How many places the first turn named. */
  readonly places: number;
  readonly games: number;
  readonly firstWins: number;
  readonly draws: number;
}

export interface Openings {
  /** How many games were counted. */
  readonly games: number;
  /** By options, then the most played first. */
  readonly openings: readonly Opening[];
}

/** The most ways to set up a game, and the most first turns of each, that are listed. */
const MAX_SETUPS = 10;
const MAX_TURNS = 8;

type Played = Pick<GameRecord, 'rules' | 'options' | 'players' | 'deal' | 'moves' | 'end'>;

/** Counts the first turns of finished games with the newest rules. */
export class OpeningTally {
  readonly #game: Game;
  /** By options, by turn. */
  readonly #setups = new Map<string, Map<string, Opening>>();
  #games = 0;

  constructor(game: Game) {
    this.#game = game;
  }

  /** `record`: one that was replayed. */
  add({ rules, options, players, deal, moves, end }: Played): void {
    if (end === undefined || end.by === 'abort' || rules !== this.#game.rulesVersion || moves.length === 0) return;
    if (placedAt(deal) !== null) return;
    this.#games++;
    const places = this.#placesOf({ options, players, deal }, moves);
    const move = deal === null ? this.#firstOf(moves[0] ?? '', options) : null;
    const turns = this.#turnsOf(canonicalJson(options));
    const key = move ?? String(places);
    const known = turns.get(key) ?? { options, move, places, games: 0, firstWins: 0, draws: 0 };
    const isDraw = end.places.every((place) => place === end.places[0]);
    turns.set(key, {
      ...known,
      games: known.games + 1,
      firstWins: known.firstWins + Number(!isDraw && end.places[0] === 1),
      draws: known.draws + Number(isDraw),
    });
  }

  result(): Openings {
    const setups = [...this.#setups.values()].map((turns) => [...turns.values()].toSorted(byGames));
    const sum = (turns: readonly Opening[]): number => turns.reduce((total, { games }) => total + games, 0);
    const most = setups.toSorted((one, other) => sum(other) - sum(one)).slice(0, MAX_SETUPS);
    return { games: this.#games, openings: most.flatMap((turns) => turns.slice(0, MAX_TURNS)) };
  }

  /** One of the moves that are equal to this one. */
  #firstOf(text: string, options: Options): string | null {
    const move = this.#game.parseMove(text);
    return move === null ? null : this.#game.formatMove(this.#game.mirrors?.(move, options)[0] ?? move);
  }

  #turnsOf(setup: string): Map<string, Opening> {
    const turns = this.#setups.get(setup) ?? new Map<string, Opening>();
    this.#setups.set(setup, turns);
    return turns;
  }

  /** A move such as the stop of Masker names no place. */
  #placesOf(setup: Setup, moves: readonly string[]): number {
    const position = this.#game.start(setup);
    const { turnIndex } = position;
    let places = 0;
    for (const text of moves) {
      const move = this.#game.parseMove(text);
      if (move === null || position.turnIndex !== turnIndex) break;
      places += Number(/\d/.test(text));
      position.play(move);
    }
    return places;
  }
}

const byGames = (one: Opening, other: Opening): number => other.games - one.games;
