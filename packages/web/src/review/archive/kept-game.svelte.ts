import { failure, type GameRecord } from '@tablier/core';
import { formatRoute, type LookBack, type Route } from '../../lib/routes.ts';

export type GamePlace = Extract<Route, { page: 'kept' | 'table' }>;

interface Source {
  readonly record: GameRecord;
  /** Its page on the server, if it has one. */
  readonly place: GamePlace | null;
}

/** The page of a finished game on the server. A game that has none is stored once its address is needed. */
export class KeptGame {
  /** Its id, if it was stored here. */
  storedId: string | null = $state(null);
  isBusy = $state(false);
  /** Why the server did not store it. */
  trouble: string | null = $state(null);
  readonly #source: () => Source;

  /** `source`: reactive. */
  constructor(source: () => Source) {
    this.#source = source;
  }

  get place(): GamePlace | null {
    return this.storedId === null ? this.#source().place : { page: 'kept', id: this.storedId };
  }

  /** `null` for a game that is not stored. `at`: absent for the end with everything visible. */
  addressAt(at?: LookBack): string | null {
    return this.place === null ? null : `${location.origin}${formatRoute({ ...this.place, at })}`;
  }

  /** The address, for which the game is stored, with a part of the page. `null` if the server did not store it. */
  async address(at?: LookBack, part = ''): Promise<string | null> {
    if (this.place === null) await this.keep();
    const address = this.addressAt(at);
    return address && address + part;
  }

  /** The id in the archive, where the pictures are. `null` if the server did not store it. */
  async archiveId(): Promise<string | null> {
    if (this.place?.page !== 'kept') await this.keep();
    return this.place?.page === 'kept' ? this.place.id : null;
  }

  async keep(): Promise<void> {
    this.isBusy = true;
    // Not part of the page of a running table: few games are archived.
    const answer = await import('./archive-api.ts').then(
      ({ storeRecord }) => storeRecord(this.#source().record),
      () => failure({ name: 'unreachable' }),
    );
    this.isBusy = false;
    if (answer.ok) this.storedId = answer.value;
    this.trouble = answer.ok ? null : answer.error.name;
  }
}
