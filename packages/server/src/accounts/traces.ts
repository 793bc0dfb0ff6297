import type { AccountRepository } from '@tablier/store';
import { UnavailableError } from '../lib/unavailable.ts';

/** Tables of one person where they left personal data without a seat; beyond that, what would leave more is refused. */
export const MOST_TRACES = 10_000;
/** Traces that are known to be stored, so that they are not written again. */
const MOST_REMEMBERED = 10_000;

/** Tables that name a person who does not sit there: they have to be found again for an export or a deletion. */
export class Traces {
  readonly #repository: AccountRepository;
  readonly #remembered = new Set<string>();

  constructor(repository: AccountRepository) {
    this.#repository = repository;
  }

  /** Whether this process knows that a trace is stored. */
  has(person: string, table: string): boolean {
    return this.#remembered.has(`${person} ${table}`);
  }

  /**
   * Stores a trace, unless it is stored already. To be called before what it points to is written. `full` where the person has too
   * many, `gone` where they are being deleted. Throws an `UnavailableError`.
   */
  async note(person: string, table: string): Promise<'noted' | 'full' | 'gone'> {
    if (this.has(person, table)) return 'noted';
    const noted = await this.#repository.noteStream(person, table, MOST_TRACES);
    if (noted.ok) return this.#remember(person, table);
    if (noted.error === 'unavailable') throw new UnavailableError('a trace could not be stored');
    return noted.error;
  }

  /** The tables of all traces of a person. */
  of(person: string): Promise<readonly string[]> {
    return this.#repository.streamsOf(person);
  }

  #remember(person: string, table: string): 'noted' {
    this.#remembered.add(`${person} ${table}`);
    for (const oldest of this.#remembered) {
      if (this.#remembered.size <= MOST_REMEMBERED) break;
      this.#remembered.delete(oldest);
    }
    return 'noted';
  }
}
