import { BoundedMap } from '../lib/caches.ts';
import type { AccountRepository } from '@tablier/store';
import { UnavailableError } from '../lib/errors.ts';

/** The maximum number of recorded tables per person. Commands that would add another are refused. */
const MAX_RECORDED_TABLES = 10_000;
const CACHE_SIZE = 10_000;

/** Records tables that hold personal data of people without a seat there. Exports and deletions need to find them. */
export class PersonalDataIndex {
  readonly #repository: AccountRepository;
  readonly #remembered = new BoundedMap<string, true>(CACHE_SIZE);

  constructor(repository: AccountRepository) {
    this.#repository = repository;
  }

  has(person: string, table: string): boolean {
    return this.#remembered.has(`${person} ${table}`);
  }

  /** Call before personal data is written. `gone`: they are being deleted. Throws an `UnavailableError`. */
  async note(person: string, table: string): Promise<'noted' | 'full' | 'gone'> {
    if (this.has(person, table)) return 'noted';
    const noted = await this.#repository.noteStream(person, table, MAX_RECORDED_TABLES);
    if (noted.ok) {
      this.#remembered.set(`${person} ${table}`, true);
      return 'noted';
    }
    if (noted.error === 'unavailable') throw new UnavailableError('could not record a table with personal data');
    return noted.error;
  }

  of(person: string): Promise<readonly string[]> {
    return this.#repository.streamsOf(person);
  }
}
