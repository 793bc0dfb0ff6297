import { type EventText, storedEvent, StoreUnavailable } from '@tablier/store';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure, type Seat, success } from '@tablier/core';
import { decide, isAwaited } from '@tablier/match';
import type { ChatRoom } from '@tablier/protocol';
import type { Span } from '../cluster/node.ts';
import { SerialQueue } from '../lib/tasks.ts';
import { type Loaded, TableFault, TableReplica } from './logs/table-log.ts';
import { Subscribers } from './watching/subscribers.ts';
import type { Chat, NewLine } from './logs/chat.ts';
import { BotTurns, type FoundMove, nextMomentOf, TableTimer } from './room-work.ts';
import {
  commandHash,
  type CommandId,
  type CommandResult,
  createCommandResults,
  type CommandContext,
  type CommandDecision,
  decideTableCommand,
  isSeekStep,
  type TableCommand,
} from './decisions/decide-command.ts';
import { type ActionContext, expiryOf, outageCredit, scheduledEventOf } from './decisions/scheduled-actions.ts';
import { createFinishedMatch } from './finished/finished-match.ts';
import { PreparedMoves } from './logs/prepared-moves.ts';
import type { RoomDeps } from './rooms.ts';
import {
  hasHardlyBegun,
  isRematchAgreed,
  phaseOf,
  runningClock,
  type SeekEvent,
  type TableState,
} from './state/table-state.ts';

/** Actions due later than this are left to the agenda, so that the room can be unloaded until then. Milliseconds. */
const FAR = 3_600_000;

/** Processes commands one after the other: decide, store, answer, notify. All its state can be dropped and loaded again. */
export class Room {
  readonly subscribers: Subscribers;
  readonly prepared: PreparedMoves;
  readonly chats: Readonly<Record<ChatRoom, Chat>>;
  readonly #deps: RoomDeps;
  readonly #queue = new SerialQueue();
  readonly #timer: TableTimer;
  readonly #replica: TableReplica;
  readonly #results: ReturnType<typeof createCommandResults>;
  readonly #botTurns: BotTurns;
  readonly #finished: ReturnType<typeof createFinishedMatch>;
  #shown: TableState;
  #isClosed = false;

