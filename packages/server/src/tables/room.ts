import { failure, type Result, success } from '@tablier/core';
import { type ClockState, decide, isAwaited, type Patience } from '@tablier/match';
import type { ChatRoom, ProtocolError } from '@tablier/protocol';
import { DeadlineTimer } from '../lib/deadline-timer.ts';
import { type BotPool, NotThought } from '../bots/bot-pool.ts';
import type { Chance } from '../lib/chance.ts';
import type { Log } from '../lib/log.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { Span } from '../cluster/outages.ts';
import { SerialQueue } from '../lib/serial-queue.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import { Subscribers } from './subscribers.ts';
import type { Chat, NewLine } from './chat.ts';
import { type CommandId, commandHash, isSameCommand } from './command-hash.ts';
import {
  type Around,
  botToMove,
  clockMoment,
  scheduledEventOf,
  expiryOf,
  lostAt,
  outageCredit,
} from './scheduled-actions.ts';
import { type CommandDecision, decideTableCommand, type Doing, isSeekStep } from './decide-command.ts';
import { TableFault } from '../lib/table-fault.ts';
import type { Loaded, TableLog } from './table-log.ts';
import {
  hasHardlyBegun,
  invitedTo,
  isRematchAgreed,
  phaseOf,
  rulesOf,
  type SeekEvent,
  seatOf,
  type TableEvent,
  type TableState,
} from './table-state.ts';

/** What a room needs of the server around it. */
export interface RoomParts {
  readonly log: Log;
  readonly tableLog: TableLog;
  readonly chance: Chance;
  readonly bots: BotPool;
  readonly node: ServerNode;
  readonly now: () => number;
  /** Coming and going is told this often at most. Milliseconds. */
  readonly presencePace: number;
  readonly patience: Patience;
  /** Is told of every change, after it is durable and after whoever asked for it was answered. */
  readonly onChange: (room: Room) => void;
  /** Keeps the record of a match that is over. */
  readonly keep: (state: TableState) => Promise<void>;
  /** Opens the table on which the same people play again. */
  readonly openRematch: (state: TableState) => Promise<void>;
  /** The log of this room cannot be read any more: the room is closed. */
  readonly onFault: (room: Room, fault: TableFault) => void;
}

export type CommandResult = Result<number, ProtocolError>;

/** After so long the database is asked again. Milliseconds. */
const RETRY = 1000;
/** The longest delay before a table that failed is looked after again. Milliseconds. */
const LONGEST_RETRY = 60_000;
/** After so long it is looked again what became of a node that is silent. Milliseconds. */
const SOON = 250;
/** What is due later than this is left to whoever keeps the agenda, and the room may be forgotten until then. Milliseconds. */
const FAR = 3_600_000;
/** The number of no event. */
const NOTHING = -1;
/** Refusals that are remembered, so that a command sent again has the same answer. */
const MOST_REFUSALS = 100;

/**
 * One table at work: takes commands one after the other, each decided, stored, answered, and only then told. Whatever it holds can be
 * thrown away and loaded again.
 */
export class Room {
  readonly subscribers: Subscribers;
  readonly chats: Readonly<Record<ChatRoom, Chat>>;
  readonly #parts: RoomParts;
  readonly #queue = new SerialQueue();
  readonly #alarm: DeadlineTimer;
  readonly #refusals = new Map<string, { readonly error: ProtocolError; readonly hash: string }>();
  #loaded: Loaded;
  #shown: TableState;
  #thinkingOn: unknown = null;
  /** The number of the event that is being written; `NOTHING` for none. */
  #writing = NOTHING;
  /** Whether it was heard that an event of this number stands in the log, whoever wrote it. */
  #isWritten = false;
  #isKept = false;
  /** How often in a row what follows from the state could not be done. */
  #failures = 0;
  #isClosed = false;

