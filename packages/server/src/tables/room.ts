import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure, type Result, type Seat, success } from '@tablier/core';
import { type ClockState, decide, isAwaited, type AbsencePolicy } from '@tablier/match';
import type { ChatRoom, ProtocolError } from '@tablier/protocol';
import { DeadlineTimer } from '../lib/deadline-timer.ts';
import { type BotPool, SearchSkipped } from '../bots/bot-pool.ts';
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
  type ActionContext,
  botToMove,
  clockMoment,
  scheduledEventOf,
  expiryOf,
  lostAt,
  outageCredit,
} from './scheduled-actions.ts';
import {
  type CommandContext,
  type CommandDecision,
  decideTableCommand,
  isSeekStep,
  type TableCommand,
} from './decide-command.ts';
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

/** What a room needs from the rest of the server. */
export interface RoomParts {
  readonly log: Log;
  readonly tableLog: TableLog;
  readonly chance: Chance;
  readonly bots: BotPool;
  readonly node: ServerNode;
  readonly now: () => number;
  /** The shortest interval between two presence messages. Milliseconds. */
  readonly presencePace: number;
  readonly absencePolicy: AbsencePolicy;
  /** Called after every change, once it is durable and the sender has been answered. */
  readonly onChange: (room: Room) => void;
  /** Stores the record of a match that is over. */
  readonly keep: (state: TableState) => Promise<void>;
  /** Creates the table of a rematch. */
  readonly openRematch: (state: TableState) => Promise<void>;
  /** Called when the log of this room can no longer be read, after which the room is closed. */
  readonly onFault: (room: Room, fault: TableFault) => void;
}

export type CommandResult = Result<number, ProtocolError>;

/** The delay before the database is tried again. Milliseconds. */
const RETRY = 1000;
/** The longest delay before a failed table is tried again. Milliseconds. */
const LONGEST_RETRY = 60_000;
/** The delay before a silent node is checked again. Milliseconds. */
const SOON = 250;
/** Actions due later than this are left to the agenda, so that the room can be unloaded until then. Milliseconds. */
const FAR = 3_600_000;
/** Not the number of any event. */
const NO_EVENT = -1;
/** Refusals that are remembered, so that a resent command gets the same answer. */
const MOST_REFUSALS = 100;

/**
 * One table in memory. It processes commands one after the other: decide, store, answer, notify. All its state can be
 * dropped and loaded again.
 */
export class Room {
  readonly subscribers: Subscribers;
  readonly chats: Readonly<Record<ChatRoom, Chat>>;
  readonly #parts: RoomParts;
  readonly #queue = new SerialQueue();
  readonly #timer: DeadlineTimer;
  readonly #refusals = new Map<string, { readonly error: ProtocolError; readonly hash: string }>();
  #loaded: Loaded;
  #shown: TableState;
  #searchedPosition: unknown = null;
  /** The number of the event that is being written; `NO_EVENT` for none. */
  #writing = NO_EVENT;
  /** True once a notice reports that the log has reached the number `#writing`, written by any node. */
  #isWritten = false;
  #isArchived = false;
  /** How often in a row the follow-up of a change failed. */
  #failures = 0;
  #isClosed = false;

  constructor(loaded: Loaded, chats: Readonly<Record<ChatRoom, Chat>>, parts: RoomParts) {
    this.#loaded = loaded;
    this.#shown = loaded.state;
    this.#parts = parts;
    this.chats = chats;
    const { now, node, absencePolicy, presencePace: pace } = parts;
    const onPeople = (): void => this.#inBackground(this.#peopleChanged());
    this.subscribers = new Subscribers(this, {
      now,
      node,
      absencePolicy,
      pace,
      onPeople,
      onSubscriber: () => this.#wake(),
    });
    this.#timer = new DeadlineTimer(parts.now, () => this.#inBackground(this.advance()));
  }

  get id(): string {
    return this.state.id;
  }

  get state(): TableState {
    return this.#loaded.state;
  }

  /**
   * The state that subscribers are shown. It lags behind `state` until everything it refers to exists, such as the
   * table of a rematch.
   */
  get shown(): TableState {
    return this.#shown;
  }

  /** Whether the room can be unloaded without loss. What is due later (`dueAt`) must be done by then. */
  get isIdle(): boolean {
    return this.subscribers.size === 0 && !(this.#isNeeded && this.#parts.node.owns(this.id));
  }

  /** Whether something is due soon or in progress. */
  get #isNeeded(): boolean {
    const { dueAt } = this;
    return this.#isBotDue || (dueAt !== null && dueAt - this.#parts.now() < FAR);
  }

  /** When the next scheduled action is due; `null` if none is foreseen. */
  get dueAt(): number | null {
    return this.#nextMoment();
  }