  constructor(loaded: Loaded, chats: Readonly<Record<ChatRoom, Chat>>, deps: RoomDeps) {
    this.#shown = loaded.state;
    this.#deps = deps;
    this.chats = chats;
    this.#replica = new TableReplica(loaded, {
      ...deps,
      onFault: (fault) => deps.onFault(this, fault),
      onRedaction: () => this.#reloadChats(),
      onLateWrite: (seq) => this.#inBackground(this.catchUp(seq)),
    });
    this.#results = createCommandResults({
      doneBefore: (key) => this.#replica.doneBefore(key),
      hasLineOf: (key) => this.hasLineOf(key),
    });
    this.subscribers = new Subscribers(this, {
      ...deps,
      pace: deps.paces.presence,
      onPeople: () => this.#inBackground(this.#peopleChanged()),
      onSubscriber: () => this.#wake(),
    });
    this.#timer = new TableTimer(deps.now, () => this.#inBackground(this.advance()));
    this.#finished = createFinishedMatch({ ...deps, addressOf: (person) => this.subscribers.addressOf(person) });
    this.prepared = new PreparedMoves(this, {
      ...deps,
      run: (work) => this.#queue.run(work),
      onChange: () => this.#inBackground(nextTurn().then(() => this.advance())),
    });
    this.#botTurns = new BotTurns(this, {
      ...deps,
      isClosed: () => this.#isClosed,
      onMove: (found) => this.#queue.run(() => this.#playBotMove(found)),
      onSkipped: () => this.#timer.retry(),
      inBackground: (work) => this.#inBackground(work),
    });
  }

  get id(): string {
    return this.state.id;
  }

  get state(): TableState {
    return this.#replica.state;
  }

  /** What subscribers see: it lags behind until what it refers to exists, such as the table of a rematch. */
  get shown(): TableState {
    return this.#shown;
  }

  /** Whether the room can be unloaded without loss. What is due later (`dueAt`) must be done by then. */
  get isIdle(): boolean {
    return this.subscribers.size === 0 && !(this.#isNeeded && this.#deps.node.owns(this.id));
  }

  get #isNeeded(): boolean {
    const { dueAt } = this;
    return this.#botTurns.isDue || (dueAt !== null && dueAt - this.#deps.now() < FAR);
  }

  get dueAt(): number | null {
    const { now, absencePolicy } = this.#deps;
    return nextMomentOf(this.state, { now: now(), absencePolicy, absences: this.subscribers.presence.absences() });
  }

  /**
   * Runs a command; the same `key` gets the same answer. Resolves when it is durable or refused. Notifying subscribers and scheduled actions
   * follow in a later turn of the event loop, after the answer of a caller that answers at once; they are retried.
   */
  do(key: string, command: TableCommand, context: CommandContext): Promise<CommandResult> {
    return new Promise((resolve, reject) => {
      const task = async (): Promise<void> => {
        const id = { key, hash: commandHash(command) };
        resolve(await this.#run(id, command, context).catch(faultResult));
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

  async #run(id: CommandId, command: TableCommand, context: CommandContext): Promise<CommandResult> {
    const { seq } = this.state;
    const before = this.#results.of(id);
    if (before !== null) return before;
    const decided = await this.#decide(command, context);
    if (decided === null) return failure({ name: 'unavailable' });
    // Events that came meanwhile may have this very command: it may have been sent again.
    if (this.state.seq > seq) return this.#run(id, command, context);
    if (!decided.ok)
      return (await this.#hasGrown(seq)) ? this.#run(id, command, context) : this.#results.refused(id, decided.error);
    // The clock had already run out: that is stored first, and then the command is too late.
    const isTooLate = decided.value.kind === 'timed-out';
    const result = await this.#replica.append(decided.value, isTooLate ? undefined : id);
    if (result === 'unavailable') return failure({ name: 'unavailable' });
    return result === 'behind' || isTooLate ? this.#run(id, command, context) : success(this.state.seq);
  }

  /** `null` if it cannot be decided now, because it is not known until when the table was served. */
  async #decide(command: TableCommand, context: CommandContext): Promise<CommandDecision | null> {
    for (;;) {
      if (!(await this.#isSettled())) return null;
      const claimFrom = (seat: Seat): number | null => this.subscribers.presence.claimFrom(seat);
      const decided = decideTableCommand(this.state, command, { ...context, claimFrom });
      if (!decided.ok || decided.value.kind !== 'timed-out') return decided;
      const silence = this.#deps.node.silence(this.id);
      if (silence === null) return decided;
      await silence;
    }
  }

  /** Whether events came after `seq` until a command was refused, of which it may be one. All are read. */
  async #hasGrown(seq: number): Promise<boolean> {
    if (this.#deps.node.isShared) await this.#replica.readOn();
    return this.state.seq > seq;
  }

  /** False if the outages are not known, or a credit could not be stored. */
  async #isSettled(): Promise<boolean> {
    while (runningClock(this.state) !== null) {
      if (!(await this.#isServing())) return false;
      const credit = this.#owed() && outageCredit(this.state, this.#actionContext());
      if (credit === null) return true;
      if ((await this.#replica.append(credit)) === 'unavailable') return false;
    }
    return true;
  }

  /** True if no clock runs. Returns a promise only if the node has to check. */
  #isServing(): boolean | Promise<boolean> {
    return runningClock(this.state) === null || this.#deps.node.isServing();
  }

  #owed(): Span | null {
    const clock = runningClock(this.state);
    return clock && this.#deps.node.owed(this.id, clock.since);
  }

  /** `too-late`: the step is no longer possible. `unavailable`: the database did not answer. */
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
      const result = await this.#replica.append(event);
      if (result !== 'behind') return result === 'appended' ? 'done' : result;
    }
    return 'too-late';
  }

  expire(): Promise<void> {
    return this.#queue.run(async () => {
      const at = this.#deps.now();
      for (let end = expiryOf(this.state, at); end !== null; end = expiryOf(this.state, at)) {
        if (this.subscribers.presence.isWatched || (await this.#replica.append(end)) === 'unavailable') break;
      }
      await this.#advance();
    });
  }

  hasLineOf(key: string): boolean {
    return Object.values(this.chats).some((chat) => chat.has(key));
  }

  /** Adds a message to a chat room. Resolves as `do` does. */
  async addLine(key: string, room: ChatRoom, line: NewLine): Promise<CommandResult> {
    const done = this.#replica.doneBefore(key);
    if (done !== undefined) return failure({ name: 'id-used' });
    const result = await this.chats[room].add(key, line);
    this.#inBackground(nextTurn().then(() => this.subscribers.notifyAll()));
    return result;
  }

  async chatReached(room: ChatRoom, last: number): Promise<void> {
    if (this.chats[room].last >= last) return;
    await this.chats[room].catchUp(last);
    this.subscribers.notifyAll();
  }

  advance(): Promise<void> {
    return this.#queue.run(() => this.#advance());
  }

  /** Returns whether nothing has to be read: the event is known, or being written from here. */
  hasReached(seq: number): boolean {
    return this.#replica.hasReached(seq);
  }

  /** `event`: the one with this number, if it is known. */
  catchUp(seq: number, event?: EventText): Promise<void> {
    return this.#queue.run(async () => {
      if (seq <= this.state.seq) return;
      await this.#replica.readOn(event && storedEvent(seq, event));
      await this.#advance();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.idle();
    this.#timer.stop();
    this.subscribers.close();
  }

  async #reloadChats(): Promise<void> {
    for (const chat of Object.values(this.chats)) await chat.reload();
  }

  async #advanceSafely(): Promise<void> {
    try {
      await this.#advance();
    } catch (error) {
      this.#failed(error);
    }
  }

  async #advance(): Promise<void> {
    for (;;) {
      if (!isRematchAgreed(this.state)) this.#notify();
      if (phaseOf(this.state) === 'over' && !(await this.#finish())) return void this.#timer.failed('end');
      if (this.#isClosed) return;
      if (!(await this.#isServing())) return this.#timer.retry();
      const scheduled = scheduledEventOf(this.state, this.#actionContext());
      if (scheduled === null) {
        const prepared = await this.prepared.make((event) => this.#replica.append(event));
        if (prepared === 'unavailable') return this.#timer.retry();
        if (prepared === 'none') break;
        continue;
      }
      if (scheduled.kind === 'timed-out' && this.#deps.node.silence(this.id) !== null) {
        return this.#timer.retrySoon();
      }
      if ((await this.#replica.append(scheduled)) === 'unavailable') return this.#timer.retry();
    }
    const isOwner = this.#deps.node.owns(this.id);
    this.#timer.done(isOwner ? this.dueAt : null);
    if (isOwner) this.#botTurns.start();
  }

  async #finish(): Promise<boolean> {
    const isArchived = await this.#deps.archiving.add(this.#finished.archive(this.state));
    if (!isRematchAgreed(this.state)) return isArchived;
    const isOpen = await this.#finished.openRematch(this.state);
    // Not before, because a client that reads about another table goes there at once.
    if (isOpen) this.#notify();
    return isArchived && isOpen;
  }

  #notify(): void {
    this.#shown = this.state;
    this.subscribers.notifyAll();
    this.#deps.onChange(this);
  }

  #actionContext(): ActionContext {
    const { now, chance, absencePolicy } = this.#deps;
    const { subscribers } = this;
    return {
      now: now(),
      chance,
      absencePolicy,
      here: subscribers.presence.here(),
      absences: subscribers.presence.absences(),
      owed: this.#owed(),
    };
  }

  /** Starts a bot that waited for a viewer. */
  #wake(): void {
    if (this.#botTurns.isWaiting) this.#inBackground(this.advance());
  }

  #inBackground(work: Promise<void>): void {
    work.catch((error: unknown) => {
      // An unreadable log has already closed this room.
      if (!(error instanceof TableFault)) this.#failed(error);
    });
  }

  /** The table is tried again with an increasing delay, because a database comes back but a bug stays. */
  #failed(error: unknown): void {
    this.#botTurns.reset();
    const isNew = this.#isClosed || this.#timer.failed(`${this.state.seq} ${String(error)}`);
    if (isNew) this.#deps.log.error({ table: this.id, err: error }, 'table maintenance failed');
  }

  async #playBotMove({ seat, position, move }: FoundMove): Promise<void> {
    if (this.#isClosed || this.state.match?.position !== position) return;
    const isSettled = await this.#isSettled();
    const { match } = this.state;
    if (match === null || match.position !== position) return;
    if (!isSettled) throw new StoreUnavailable('the database does not answer');
    const decided = decide(match, { kind: 'move', seat, move, at: this.#deps.now() });
    if (decided.ok) await this.#replica.append(decided.value);
    this.#botTurns.reset();
    await this.#advance();
  }

  async #peopleChanged(): Promise<void> {
    this.#deps.onChange(this);
    const clock = runningClock(this.state);
    const isWaitedFor = clock !== null && isAwaited(clock, this.#deps.now());
    if (isWaitedFor || hasHardlyBegun(this.state)) await this.advance();
    else this.#wake();
  }
}

function faultResult(error: unknown): CommandResult {
  if (error instanceof TableFault) return failure(error.fault);
  throw error;
}