  constructor(loaded: Loaded, chats: Readonly<Record<ChatRoom, Chat>>, parts: RoomParts) {
    this.#loaded = loaded;
    this.#shown = loaded.state;
    this.#parts = parts;
    this.chats = chats;
    const { now, node, patience, presencePace: pace } = parts;
    const onPeople = (): void => this.#tend(this.#peopleChanged());
    this.subscribers = new Subscribers(this, { now, node, patience, pace, onPeople, onSubscriber: () => this.#wake() });
    this.#alarm = new DeadlineTimer(parts.now, () => this.#tend(this.look()));
  }

  get id(): string {
    return this.state.id;
  }

  get state(): TableState {
    return this.#loaded.state;
  }

  /** What has been told: what follows from it and has to be there first, as the table of a rematch, is there. */
  get shown(): TableState {
    return this.#shown;
  }

  /** Whether nothing is lost by forgetting this room for now. What is due later (`dueAt`) has to be looked after then. */
  get isIdle(): boolean {
    return this.subscribers.size === 0 && !(this.#isNeeded && this.#parts.node.owns(this.id));
  }

  /** Whether something is due here soon, or being done. */
  get #isNeeded(): boolean {
    const { dueAt } = this;
    return this.#isBotDue || (dueAt !== null && dueAt - this.#parts.now() < FAR);
  }

  /** When something has to be done here that nobody asks for; `null` where that is not foreseen. */
  get dueAt(): number | null {
    return this.#nextMoment();
  }

  /** Whether this can ever need a keeper: a clock runs, or a bot plays. */
  get mayNeedOwner(): boolean {
    const { terms, chairs } = this.state.head;
    return terms.clock.system !== 'none' || chairs.some(({ kind }) => kind === 'bot');
  }

  /** Whether a bot should move now: nobody waits for it where nobody looks and no clock runs. */
  get #isBotDue(): boolean {
    return botToMove(this.state) >= 0 && (this.#runningClock() !== null || this.subscribers.isWatched);
  }

  /**
   * Does a command; `key` names it, and the same one again has the same answer. `answer` is called once it is durable or refused, and
   * before anybody else is told. Rejects only before that: what fails afterwards is logged here and tried again.
   */
  do(key: string, doing: Doing, answer: (result: CommandResult) => void): Promise<void> {
    return this.#queue.run(async () => {
      answer(await this.#answerTo({ key, hash: commandHash(doing.command) }, doing));
      await this.#followed();
    });
  }

  async #answerTo(command: CommandId, doing: Doing): Promise<CommandResult> {
    try {
      return await this.#done(command, doing);
    } catch (error) {
      if (error instanceof TableFault) return failure(error.fault);
      throw error;
    }
  }

