import type { BotAnswer, BotRequest } from '@tablier/ai';
import { type Game, type Level, type Move, NOBODY, type Seat, type Viewer, type Position } from '@tablier/core';
import {
  type Command,
  decide,
  evolve,
  type LastTurn,
  lastTurnOf,
  type MatchError,
  type MatchState,
  type MatchView,
  type PastView,
  project,
  projectPast,
  undoTo,
} from '@tablier/match';
import type { PlaySession } from '../../table/match-ui/play-session.ts';
import type { MoveQueue, QueueWishes } from '../../table/queued/move-queue.svelte.ts';
import { NO_ANSWER } from '../../lib/run-worker.ts';
import { People } from '../../lib/people.ts';
import type { BotPlayer } from './worker-bot.ts';
import { type LoadedGame, LOCAL_TERMS, type SavedGame } from './saved-game.ts';
import { type LocalSeat, occupantsOf, personSeats } from './seats.ts';
import { turnText, occupantName, sentenceName } from '../../table/match-ui/match-texts.ts';

/** A longer time before a move is no thought: the person was away. Milliseconds. */
const LONGEST_THOUGHT = 60_000;
/** How often a bot that failed is asked again before an error is shown. */
const RETRIES = 2;

interface SessionPorts {
  readonly bot: BotPlayer;
  readonly save: (game: SavedGame, state: MatchState) => void;
  /** How long the board shows that points are added, in milliseconds. */
  readonly timeToShow: (points: number) => number;
}

export class LocalSession implements PlaySession {
  readonly game: Game;
  readonly seats: readonly LocalSeat[];
  readonly persons: readonly Seat[];
  state: MatchState;
  /** Why the bot failed; `null` once it is asked again. */
  botError: string | null = $state(null);
  /** The seat at the device, if the game hides something; `null` until a player has confirmed. */
  present: Seat | null = $state(null);
  refusal: string | null = $state(null);
  hints: number = $state(0);
  /** The number of plies before which a first game has said all; `null` if it is no first game. */
  guide: number | null = $state(null);
  /** Makes a move, or asks first whether it is meant. `null`: moves are made at once. */
  weigh: ((move: Move, play: () => void) => void) | null = null;
  /** The moves chosen while bots think; loaded when they can be. */
  queue: MoveQueue | null = $state.raw(null);
  readonly clocks = null;
  readonly notes: readonly string[] = [];
  readonly remarks: readonly string[] = [];
  #saved: SavedGame;
  /** Bots answer once it is fulfilled. */
  #free: Promise<void> = Promise.resolve();
  #isClosed = false;
  /** Since when the position is on the screen, by the clock of the page. */
  #shown = performance.now();
  /** Points that the last command brought. */
  #gained = 0;
  #release: () => void = () => undefined;
  readonly #ports: SessionPorts;

  constructor({ saved, state }: LoadedGame, ports: SessionPorts) {
    this.game = state.game;
    this.seats = saved.seats;
    this.persons = personSeats(saved.seats);
    this.state = $state.raw(state);
    this.#saved = saved;
    this.#ports = ports;
    this.present = this.own;
    this.hints = saved.hints ?? 0;
    this.guide = saved.guide ?? null;
  }

  /** Unlike its place in the list of games, the seed is of this game only. */
  get id(): string {
    return this.#saved.seed;
  }

  readonly isShared: boolean = $derived.by(() => this.persons.length > 1);
  readonly isOver: boolean = $derived.by(() => this.state.end !== null);
  readonly turn: Seat = $derived.by(() => (this.isOver ? NOBODY : this.state.position.turn));
  readonly occupant: LocalSeat | null = $derived.by(() => this.seats[this.turn] ?? null);

  /** The player for whom the board is drawn: the one to move, or while bots move the one who moved last. */
  readonly person: Seat | null = $derived.by(() => {
    if (this.occupant?.kind === 'person') return this.turn;
    const moved = this.state.moves.findLast(({ seat }) => this.persons.includes(seat));
    return moved?.seat ?? this.persons[0] ?? null;
  });

