import type { BotAnswer } from '@tablier/ai';
import { type Game, type Move, NOBODY, type Seat, type Viewer } from '@tablier/core';
import {
  type Command,
  decide,
  evolve,
  type MatchError,
  type MatchState,
  type MatchView,
  project,
} from '@tablier/match';
import type { BotPlayer } from './bot.ts';
import type { LoadedGame, SavedGame } from './saved.ts';
import { type Occupant, personSeats } from './seats.ts';

/** Least time a bot seems to think, in ms, so that one can follow. */
const THINKING_TIME = 450;
/** How often a bot that failed is asked again before the player is. */
const RETRIES = 2;

/** What the table needs of the world outside. */
export interface TablePorts {
  readonly bot: BotPlayer;
  /** Called after every event. */
  readonly save: (game: SavedGame) => void;
}

/** A game being played on this device: the match, who sits where, the bots. */
export class Table {
  readonly game: Game;
  readonly seats: readonly Occupant[];
  /** The seats of persons, ascending. */
  readonly persons: readonly Seat[];
  state: MatchState;
  /** What was thrown when the bot failed, while nobody has asked it again. */
  botError: string | null = $state(null);
  /** The person who may look at a table that hides something; `null` until somebody said to be there. */
  present: Seat | null = $state(null);
  #saved: SavedGame;
  readonly #ports: TablePorts;

  constructor({ saved, state }: LoadedGame, ports: TablePorts) {
    this.game = state.game;
    this.seats = saved.seats;
    this.persons = personSeats(saved.seats);
    this.state = $state.raw(state);
    this.#saved = saved;
    this.#ports = ports;
    if (this.persons.length === 1) this.present = this.persons[0] ?? null;
  }

  get saved(): SavedGame {
    return this.#saved;
  }

  readonly isOver: boolean = $derived.by(() => this.state.end !== null);
  readonly turn: Seat = $derived.by(() => (this.isOver ? NOBODY : this.state.position.turn));
  readonly occupant: Occupant | null = $derived.by(() => this.seats[this.turn] ?? null);

  /** The person whom the board serves: who is to move, or while bots move who moved last. */
  readonly person: Seat | null = $derived.by(() => {
    if (this.occupant?.kind === 'person') return this.turn;
    const moved = this.state.moves.findLast(({ seat }) => this.persons.includes(seat));
    return moved?.seat ?? this.persons[0] ?? null;
  });

