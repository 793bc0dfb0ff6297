import type { ServerNode } from '../cluster/node.ts';
import { TableFault } from '../lib/table-fault.ts';
import type { CommandId } from './command-hash.ts';
import type { Done } from './done-commands.ts';
import type { Loaded, TableLog } from './table-log.ts';
import type { TableEvent, TableState } from './table-state.ts';

export interface TableReplicaParts {
  readonly tableLog: TableLog;
  readonly node: ServerNode;
  /** Called when the log can no longer be read. */
  readonly onFault: (fault: TableFault) => void;
  /** Called when a part of the log was found redacted. */
  readonly onRedaction: () => Promise<void>;
  /** Called when a write got no answer in time although the log has reached this number. */
  readonly onLateWrite: (seq: number) => void;
}

/** Not the number of any event. */
const NO_EVENT = -1;

/** The state of a table in memory, kept in step with its log. Only one call of `append` or `readOn` may run at a time. */
export class TableReplica {
  readonly #parts: TableReplicaParts;
  #loaded: Loaded;
  /** The number of the event that is being written; `NO_EVENT` for none. */
  #writing = NO_EVENT;
  /** True once a notice reports that the log has reached the number `#writing`, written by any node. */
  #isWritten = false;

  constructor(loaded: Loaded, parts: TableReplicaParts) {
    this.#loaded = loaded;
    this.#parts = parts;
  }

  get state(): TableState {
    return this.#loaded.state;
  }

  /** A command that was done at any time before; `undefined` if it was not. */
  doneBefore(key: string): Promise<Done | undefined> {
    return this.#parts.tableLog.doneBefore(this.#loaded, key);
  }

  /**
   * The log has reached `seq`. Returns whether nothing has to be read, because that event is known or is being written
   * from here.
   */
  hasReached(seq: number): boolean {
    if (seq === this.#writing) this.#isWritten = true;
    return seq <= this.state.seq || seq === this.#writing;
  }

  /** Appends an event. `behind`: another writer was first, and its events have been read. */
  async append(event: TableEvent, command?: CommandId): Promise<'appended' | 'behind' | 'unavailable'> {
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
    if (result.error === 'behind') await this.readOn();
    // The write timed out, but the log did advance.
    else if (this.#isWritten) this.#parts.onLateWrite(writing);
    return result.error;
  }

  /** Reads the events that were added to the log. Throws a `TableFault` if it cannot be read. */
  async readOn(): Promise<void> {
    const { redactions } = this.#loaded;
    try {
      this.#loaded = await this.#parts.tableLog.readOn(this.#loaded);
    } catch (error) {
      if (error instanceof TableFault) this.#parts.onFault(error);
      throw error;
    }
    if (this.#loaded.redactions !== redactions) await this.#parts.onRedaction();
  }
}