  /** Whether this table can ever need an owner node: it has a clock or a bot. */
  get mayNeedOwner(): boolean {
    const { terms, chairs } = this.state.head;
    return terms.clock.system !== 'none' || chairs.some(({ kind }) => kind === 'bot');
  }

  /** Whether a bot should move now. Without viewers and without a running clock it need not. */
  get #isBotDue(): boolean {
    return botToMove(this.state) >= 0 && (this.#runningClock() !== null || this.subscribers.isWatched);
  }

  /**
   * Runs a command. `key` identifies it: the same command again gets the same answer. Resolves when it is durable or
   * refused. The follow-up (notifying subscribers, scheduled actions) starts in a later turn of the event loop, so a
   * caller that answers at once does so before anyone else is notified. Errors of the follow-up are logged, and it is
   * retried.
   */
  do(key: string, command: TableCommand, context: CommandContext): Promise<CommandResult> {
    return new Promise((resolve, reject) => {
      const task = async (): Promise<void> => {
        resolve(await this.#resultOf({ key, hash: commandHash(command) }, command, context));
        await nextTurn();
        await this.#advanceSafely();
      };
      this.#queue.run(task).catch(reject);
    });
  }

  /** Resolves when all commands so far and their follow-ups are done. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  async #resultOf(id: CommandId, command: TableCommand, context: CommandContext): Promise<CommandResult> {
    try {
      return await this.#run(id, command, context);
    } catch (error) {
      if (error instanceof TableFault) return failure(error.fault);
      throw error;
    }
  }

  /** The earlier result of a command with this id; `null` for a new command. */
  async #before(id: CommandId): Promise<CommandResult | null> {
    const { key } = id;
    const idUsed = failure({ name: 'id-used' } as const);
    const done = await this.#parts.tableLog.doneBefore(this.#loaded, key);
    if (done !== undefined) return isSameCommand(done, id) ? success(done.seq) : idUsed;
    if (Object.values(this.chats).some((chat) => chat.has(key))) return idUsed;
    const refused = this.#refusals.get(key);
    if (refused === undefined) return null;
    return isSameCommand(refused, id) ? failure(refused.error) : idUsed;
  }

  async #run(id: CommandId, command: TableCommand, context: CommandContext): Promise<CommandResult> {
    const before = await this.#before(id);
    if (before !== null) return before;
    const decided = await this.#decide(command, context);
    if (decided === null) return failure({ name: 'unavailable' });
    if (!decided.ok)
      return (await this.#isBehind()) ? this.#run(id, command, context) : this.#refused(id, decided.error);
    // The clock had already run out: that is stored first, and then the command is too late.
    const isTooLate = decided.value.kind === 'timed-out';
    const result = await this.#append(decided.value, isTooLate ? undefined : id);
    if (result === 'unavailable') return failure({ name: 'unavailable' });
    return result === 'behind' || isTooLate ? this.#run(id, command, context) : success(this.state.seq);
  }