  /** Whether the device has to change hands before the board may be shown. */
  readonly needsCurtain: boolean = $derived.by(() => {
    if (this.occupant?.kind !== 'person' || !this.#hides) return false;
    return this.present === null || !this.#isWith(this.present, this.turn);
  });

  /** The player to move, once present; while bots move, the player before. If there is none, nothing hidden is shown. */
  readonly viewer: Viewer = $derived.by(() => {
    if (this.isOver || this.needsCurtain) return 'spectator';
    if (this.occupant?.kind === 'person') return this.turn;
    return this.#hides ? (this.present ?? 'spectator') : (this.person ?? 'spectator');
  });
  readonly match: MatchView = $derived.by(() => project(this.state, this.viewer));
  readonly scores: readonly number[] = $derived.by(
    () => this.state.end?.scores ?? this.state.position.outcome().scores,
  );
  readonly choices: Move[] = $derived.by(() =>
    this.occupant?.kind === 'person' && !this.needsCurtain ? this.game.choices(this.match.view) : [],
  );

  /** The match with all its moves: players on one device have seen the moves that the view leaves out. */
  readonly #history: MatchView = $derived.by(() => ({
    ...this.match,
    moves: this.state.moves.map(({ shown }) => shown),
  }));

  readonly lastTurn: LastTurn | null = $derived.by(() => lastTurnOf(this.#history, this.persons, LOCAL_TERMS.takeBack));

  /** How many moves are left when the last step is undone; also `null` if the device has changed hands since. */
  readonly undoTo: number | null = $derived.by(() => {
    const to = undoTo(this.#history, this.persons, LOCAL_TERMS.takeBack);
    const seat = to === null ? undefined : this.state.moves[to]?.seat;
    if (seat === undefined) return null;
    const passedOn = this.#hides && (this.present === null || !this.#isWith(this.present, seat));
    return passedOn ? null : to;
  });

  /** The seat that texts address: that of a user who plays alone against bots. */
  readonly own: Seat | null = $derived.by(() => (this.isShared ? null : (this.persons[0] ?? null)));
  readonly names: readonly string[] = $derived.by(() => occupantsOf(this.seats).map(occupantName));
  readonly called: readonly string[] = $derived.by(() => occupantsOf(this.seats).map(sentenceName));
  readonly people: People = $derived.by(() => new People(this.game, { own: this.own, called: this.called }));
  readonly status: string = $derived.by(() =>
    turnText(this.game, this.match.view, this.people, { isBot: this.occupant?.kind === 'bot' }),
  );
  readonly canPlay: boolean = $derived.by(() => this.occupant?.kind === 'person');
  /** A bot would not answer an offer. */
  readonly canOfferDraw: boolean = $derived.by(() => this.game.canDraw && this.persons.length === this.seats.length);
  readonly #hides: boolean = $derived.by(() => this.isShared && this.game.secrets.hides(this.state.setup.options));

  #isWith(one: Seat, other: Seat): boolean {
    return one === other || this.game.partners(this.seats.length, one).includes(other);
  }

  command(command: Command): MatchError | null {
    const decided = decide(this.state, command);
    if (!decided.ok) return decided.error;
    const before = this.scores;
    this.state = evolve(this.state, decided.value);
    this.#gained = Math.max(0, ...this.scores.map((points, seat) => points - (before[seat] ?? 0)));
    this.#saved = { ...this.#saved, ...this.#thoughtFor(command), events: [...this.#saved.events, decided.value] };
    this.#shown = performance.now();
    this.#ports.save(this.#saved, this.state);
    void this.serveBots();
    return null;
  }

  /** The time that a person alone against bots has thought, with that for a move. */
  #thoughtFor({ kind, seat }: Command): Pick<SavedGame, 'thought'> {
    if (kind !== 'move' || seat !== this.own || !this.hasCoach) return {};
    const taken = Math.min(LONGEST_THOUGHT, performance.now() - this.#shown);
    return { thought: Math.round((this.#saved.thought ?? 0) + taken) };
  }

  /** Whether a person plays alone against bots: only they have a coach. */
  readonly hasCoach: boolean = $derived.by(() => this.persons.length === 1 && this.seats.length > 1);

  /** Loads the queue where there can be one, and makes the move whose turn has come if it fits. A first game has none: its bubbles are about the board. */
  async resume(wishes: QueueWishes): Promise<void> {
    if (wishes.isLeft?.() === true) return;
    if (this.queue !== null) return this.queue.follow(wishes);
    if (!wishes.premoves || !this.hasCoach || this.guide !== null) return;
    const { loadWords, MoveQueue } = await import('../../table/queued/move-queue.svelte.ts');
    const words = await loadWords(wishes.language);
    if (wishes.isLeft?.() !== true) this.queue ??= new MoveQueue(this, words);
  }

  hold(isHeld: boolean): void {
    this.#release();
    if (isHeld) this.#free = new Promise((resolve) => (this.#release = resolve));
  }

  countHint(): void {
    this.hints++;
    this.#save();
  }

  setGuide(guide: number | null): void {
    this.guide = guide;
    this.#save();
  }

  #save(): void {
    const { hints, guide } = this;
    const { guide: _, ...others } = this.#saved;
    this.#saved = { ...others, ...(hints > 0 && { hints }), ...(guide !== null && { guide }) };
    this.#ports.save(this.#saved, this.state);
  }

  isRemote(seat: Seat): boolean {
    return this.seats[seat]?.kind === 'bot';
  }

  readonly play = (move: Move): void => {
    if (this.weigh === null) this.make(move);
    else this.weigh(move, () => this.make(move));
  };
  readonly make = (move: Move): void => this.#run({ kind: 'move', seat: this.turn, move: this.game.formatMove(move) });
  readonly peek = (peek: string): void => this.#run({ kind: 'peek', seat: this.turn, peek });
  readonly undo = (): void => this.#goBack(this.undoTo);

  readonly lookBack = (until: number): Promise<readonly PastView[] | null> =>
    Promise.resolve(projectPast(this.state, this.viewer, until));

  resign(): void {
    if (this.person !== null) this.#run({ kind: 'resign', seat: this.person });
  }

  /** On one device the offer and the answers are made together. */
  offerDraw(): void {
    const others = this.persons.filter((seat) => seat !== this.turn);
    this.#run({ kind: 'offer-draw', seat: this.turn });
    for (const seat of others) {
      if (this.refusal === null) this.#run({ kind: 'answer-draw', seat, accept: true });
    }
  }

  takeBack(): void {
    this.#goBack(this.lastTurn?.to ?? null);
  }

  #run(command: Command): void {
    this.refusal = this.command(command)?.name ?? null;
  }

  #goBack(to: number | null): void {
    const seat = to === null ? undefined : this.state.moves[to]?.seat;
    if (to === null || seat === undefined) return;
    this.#ports.bot.stop();
    this.botError = null;
    this.#run({ kind: 'take-back', seat, to });
  }

  /** Asked again after no answer, the bot plays with its shortest search. */
  async serveBots(): Promise<void> {
    const { occupant, turn } = this;
    if (occupant?.kind !== 'bot') return;
    const level = this.botError === NO_ANSWER ? 1 : occupant.level;
    const { state } = this;
    this.botError = null;
    const [answer] = await Promise.all([
      this.#askBot(state, turn, level),
      pause(this.#ports.timeToShow(this.#gained) + this.#thinkingTime(state, level)),
    ]);
    await this.#free;
    // The answer belongs to an earlier position, or no one is there any more: the game goes on when it is opened again.
    if (this.#isClosed || this.state !== state) return;
    if ('move' in answer) this.#takeAnswer(turn, answer.move);
    else this.botError = answer.error;
  }

  #thinkingTime({ game, position, moves }: MatchState, level: Level): number {
    return thinkingTime(game, level, { position, plies: moves.length, goesOn: moves.at(-1)?.seat === position.turn });
  }

  async #askBot(state: MatchState, seat: Seat, level: Level): Promise<BotAnswer> {
    const { version } = state;
    const request = { ...askedOf(state, seat, level), seed: `${this.#saved.seed}/${version}` };
    let error = '';
    for (let attempt = 0; attempt <= RETRIES && this.state === state && !this.#isClosed; attempt++) {
      try {
        return { move: await this.#ports.bot.choose(request) };
      } catch (thrown) {
        error = thrown instanceof Error ? thrown.message : String(thrown);
        // The person has waited long enough to be asked.
        if (error === NO_ANSWER) break;
      }
    }
    return { error };
  }

  #takeAnswer(seat: Seat, move: string): void {
    const refused = this.command({ kind: 'move', seat, move });
    if (refused !== null) this.botError = `${refused.name} ${move}`;
  }

  close(): void {
    this.#isClosed = true;
    this.#release();
    this.#ports.bot.stop();
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The position for a bot. The strongest level also learns the moves, and goes on from its last search, if nothing is hidden. */
function askedOf({ game, setup, position, moves }: MatchState, seat: Seat, level: Level): Omit<BotRequest, 'seed'> {
  const { options } = setup;
  const request = { game: game.id, options, knowledge: game.secrets.knowledge(position, seat), level };
  if (level !== 8 || game.secrets.hides(options)) return request;
  return { ...request, moves: moves.map(({ move }) => move) };
}

/** The shortest time before the move of a bot, so that users can follow. Milliseconds. */
export const LEAST = 450;

/** How much longer the animal of a level may take: the kitten and the hare answer at once, the owl takes a breath. Milliseconds. */
const BREATHS: Readonly<Record<Level, number>> = { 1: 0, 2: 150, 3: 50, 4: 250, 5: 400, 6: 600, 7: 1200, 8: 900 };
/** So many moves or more take the whole breath. */
const MANY = 40;
/** The first plies of a game are played from habit. */
const HABIT = 4;
/** Breaths differ a little from ply to ply, as those of the living do. */
const RHYTHM = [1, 0.8, 1.15, 0.9, 1.25, 0.85, 1.05] as const;

interface Moment {
  readonly position: Position;
  /** The plies made so far. */
  readonly plies: number;
  /** Whether the seat has just moved and goes on with its turn. */
  readonly goesOn: boolean;
}

/** The time that a bot seems to think, at most 1.5 s more than `LEAST`. A spectator could expect the same: no one reads a secret from it. */
export function thinkingTime(game: Game, level: Level, { position, plies, goesOn }: Moment): number {
  const moves = game.choices(game.view(position, 'spectator')).length;
  if (goesOn || moves <= 1) return LEAST;
  const width = Math.min(1, Math.log(moves) / Math.log(MANY));
  const ease = plies < HABIT ? 0.5 : 1;
  return LEAST + Math.round(BREATHS[level] * width * ease * (RHYTHM[plies % RHYTHM.length] ?? 1));
}