  /** What a command under this id came to before; `null` for one that is new. */
  async #before(command: CommandId): Promise<CommandResult | null> {
    const { key } = command;
    const idUsed = failure({ name: 'id-used' } as const);
    const done = await this.#parts.tableLog.doneBefore(this.#loaded, key);
    if (done !== undefined) return isSameCommand(done, command) ? success(done.seq) : idUsed;
    if (Object.values(this.chats).some((chat) => chat.has(key))) return idUsed;
    const refused = this.#refusals.get(key);
    if (refused === undefined) return null;
    return isSameCommand(refused, command) ? failure(refused.error) : idUsed;
  }

  async #done(command: CommandId, doing: Doing): Promise<CommandResult> {
    const before = await this.#before(command);
    if (before !== null) return before;
    const decided = await this.#decide(doing);
    if (decided === null) return failure({ name: 'unavailable' });
    if (!decided.ok)
      return (await this.#isBehind()) ? this.#done(command, doing) : this.#refused(command, decided.error);
    // The clock had fallen: that is written down, and then the command comes too late.
    const isTooLate = decided.value.kind === 'timed-out';
    const result = await this.#append(decided.value, isTooLate ? undefined : command);
    if (result === 'unavailable') return failure({ name: 'unavailable' });
    return result === 'behind' || isTooLate ? this.#done(command, doing) : success(this.state.seq);
  }

  /** `null` where nobody can say now: it is not known until when the table was served. */
  async #decide(doing: Doing): Promise<CommandDecision | null> {
    for (;;) {
      if (!(await this.#isSettled())) return null;
      const decided = decideTableCommand(this.state, doing, (seat) => this.subscribers.claimFrom(seat));
      if (!decided.ok || decided.value.kind !== 'timed-out') return decided;
      const silence = this.#parts.node.silence(this.id);
      if (silence === null) return decided;
      await silence;
    }
  }

  /** Whether another node has written something that could not be known here when a command was refused; now it is. */
  async #isBehind(): Promise<boolean> {
    if (!this.#parts.node.isShared) return false;
    const { seq } = this.state;
    await this.#readOn();
    return this.state.seq > seq;
  }

  /** Spares the running clock whatever was not served; whether all of that is known and written down. */
  async #isSettled(): Promise<boolean> {
    while (this.#runningClock() !== null) {
      if (!(await this.#isServing())) return false;
      const spared = this.#owed() && outageCredit(this.state, this.#around());
      if (spared === null) return true;
      if ((await this.#append(spared)) === 'unavailable') return false;
    }
    return true;
  }

  /** Where no clock runs nothing hangs on it. A promise only where it has to be asked. */
  #isServing(): boolean | Promise<boolean> {
    return this.#runningClock() === null || this.#parts.node.isServing();
  }

  #runningClock(): ClockState | null {
    const { match } = this.state;
    return match === null || match.end !== null || match.clock === null || match.clock.seat < 0 ? null : match.clock;
  }

  #owed(): Span | null {
    const clock = this.#runningClock();
    return clock && this.#parts.node.owed(this.id, clock.since);
  }

  #refused({ key, hash }: CommandId, error: ProtocolError): CommandResult {
    this.#refusals.set(key, { error, hash });
    for (const oldest of this.#refusals.keys()) {
      if (this.#refusals.size <= MOST_REFUSALS) break;
      this.#refusals.delete(oldest);
    }
    return failure(error);
  }

  /** Takes a seek a step further; whether that could still be. `unavailable` where nobody knows. */
  step(event: SeekEvent): Promise<'done' | 'too-late' | 'unavailable'> {
    return this.#queue.run(async () => {
      const result = await this.#stepped(event);
      // Where it came too late somebody else was quicker: that is to be told as well.
      await this.#followed();
      return result;
    });
  }

  async #stepped(event: SeekEvent): Promise<'done' | 'too-late' | 'unavailable'> {
    while (isSeekStep(this.state, event)) {
      const result = await this.#append(event);
      if (result !== 'behind') return result === 'appended' ? 'done' : result;
    }
    return 'too-late';
  }

  /** Closes a table at which nobody sat down for long, or ends a match that nobody played on for long. */
  expire(): Promise<void> {
    return this.#queue.run(async () => {
      const at = this.#parts.now();
      for (let end = expiryOf(this.state, at); end !== null; end = expiryOf(this.state, at)) {
        if (this.subscribers.isWatched || (await this.#append(end)) === 'unavailable') break;
      }
      await this.#follow();
    });
  }

  /** Says something in the room of the speaker. */
  async say(key: string, room: ChatRoom, line: NewLine, answer: (result: CommandResult) => void): Promise<void> {
    const done = await this.#parts.tableLog.doneBefore(this.#loaded, key);
    if (done !== undefined) return answer(failure({ name: 'id-used' }));
    answer(await this.chats[room].say(key, line));
    this.subscribers.tell();
  }

  /** The chat in a room has reached a line, whoever said it. */
  async heard(room: ChatRoom, last: number): Promise<void> {
    if (this.chats[room].last >= last) return;
    await this.chats[room].catchUp(last);
    this.subscribers.tell();
  }

  /** Does what the time or the state of the table asks for, and tells what changed. */
  look(): Promise<void> {
    return this.#queue.run(() => this.#follow());
  }

  /** The log has reached `seq`: whether nothing has to be read for that, as it is known here or being written from here. */
  hasNoted(seq: number): boolean {
    if (seq === this.#writing) this.#isWritten = true;
    return seq <= this.state.seq || seq === this.#writing;
  }

  /** The log has reached `seq`, whoever wrote it. */
  catchUp(seq: number): Promise<void> {
    return this.#queue.run(async () => {
      if (seq <= this.state.seq) return;
      await this.#readOn();
      await this.#follow();
    });
  }

  /** Stops timers; resolves when what was under way is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.idle();
    this.#alarm.set(null);
    this.subscribers.close();
  }

  async #append(event: TableEvent, command?: CommandId): Promise<'appended' | 'behind' | 'unavailable'> {
    const writing = this.state.seq + 1;
    this.#writing = writing;
    this.#isWritten = false;
    const result = await this.#parts.tableLog.append(this.state, event, command);
    this.#writing = NOTHING;
    if (result.ok) {
      const { done } = this.#loaded;
      if (command !== undefined) done.add(command.key, { seq: result.value.seq, hash: command.hash });
      this.#loaded = { ...this.#loaded, state: result.value, done };
      return 'appended';
    }
    if (result.error === 'unavailable') this.#parts.node.doubt();
    if (result.error === 'behind') await this.#readOn();
    // No answer came, and yet something stands in the log.
    else if (this.#isWritten) this.#tend(this.catchUp(writing));
    return result.error;
  }

  async #readOn(): Promise<void> {
    const { redactions } = this.#loaded;
    try {
      this.#loaded = await this.#parts.tableLog.readOn(this.#loaded);
    } catch (error) {
      if (error instanceof TableFault) this.#parts.onFault(this, error);
      throw error;
    }
    if (this.#loaded.redactions === redactions) return;
    for (const chat of Object.values(this.chats)) await chat.reload();
  }

  /** The same as `#follow` for what was answered already: a failure is nobody's answer. */
  async #followed(): Promise<void> {
    try {
      await this.#follow();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Tells what is new, does what follows from it, and sets the timer for what comes next. */
  async #follow(): Promise<void> {
    for (;;) {
      // Before it is told: whoever reads of another table goes there at once.
      if (phaseOf(this.state) === 'over' && !(await this.#concluded()))
        return this.#alarm.set(this.#parts.now() + RETRY);
      this.#tell();
      if (this.#isClosed) return;
      if (!(await this.#isServing())) return this.#alarm.set(this.#parts.now() + RETRY);
      const scheduled = scheduledEventOf(this.state, this.#around());
      if (scheduled === null) break;
      if (scheduled.kind === 'timed-out' && this.#parts.node.silence(this.id) !== null) {
        return this.#alarm.set(this.#parts.now() + SOON);
      }
      if ((await this.#append(scheduled)) === 'unavailable') return this.#alarm.set(this.#parts.now() + RETRY);
    }
    this.#failures = 0;
    const isOwner = this.#parts.node.owns(this.id);
    this.#alarm.set(isOwner ? this.#nextMoment() : null);
    if (isOwner) this.#think();
  }

  #tell(): void {
    this.#shown = this.state;
    this.subscribers.tell();
    this.#parts.onChange(this);
  }

  #nextMoment(): number | null {
    const { match } = this.state;
    if (match === null || match.end !== null) return null;
    const { now, patience } = this.#parts;
    return earliest(
      lostAt(this.state, { absences: this.subscribers.absences(), patience }),
      clockMoment(this.state, now()),
    );
  }

  #around(): Around {
    const { now, chance, patience } = this.#parts;
    const { subscribers } = this;
    return {
      now: now(),
      chance,
      patience,
      here: subscribers.here(),
      absences: subscribers.absences(),
      owed: this.#owed(),
    };
  }

  /** Keeps what is over, and opens the next table where everybody wants one; whether that went well. */
  async #concluded(): Promise<boolean> {
    try {
      if (!this.#isKept) await this.#parts.keep(this.state);
      this.#isKept = true;
      if (isRematchAgreed(this.state)) await this.#parts.openRematch(this.state);
      return true;
    } catch (error) {
      this.#parts.log.error({ table: this.id, err: error }, 'a match that is over could not be kept');
      return false;
    }
  }

  /** Lets the bot that is to move think, unless it does; what it finds for a position that is gone is thrown away. */
  #think(): void {
    const { match, game } = this.state;
    const seat = botToMove(this.state);
    const bot = this.state.chairs[seat];
    if (match === null || bot?.kind !== 'bot' || this.#thinkingOn === match.position || !this.#isBotDue) return;
    const { position, setup } = match;
    this.#thinkingOn = position;
    const rules = rulesOf(this.state.head);
    const task = { game: game.id, rules, options: setup.options, knowledge: game.knowledge(position, seat) };
    const request = { ...task, level: bot.level, seed: this.#parts.chance.secret() };
    const person = this.state.head.host;
    const isWanted = (): boolean => !this.#isClosed && this.state.match?.position === position && this.#isBotDue;
    const fallback = () => game.formatMove(position.randomMove(this.#parts.chance.rng));
    const moved = this.#parts.bots
      .choose({ request, person, place: this.subscribers.address ?? person, isWanted })
      .catch((error: unknown) => {
        if (error instanceof NotThought) throw error;
        this.#parts.log.error({ table: this.id, game: game.id, err: error }, 'a bot failed; chance moves for it');
        return fallback();
      })
      .then((move) => this.#queue.run(() => this.#botMoves(seat, position, move)))
      .catch((error: unknown) => this.#notThought(position, error));
    this.#tend(moved);
  }

  /** Nothing was thought: it is asked for again as long as the move is wanted. */
  #notThought(position: unknown, error: unknown): void {
    if (!(error instanceof NotThought)) throw error;
    if (this.#thinkingOn === position) this.#thinkingOn = null;
    if (!this.#isClosed && this.#isBotDue) this.#alarm.set(this.#parts.now() + RETRY);
  }

  /** Lets a bot begin to think that waited for somebody to look. */
  #wake(): void {
    const isDue = this.#thinkingOn === null || this.#thinkingOn !== this.state.match?.position;
    if (!this.#isClosed && isDue && this.#isBotDue) this.#tend(this.look());
  }

  /** What nobody waits for must not fail unseen. */
  #tend(work: Promise<void>): void {
    work.catch((error: unknown) => {
      // A log that cannot be read closed this room already.
      if (!(error instanceof TableFault)) this.#failed(error);
    });
  }

  /** The table is looked after again, after a delay that grows: a database comes back, a bug stays. */
  #failed(error: unknown): void {
    this.#parts.log.error({ table: this.id, err: error }, 'a table could not be looked after');
    this.#thinkingOn = null;
    const delay = Math.min(LONGEST_RETRY, RETRY * 2 ** this.#failures++);
    if (!this.#isClosed) this.#alarm.set(this.#parts.now() + delay);
  }

  async #botMoves(seat: number, position: unknown, move: string): Promise<void> {
    if (this.#isClosed || this.state.match?.position !== position) return;
    const isSettled = await this.#isSettled();
    const { match } = this.state;
    if (match === null || match.position !== position) return;
    if (!isSettled) throw new UnavailableError('the database does not answer');
    const decided = decide(match, { kind: 'move', seat, move, at: this.#parts.now() });
    if (decided.ok) await this.#append(decided.value);
    this.#thinkingOn = null;
    await this.#follow();
  }

  async #peopleChanged(): Promise<void> {
    this.#parts.onChange(this);
    const clock = this.#runningClock();
    const isWaitedFor = clock !== null && isAwaited(clock, this.#parts.now());
    if (isWaitedFor || hasHardlyBegun(this.state)) await this.look();
    else this.#wake();
  }

  /** The chair that is kept for a person, `null` for none. */
  invitedTo(person: string | null): number | null {
    const chair = invitedTo(this.#shown, person);
    return chair < 0 ? null : chair;
  }

  /** The seat or chair of a person, `null` for who only watches. */
  seatOf(person: string | null): number | null {
    const seat = seatOf(this.state, person);
    return seat < 0 ? null : seat;
  }
}

const earliest = (...moments: readonly (number | null)[]): number | null => {
  const set = moments.filter((moment) => moment !== null);
  return set.length === 0 ? null : Math.min(...set);
};