  /** `null` if it cannot be decided now, because it is not known until when the table was served. */
  async #decide(command: TableCommand, context: CommandContext): Promise<CommandDecision | null> {
    for (;;) {
      if (!(await this.#isSettled())) return null;
      const claimFrom = (seat: Seat): number | null => this.subscribers.claimFrom(seat);
      const decided = decideTableCommand(this.state, command, { ...context, claimFrom });
      if (!decided.ok || decided.value.kind !== 'timed-out') return decided;
      const silence = this.#parts.node.silence(this.id);
      if (silence === null) return decided;
      await silence;
    }
  }

  /** Whether another node has written events that were unknown here when a command was refused. They are read. */
  async #isBehind(): Promise<boolean> {
    if (!this.#parts.node.isShared) return false;
    const { seq } = this.state;
    await this.#readOn();
    return this.state.seq > seq;
  }

  /**
   * Credits the running clock for every outage; false if the outages are not known or the credit could not be stored.
   */
  async #isSettled(): Promise<boolean> {
    while (this.#runningClock() !== null) {
      if (!(await this.#isServing())) return false;
      const credit = this.#owed() && outageCredit(this.state, this.#actionContext());
      if (credit === null) return true;
      if ((await this.#append(credit)) === 'unavailable') return false;
    }
    return true;
  }

  /** True if no clock runs. Returns a promise only if the node has to check. */
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

  /**
   * Takes a seek one step further. `too-late`: that step is no longer possible. `unavailable`: the database did not
   * answer.
   */
  step(event: SeekEvent): Promise<'done' | 'too-late' | 'unavailable'> {
    return this.#queue.run(async () => {
      const result = await this.#stepped(event);
      // If it was too late, another writer was first, and subscribers must be notified of that too.
      await this.#advanceSafely();
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

  /** Closes a table at which no one sat down for long, or ends a match that was idle for long. */
  expire(): Promise<void> {
    return this.#queue.run(async () => {
      const at = this.#parts.now();
      for (let end = expiryOf(this.state, at); end !== null; end = expiryOf(this.state, at)) {
        if (this.subscribers.isWatched || (await this.#append(end)) === 'unavailable') break;
      }
      await this.#advance();
    });
  }

  /** Says a line in a chat room. Resolves as `do` does. */
  async say(key: string, room: ChatRoom, line: NewLine): Promise<CommandResult> {
    const done = await this.#parts.tableLog.doneBefore(this.#loaded, key);
    if (done !== undefined) return failure({ name: 'id-used' });
    const said = await this.chats[room].say(key, line);
    this.#inBackground(nextTurn().then(() => this.subscribers.notifyAll()));
    return said;
  }

  /** The log of a chat room has reached this line, written by any node. */
  async chatReached(room: ChatRoom, last: number): Promise<void> {
    if (this.chats[room].last >= last) return;
    await this.chats[room].catchUp(last);
    this.subscribers.notifyAll();
  }

  /** Runs scheduled actions that are due, and notifies subscribers of what changed. */
  advance(): Promise<void> {
    return this.#queue.run(() => this.#advance());
  }

  /**
   * The log has reached `seq`. Returns whether nothing has to be read, because this room knows that event or is writing
   * it.
   */
  hasReached(seq: number): boolean {
    if (seq === this.#writing) this.#isWritten = true;
    return seq <= this.state.seq || seq === this.#writing;
  }

  /** Reads on when the log has reached `seq`, written by any node. */
  catchUp(seq: number): Promise<void> {
    return this.#queue.run(async () => {
      if (seq <= this.state.seq) return;
      await this.#readOn();
      await this.#advance();
    });
  }

  /** Stops timers; resolves when work in progress is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.idle();
    this.#timer.set(null);
    this.subscribers.close();
  }

  async #append(event: TableEvent, command?: CommandId): Promise<'appended' | 'behind' | 'unavailable'> {
    const writing = this.state.seq + 1;
    this.#writing = writing;
    this.#isWritten = false;
    const result = await this.#parts.tableLog.append(this.state, event, command);
    this.#writing = NO_EVENT;
    if (result.ok) {
      const { done } = this.#loaded;
      if (command !== undefined) done.add(command.key, { seq: result.value.seq, hash: command.hash });
      this.#loaded = { ...this.#loaded, state: result.value, done };
      return 'appended';
    }
    if (result.error === 'unavailable') this.#parts.node.doubt();
    if (result.error === 'behind') await this.#readOn();
    // The write timed out, but the log did advance.
    else if (this.#isWritten) this.#inBackground(this.catchUp(writing));
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

  /** `#advance` after an answer was given: an error is logged instead of thrown. */
  async #advanceSafely(): Promise<void> {
    try {
      await this.#advance();
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Notifies subscribers, does what the new state calls for, and sets the timer for the next action. */
  async #advance(): Promise<void> {
    for (;;) {
      // Before subscribers are notified, because a client that reads about another table goes there at once.
      if (phaseOf(this.state) === 'over' && !(await this.#finishMatch()))
        return this.#timer.set(this.#parts.now() + RETRY);
      this.#notify();
      if (this.#isClosed) return;
      if (!(await this.#isServing())) return this.#timer.set(this.#parts.now() + RETRY);
      const scheduled = scheduledEventOf(this.state, this.#actionContext());
      if (scheduled === null) break;
      if (scheduled.kind === 'timed-out' && this.#parts.node.silence(this.id) !== null) {
        return this.#timer.set(this.#parts.now() + SOON);
      }
      if ((await this.#append(scheduled)) === 'unavailable') return this.#timer.set(this.#parts.now() + RETRY);
    }
    this.#failures = 0;
    const isOwner = this.#parts.node.owns(this.id);
    this.#timer.set(isOwner ? this.#nextMoment() : null);
    if (isOwner) this.#startBot();
  }

  #notify(): void {
    this.#shown = this.state;
    this.subscribers.notifyAll();
    this.#parts.onChange(this);
  }

  #nextMoment(): number | null {
    const { match } = this.state;
    if (match === null || match.end !== null) return null;
    const { now, absencePolicy } = this.#parts;
    return earliest(
      lostAt(this.state, { absences: this.subscribers.absences(), absencePolicy }),
      clockMoment(this.state, now()),
    );
  }

  #actionContext(): ActionContext {
    const { now, chance, absencePolicy } = this.#parts;
    const { subscribers } = this;
    return {
      now: now(),
      chance,
      absencePolicy,
      here: subscribers.here(),
      absences: subscribers.absences(),
      owed: this.#owed(),
    };
  }

  /**
   * Archives a finished match and creates the table of a rematch that all players want. Returns whether that succeeded.
   */
  async #finishMatch(): Promise<boolean> {
    try {
      if (!this.#isArchived) await this.#parts.keep(this.state);
      this.#isArchived = true;
      if (isRematchAgreed(this.state)) await this.#parts.openRematch(this.state);
      return true;
    } catch (error) {
      this.#parts.log.error({ table: this.id, err: error }, 'finished match not archived');
      return false;
    }
  }

  /**
   * Starts the search of the bot that is to move, unless it is already running. A move for an earlier position is
   * discarded.
   */
  #startBot(): void {
    const { match, game } = this.state;
    const seat = botToMove(this.state);
    const bot = this.state.chairs[seat];
    if (match === null || bot?.kind !== 'bot' || this.#searchedPosition === match.position || !this.#isBotDue) return;
    const { position, setup } = match;
    this.#searchedPosition = position;
    const rules = rulesOf(this.state.head);
    const task = { game: game.id, rules, options: setup.options, knowledge: game.secrets.knowledge(position, seat) };
    const request = { ...task, level: bot.level, seed: this.#parts.chance.secret() };
    const person = this.state.head.host;
    const isWanted = (): boolean => !this.#isClosed && this.state.match?.position === position && this.#isBotDue;
    const fallback = () => game.formatMove(position.randomMove(this.#parts.chance.rng));
    const moved = this.#parts.bots
      .choose({ request, person, place: this.subscribers.address ?? person, isWanted })
      .catch((error: unknown) => {
        if (error instanceof SearchSkipped) throw error;
        this.#parts.log.error({ table: this.id, game: game.id, err: error }, 'bot failed; playing a random move');
        return fallback();
      })
      .then((move) => this.#queue.run(() => this.#playBotMove(seat, position, move)))
      .catch((error: unknown) => this.#retrySearch(position, error));
    this.#inBackground(moved);
  }

  /** No search ran. It is requested again while the move is wanted. */
  #retrySearch(position: unknown, error: unknown): void {
    if (!(error instanceof SearchSkipped)) throw error;
    if (this.#searchedPosition === position) this.#searchedPosition = null;
    if (!this.#isClosed && this.#isBotDue) this.#timer.set(this.#parts.now() + RETRY);
  }

  /** Starts a bot that waited for a viewer. */
  #wake(): void {
    const isDue = this.#searchedPosition === null || this.#searchedPosition !== this.state.match?.position;
    if (!this.#isClosed && isDue && this.#isBotDue) this.#inBackground(this.advance());
  }

  /** Runs work that no caller awaits, and logs its errors. */
  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      // An unreadable log has already closed this room.
      if (!(error instanceof TableFault)) this.#failed(error);
    });
  }

  /** The table is tried again after a growing delay: a database comes back, a bug stays. */
  #failed(error: unknown): void {
    this.#parts.log.error({ table: this.id, err: error }, 'table maintenance failed');
    this.#searchedPosition = null;
    const delay = Math.min(LONGEST_RETRY, RETRY * 2 ** this.#failures++);
    if (!this.#isClosed) this.#timer.set(this.#parts.now() + delay);
  }

  async #playBotMove(seat: number, position: unknown, move: string): Promise<void> {
    if (this.#isClosed || this.state.match?.position !== position) return;
    const isSettled = await this.#isSettled();
    const { match } = this.state;
    if (match === null || match.position !== position) return;
    if (!isSettled) throw new UnavailableError('the database does not answer');
    const decided = decide(match, { kind: 'move', seat, move, at: this.#parts.now() });
    if (decided.ok) await this.#append(decided.value);
    this.#searchedPosition = null;
    await this.#advance();
  }

  async #peopleChanged(): Promise<void> {
    this.#parts.onChange(this);
    const clock = this.#runningClock();
    const isWaitedFor = clock !== null && isAwaited(clock, this.#parts.now());
    if (isWaitedFor || hasHardlyBegun(this.state)) await this.advance();
    else this.#wake();
  }

  /** The chair reserved for a person; `null` for none. */
  invitedTo(person: string | null): number | null {
    const chair = invitedTo(this.#shown, person);
    return chair < 0 ? null : chair;
  }

  /** The seat or chair of a person; `null` for spectators. */
  seatOf(person: string | null): number | null {
    const seat = seatOf(this.state, person);
    return seat < 0 ? null : seat;
  }
}

const earliest = (...moments: readonly (number | null)[]): number | null => {
  const set = moments.filter((moment) => moment !== null);
  return set.length === 0 ? null : Math.min(...set);
};
