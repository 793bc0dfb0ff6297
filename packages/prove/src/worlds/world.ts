import { createHash } from 'node:crypto';
import { makeRecord, NOBODY, type Seat, shuffleText } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableView } from '@tablier/protocol';
import type { Ear } from './recording-client.ts';
import { type House, type Person, SECRET } from './test-server.ts';
import type { SecretPair } from '@tablier/testkit';

/** A line that is listened to, and whether it must hear the same in both worlds. */
export interface Listener {
  readonly ear: Ear;
  /** `null` for who only watches. */
  readonly seat: Seat | null;
}

interface WorldParts {
  readonly house: House;
  /** Who plays. */
  readonly people: readonly Person[];
  readonly table: string;
  readonly pair: SecretPair;
  readonly index: 0 | 1;
}

/** One of the two worlds during a game. */
export class World {
  readonly house: House;
  readonly table: string;
  /** Who sits where, by seat; `null` for bots. */
  readonly people: readonly (Person | null)[];
  readonly listeners: Listener[];
  /** The hash of the deal, which is shown and says nothing without the nonce; `null` where nothing was dealt. */
  readonly hash: string | null;
  /** Lines that the log must have. */
  logged: number;

  constructor({ house, people, table, pair, index }: WorldParts) {
    this.house = house;
    this.table = table;
    // Seats may have been drawn: the view says who has which.
    const sitsIn = (seat: Seat): Person | null => people.find(({ ear }) => ear.view(table)?.you === seat) ?? null;
    this.people = Array.from({ length: pair.players }, (_, seat) => sitsIn(seat));
    this.listeners = [
      { ear: house.eve.ear, seat: null },
      { ear: house.nobody, seat: null },
      ...this.people.flatMap((person, seat) => (person === null ? [] : [{ ear: person.ear, seat }])),
    ];
    this.logged = people.length;
    this.hash = hashOf(pair, index);
  }

  /** Whoever sits in a seat of a person. */
  player(seat: Seat): Ear {
    return this.personIn(seat).ear;
  }

  personIn(seat: Seat): Person {
    const person = this.people[seat];
    if (person === null || person === undefined) throw new Error(`nobody sits in seat ${seat}`);
    return person;
  }

  /** The seats of people. */
  get seats(): Seat[] {
    return this.people.flatMap((person, seat) => (person === null ? [] : [seat]));
  }

  view(): TableView {
    const view = this.house.eve.ear.view(this.table);
    if (view === null) throw new Error('Eve sees no table');
    return view;
  }

  /** Resolves when a person is to move, everybody sees the same version, and all that was sent has come. */
  async settled(): Promise<void> {
    const { table } = this;
    const isPersons = ({ match }: TableView): boolean =>
      match !== null && (match.view.turn === NOBODY || this.seats.includes(match.view.turn));
    const { ear: eve } = this.house.eve;
    const reached = Math.max(...this.listeners.map(({ ear }) => ear.reached(table)));
    await eve.until(() => {
      const view = eve.view(table);
      return view !== null && view.version >= reached && isPersons(view);
    }, 'the turn of a person');
    const view = this.view();
    for (const { ear } of this.listeners) {
      await ear.until(() => ear.version(table) >= view.version, `version ${view.version}`);
    }
    if (view.visibility === 'open') {
      for (const ear of [eve, this.house.nobody])
        await ear.until(() => ear.lobby.get(table) === view.match?.plies, `${view.match?.plies} plies in the lobby`);
    }
    for (const { ear } of this.listeners) await ear.until(() => this.#isWholeFor(ear), 'word of everybody');
    for (const { ear } of this.listeners)
      await ear.until(() => !ear.own.has(table) || ear.own.get(table) === view.match?.plies, "one's own tables");
    await Promise.all(this.listeners.map(({ ear }) => ear.settled()));
  }

  /** Whether somebody has been told that all who play are there: coming and going is told a moment later. */
  #isWholeFor(ear: Ear): boolean {
    const here = ear.presence.get(this.table)?.here;
    return here !== undefined && this.seats.every((seat) => here[seat]);
  }
}

/** The commitment by the letter of the protocol. */
function hashOf({ game: id, options, players, deals }: SecretPair, index: 0 | 1): string | null {
  const game = findGame(id);
  if (game === undefined || deals[index] === null) return null;
  const record = makeRecord(game, { options, players, deal: deals[index] }, []);
  return createHash('sha256').update(shuffleText(record, SECRET)).digest('hex');
}
