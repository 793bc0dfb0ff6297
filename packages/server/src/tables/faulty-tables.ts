import type { Log } from '../lib/log.ts';
import { TableFault } from '../lib/table-fault.ts';

/** Faults of tables that are remembered, so that their logs are not read again each time. */
const MAX_FAULTS = 1000;
/** The time after which a faulty table is read again. Milliseconds. */
const FAULT_EXPIRY = 60_000;

/** The tables that cannot be read, and why. */
export class FaultyTables {
  readonly #log: Log;
  readonly #now: () => number;
  /** By id: the fault, and when it was last found. */
  readonly #faults = new Map<string, { readonly fault: TableFault; readonly at: number }>();

  constructor(log: Log, now: () => number) {
    this.#log = log;
    this.#now = now;
  }

  /** Whether a table was found faulty so recently that it is not read again. */
  has(id: string): boolean {
    const known = this.#faults.get(id);
    return known !== undefined && this.#now() - known.at < FAULT_EXPIRY;
  }

  /** Why a table cannot be read; `null` if it was not tried or can be read. */
  faultOf(id: string): TableFault['fault'] | null {
    return this.#faults.get(id)?.fault.fault ?? null;
  }

  /** The result of `read`; `null`, with the fault remembered, if the table cannot be read. */
  async read<T>(id: string, read: () => Promise<T | null>): Promise<T | null> {
    try {
      const table = await read();
      this.#faults.delete(id);
      return table;
    } catch (error) {
      if (!(error instanceof TableFault)) throw error;
      this.add(id, error);
      return null;
    }
  }

  /**
   * Remembers that a table cannot be read, and logs it once.
   */
  add(id: string, fault: TableFault): void {
    if (!this.#faults.has(id)) {
      this.#log.error(
        { table: id, fault: fault.fault.name, err: fault },
        'table unreadable: not shown; other tables are not affected',
      );
    }
    this.#faults.delete(id);
    this.#faults.set(id, { fault, at: this.#now() });
    for (const oldest of this.#faults.keys()) {
      if (this.#faults.size <= MAX_FAULTS) break;
      this.#faults.delete(oldest);
    }
  }
}
