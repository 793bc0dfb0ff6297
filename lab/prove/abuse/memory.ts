import type { ServerProcess } from '@tablier/testkit/servers';
import { measure } from '../lib/servers.ts';

/** The memory that the JavaScript of a server held after garbage collection, early in a run and at its end. MiB. */
export interface Growth {
  readonly first: number;
  readonly last: number;
  /** The tables that attackers opened in between. Without limits nothing bounds them. */
  readonly tables: number;
}

/** A table in memory takes 0.02 MiB. It stays there while someone watches it, and half a minute longer. */
const MIB_PER_TABLE = 0.04;

/** Memory may grow by a tenth, and by the tables that were opened. */
export const isFlat = ({ first, last, tables }: Growth): boolean => last <= first * 1.1 + tables * MIB_PER_TABLE;

interface Look {
  readonly heap: number;
  readonly tables: number;
}

/** Measures a metered server twice: at the first `begin`, and at the end. */
export class MemoryWatch {
  readonly #server: ServerProcess;
  readonly #tables: () => number;
  #first: Promise<Look> | null = null;

  constructor(server: ServerProcess, tables: () => number) {
    this.#server = server;
    this.#tables = tables;
  }

  begin(): void {
    this.#first ??= this.#look();
  }

  /** A run that was too short to begin has not grown. */
  async end(): Promise<Growth> {
    const last = await this.#look();
    const first = (await this.#first) ?? last;
    return { first: Math.round(first.heap), last: Math.round(last.heap), tables: last.tables - first.tables };
  }

  async #look(): Promise<Look> {
    const heap = this.#server.hasEnded ? 0 : (await measure(this.#server)).heap;
    return { heap, tables: this.#tables() };
  }
}