  /** Whether the device has to change hands before the table may be shown. */
  readonly needsCurtain: boolean = $derived.by(() => {
    if (this.occupant?.kind !== 'person' || !this.#hides) return false;
    return this.present === null || !this.#isWith(this.present, this.turn);
  });

  /**
   * Whose eyes the table is shown to: whoever is to move, once there, and while bots move whoever was there before. Where nobody has
   * said to be there nothing hidden is shown.
   */
  readonly viewer: Viewer = $derived.by(() => {
    if (this.isOver || this.needsCurtain) return 'spectator';
    if (this.occupant?.kind === 'person') return this.turn;
    return this.#hides ? (this.present ?? 'spectator') : (this.person ?? 'spectator');
  });
  readonly shown: MatchView = $derived.by(() => project(this.state, this.viewer));
  /** The points of this moment. */
  readonly scores: readonly number[] = $derived.by(
    () => this.state.end?.scores ?? this.state.position.outcome().scores,
  );
  readonly choices: Move[] = $derived.by(() =>
    this.occupant?.kind === 'person' && !this.needsCurtain ? this.game.choices(this.shown.view) : [],
  );

  /** How many moves were made before the last turn of a person; `null` where there is none to take back. */
  readonly #lastTurnFrom: number | null = $derived.by(() => {
    const { moves } = this.state;
    const last = moves.findLastIndex(({ seat }) => this.persons.includes(seat));
    const turn = moves[last];
    if (turn === undefined || (this.state.end !== null && this.state.end.by !== 'rules')) return null;
    return moves.findIndex(({ seat, turnIndex }) => seat === turn.seat && turnIndex === turn.turnIndex);
  });

  /** Whether that turn stays because something hidden has been shown since. */
  readonly takeBackRevealed: boolean = $derived.by(
    () => this.#lastTurnFrom !== null && this.#lastTurnFrom < this.shown.takeBackFrom,
  );

  /** How many moves are left when the last turn of a person is taken back; `null` where that cannot be. */
  readonly takeBackTo: number | null = $derived.by(() => (this.takeBackRevealed ? null : this.#lastTurnFrom));

  /**
   * How many moves are left when the last step alone is undone; `null` where that cannot be: a bot made it, the device has changed hands
   * since, or something was revealed.
   */
  readonly undoTo: number | null = $derived.by(() => {
    const to = this.state.moves.length - 1;
    const seat = this.state.moves[to]?.seat;
    if (seat === undefined || this.isOver || !this.persons.includes(seat) || to < this.shown.takeBackFrom) return null;
    const passedOn = this.#hides && (this.present === null || !this.#isWith(this.present, seat));
    return passedOn ? null : to;
  });

  get #hides(): boolean {
    return this.persons.length > 1 && this.game.secrets.hides(this.state.setup.options);
  }

  /** Whether two seats are one side, which knows the same. */
  #isWith(one: Seat, other: Seat): boolean {
    return one === other || (this.game.partners(this.seats.length, one).includes(other) ?? false);
  }

  /** Judges and carries out a command; the error is why it was refused. */
  command(command: Command): MatchError | null {
    const decided = decide(this.state, command);
    if (!decided.ok) return decided.error;
    this.state = evolve(this.state, decided.value);
    this.#saved = { ...this.#saved, events: [...this.#saved.events, decided.value] };
    this.#ports.save(this.#saved);
    void this.serveBots();
    return null;
  }

  /** A move of the person who is to move. */
  play(move: Move): MatchError | null {
    return this.command({ kind: 'move', seat: this.turn, move: this.game.formatMove(move) });
  }

  takeBack(): MatchError | null {
    return this.#goBack(this.takeBackTo);
  }

  /** Undoes the last step of a turn. */
  undo(): MatchError | null {
    return this.#goBack(this.undoTo);
  }

  #goBack(to: number | null): MatchError | null {
    const seat = to === null ? undefined : this.state.moves[to]?.seat;
    if (to === null || seat === undefined) return { name: 'no-take-back' };
    this.#ports.bot.stop();
    this.botError = null;
    return this.command({ kind: 'take-back', seat, to });
  }

  /** Lets a bot move if it is its turn, and asks again where it failed. */
  async serveBots(): Promise<void> {
    const { occupant, turn } = this;
    if (occupant?.kind !== 'bot') return;
    const { state } = this;
    this.botError = null;
    const [answer] = await Promise.all([this.#askBot(state, turn, occupant), pause(THINKING_TIME)]);
    // What was asked about another position is no answer to this one.
    if (this.state !== state) return;
    if ('move' in answer) this.#takeAnswer(turn, answer.move);
    else this.botError = answer.error;
  }

  async #askBot(state: MatchState, seat: Seat, { level }: Occupant & { kind: 'bot' }): Promise<BotAnswer> {
    const { game, setup, position, version } = state;
    const knowledge = game.secrets.knowledge(position, seat);
    const request = { game: game.id, options: setup.options, knowledge, level, seed: `${this.#saved.seed}/${version}` };
    let error = '';
    for (let attempt = 0; attempt <= RETRIES && this.state === state; attempt++) {
      try {
        return { move: await this.#ports.bot.choose(request) };
      } catch (thrown) {
        error = thrown instanceof Error ? thrown.message : String(thrown);
      }
    }
    return { error };
  }

  #takeAnswer(seat: Seat, move: string): void {
    const refused = this.command({ kind: 'move', seat, move });
    if (refused !== null) this.botError = `${refused.name} ${move}`;
  }

  /** Leaves the table: nothing is asked or saved any more. */
  close(): void {
    this.#ports.bot.stop();
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
