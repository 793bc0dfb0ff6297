import { failure, type GameRecord } from '@tablier/core';
import { formatRoute, type LookBack, type Route } from '../../lib/routes.ts';

/** The page of a finished game: on the server, or `play` for one that only this device has. */
export type GamePlace = Extract<Route, { page: 'kept' | 'table' | 'play' }>;

interface Source {
  readonly record: GameRecord;
  readonly place: GamePlace;
}

/** What of a finished game an address shows. Without a moment: its end, with everything visible. */
export interface Shows {
  readonly at?: LookBack | undefined;
  readonly analysed?: true | undefined;
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

  /** `null` for a game that is not stored. */
  get place(): GamePlace | null {
    const { place } = this.#source();
    if (this.storedId !== null) return { page: 'kept', id: this.storedId };
    return place.page === 'play' ? null : place;
  }

  /** `null` for a game that is not stored. */
  addressOf(shows: Shows): string | null {
    return this.place === null ? null : `${location.origin}${formatRoute({ ...this.place, ...shows })}`;
  }

  /** The address, for which the game is stored, with a part of the page. `null` if the server did not store it. */
  async address(shows: Shows = {}, part = ''): Promise<string | null> {
    if (this.place === null) await this.keep();
    const address = this.addressOf(shows);
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
