import { createHash } from 'node:crypto';
import { makeRecord, NOBODY, type Seat, shuffleText } from '@tablier/core';
import { findGame } from '@tablier/games';
import type { TableView } from '@tablier/protocol';
import type { RecordingClient } from './recording-client.ts';
import { type TestServer, type Person, SECRET } from './test-server.ts';
import type { SecretPair } from '@tablier/testkit';

/** A client whose messages are compared. */
interface Listener {
  readonly client: RecordingClient;
  /** `null` for a spectator. */
  readonly seat: Seat | null;
}

interface WorldDeps {
  readonly server: TestServer;
  /** The players. */
  readonly people: readonly Person[];
  readonly table: string;
  readonly pair: SecretPair;
  readonly index: 0 | 1;
}

/** One of the two worlds during a game. */
export class World {
  readonly server: TestServer;
  readonly table: string;
  /** The players by seat; `null` for bots. */
  readonly people: readonly (Person | null)[];
  readonly listeners: Listener[];
  /** The hash of the deal, which is public and reveals nothing without the nonce; `null` without a deal. */
  readonly hash: string | null;
  /** The number of lines that the log must have. */
  logged: number;

  constructor({ server, people, table, pair, index }: WorldDeps) {
    this.server = server;
    this.table = table;
    // Seats may have been drawn: the view says which player has which seat.
    const sitsIn = (seat: Seat): Person | null => people.find(({ client }) => client.view(table)?.you === seat) ?? null;
    this.people = Array.from({ length: pair.players }, (_, seat) => sitsIn(seat));
    this.listeners = [
      { client: server.eve.client, seat: null },
      { client: server.anonymous, seat: null },
      ...this.people.flatMap((person, seat) => (person === null ? [] : [{ client: person.client, seat }])),
    ];
    this.logged = people.length;
    this.hash = hashOf(pair, index);
  }

  /** The client of the player in a seat. */
  player(seat: Seat): RecordingClient {
    return this.personIn(seat).client;
  }

  personIn(seat: Seat): Person {
    const person = this.people[seat];
    if (person === null || person === undefined) throw new Error(`no player sits in seat ${seat}`);
    return person;
  }

  /** The seats of people. */
  get seats(): Seat[] {
    return this.people.flatMap((person, seat) => (person === null ? [] : [seat]));
  }

  view(): TableView {
    const view = this.server.eve.client.view(this.table);
    if (view === null) throw new Error('Eve sees no table');
    return view;
  }

  /** Resolves when a person is to move, all clients have the same version, and all that was sent was received. */
  async settled(): Promise<void> {
    const { table } = this;
    const isPersons = ({ match }: TableView): boolean =>
      match !== null && (match.view.turn === NOBODY || this.seats.includes(match.view.turn));
    const { client: eve } = this.server.eve;
    const reached = Math.max(...this.listeners.map(({ client }) => client.reached(table)));
    await eve.until(() => {
      const view = eve.view(table);
      return view !== null && view.version >= reached && isPersons(view);
    }, 'the turn of a person');
    const view = this.view();
    for (const { client } of this.listeners) {
      await client.until(() => client.version(table) >= view.version, `version ${view.version}`);
    }
    if (view.visibility === 'open') {
      for (const client of [eve, this.server.anonymous])
        await client.until(
          () => client.lobby.get(table) === view.match?.plies,
          `${view.match?.plies} plies in the lobby`,
        );
    }
    for (const { client } of this.listeners)
      await client.until(() => this.#isCompleteFor(client), 'the presence of all players');
    for (const { client } of this.listeners)
      await client.until(() => !client.own.has(table) || client.own.get(table) === view.match?.plies, 'own tables');
    await this.haveRead();
    await Promise.all(this.listeners.map(({ client }) => client.settled()));
  }

  /** Resolves when the lobby shows how many people are connected, who are counted now and then: Eve and the players. */
  async counted(): Promise<void> {
    const { client } = this.server.eve;
    const people = 1 + this.seats.length;
    await client.until(() => client.people === people, `a count of ${people} people`);
  }

  /** Resolves when all clients in each room have its last chat message. PostgreSQL passes it to each of them later than the answer. */
  async haveRead(): Promise<void> {
    const { table } = this;
    for (const room of ['players', 'spectators'] as const) {
      const inRoom = this.listeners.filter(({ seat }) => (seat === null) === (room === 'spectators'));
      const last = Math.max(...inRoom.flatMap(({ client }) => [client.said(table, room), client.spoken(table)]));
      for (const { client } of inRoom) await client.until(() => client.said(table, room) >= last, 'the chat message');
    }
  }

  /** Whether a client has received that all players are present, which is sent a moment later. */
  #isCompleteFor(client: RecordingClient): boolean {
    const here = client.presence.get(this.table)?.here;
    return here !== undefined && this.seats.every((seat) => here[seat]);
  }
}

/** The commitment as the protocol defines it. */
function hashOf({ game: id, options, players, deals }: SecretPair, index: 0 | 1): string | null {
  const game = findGame(id);
  if (game === undefined || deals[index] === null) return null;
  const record = makeRecord(game, { options, players, deal: deals[index] }, []);
  return createHash('sha256').update(shuffleText(record, SECRET)).digest('hex');
}
