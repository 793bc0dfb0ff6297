import type { Store } from '@tablier/store';
import { sha256 } from '../lib/chance.ts';
import { UnavailableError } from '../lib/unavailable.ts';

/** Something that names a person outside their own log: a table where they do not sit, or a name to sign in with that they asked for. */
export type Trace =
  { readonly kind: 'traced'; readonly table: string } | { readonly kind: 'claimed'; readonly login: string };

/** Traces of one person; beyond that, what would leave one more is refused. */
export const MOST_TRACES = 10_000;
/** Traces that are known to be stored, so that they are not written again. */
const MOST_REMEMBERED = 10_000;
const PAGE = 500;

/**
 * What has to be found again when a person exports or deletes their data. Each person has a log of their own for it, beside their
 * account: a trace is written without reading those before it, and the database stores each one once.
 */
export class Traces {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #remembered = new Set<string>();

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /** Whether this process knows that a trace is stored. */
  has(person: string, trace: Trace): boolean {
    return this.#remembered.has(`${person} ${nameOf(trace)}`);
  }

  /**
   * Stores a trace, unless it is stored already. To be called before what it points to is written. `full` where the person has too
   * many. Throws an `UnavailableError`.
   */
  async note(person: string, trace: Trace): Promise<'noted' | 'full'> {
    if (this.has(person, trace)) return 'noted';
    const log = traceLogOf(person);
    let seq = (await this.#store.head(log))?.seq ?? (await this.#begin(log));
    for (;;) {
      const { kind, ...data } = trace;
      const event = { at: this.#now(), kind, data };
      const isFull = seq >= MOST_TRACES;
      // Where there is no room an append that comes too late still says whether this trace is stored.
      const kept = await this.#store.append(log, isFull ? seq - 1 : seq, [event], { clientId: nameOf(trace) });
      if (isFull && kept.name === 'conflict') return 'full';
      if (kept.name === 'unavailable') throw new UnavailableError(kept.detail);
      if (kept.name === 'unknown-match') seq = await this.#begin(log);
      else if (kept.name === 'conflict') seq = kept.seq;
      else return this.#remember(person, trace);
    }
  }

  /** All traces of a person. */
  async of(person: string): Promise<readonly Trace[]> {
    const traces: Trace[] = [];
    for (;;) {
      const events = await this.#store.read(traceLogOf(person), traces.length + 1, PAGE);
      // Only `note` writes into these logs.
      traces.push(...events.map(({ kind, data }) => ({ kind, ...(data as object) }) as Trace));
      if (events.length < PAGE) return traces;
    }
  }

  async erase(person: string): Promise<void> {
    const erased = await this.#store.erase(traceLogOf(person));
    if (erased.name === 'unavailable') throw new UnavailableError(erased.detail);
  }

  async #begin(log: string): Promise<number> {
    const created = await this.#store.createMatch(log, { kind: 'traces' });
    if (created.name === 'unavailable') throw new UnavailableError(created.detail);
    return 0;
  }

  #remember(person: string, trace: Trace): 'noted' {
    this.#remembered.add(`${person} ${nameOf(trace)}`);
    for (const oldest of this.#remembered) {
      if (this.#remembered.size <= MOST_REMEMBERED) break;
      this.#remembered.delete(oldest);
    }
    return 'noted';
  }
}

/** The tables among traces. */
export const tablesIn = (traces: readonly Trace[]): readonly string[] =>
  traces.flatMap((trace) => (trace.kind === 'traced' ? [trace.table] : []));

/** The names to sign in with among traces. */
export const loginsIn = (traces: readonly Trace[]): readonly string[] =>
  traces.flatMap((trace) => (trace.kind === 'claimed' ? [trace.login] : []));

/** The log of a person's traces. */
const traceLogOf = (person: string): string => `t-${person}`;

const nameOf = (trace: Trace): string =>
  trace.kind === 'traced' ? `traced ${trace.table}` : `claimed ${sha256(trace.login)}`;
