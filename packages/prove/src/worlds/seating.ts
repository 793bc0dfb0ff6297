import type { Rng, Seat } from '@tablier/core';
import type { ClientCommand, TableTerms } from '@tablier/protocol';
import type { Ear } from './recording-client.ts';
import { type House, type Person, PLAYERS } from './test-server.ts';
import type { SecretPair } from '@tablier/testkit';
import { World } from './world.ts';

/** What is agreed at a table beside the game. */
export interface Agreement {
  readonly terms: Omit<TableTerms, 'chairs'>;
  readonly chairs: readonly ('person' | 'bot')[];
  /** The chair of who opens the table. */
  readonly host: Seat;
}

export function drawAgreement(pair: SecretPair, rng: Rng): Agreement {
  const chairs = Array.from({ length: pair.players }, (_, seat) => (pair.bots.includes(seat) ? 'bot' : 'person'));
  const hosts = [...chairs.keys()].filter((seat) => !pair.bots.includes(seat));
  const drawn = pair.bots.length === 0 && rng.below(3) === 0;
  return {
    terms: {
      game: pair.game,
      options: pair.options,
      // The clock of the server stands still: faces are compared, falling is not.
      clock: rng.below(3) === 0 ? { system: 'fischer', base: 600, increment: 5 } : { system: 'none' },
      takeBack: rng.below(2) === 0 ? 'asked' : 'never',
      visibility: rng.below(5) === 0 ? 'link' : 'open',
      seating: drawn ? 'drawn' : 'chosen',
    },
    chairs,
    host: hosts[rng.below(hosts.length)] ?? 0,
  };
}

/** Opens the table in one world, lets everybody in and sits down; resolves when the match has begun. */
export async function sitDownIn(house: House, index: 0 | 1, pair: SecretPair, agreement: Agreement): Promise<World> {
  const { terms, chairs, host } = agreement;
  house.turnPage(pair.chance[index]);
  const people = await peopleFor(house, chairs);
  const hostEar = people.get(host)?.ear;
  if (hostEar === undefined) throw new Error('no host');
  const wanted = chairs.map((who, chair) =>
    who === 'bot' ? ({ bot: 'beginner' } as const) : chair === host ? 'me' : 'open',
  );
  const table = await must(hostEar, { kind: 'open', terms: { ...terms, chairs: wanted } });
  const everybody = [...[...people.values()].map(({ ear }) => ear), house.eve.ear, house.nobody];
  for (const ear of everybody) {
    ear.watch(table);
    await ear.until(() => ear.version(table) >= 0, 'the table');
  }
  for (const [chair, { ear }] of people) {
    if (chair === host) continue;
    // Where somebody sits nobody else can.
    await ear.do({ kind: 'sit', table, chair: host });
    await must(ear, { kind: 'sit', table, chair });
  }
  for (const ear of everybody) {
    await ear.until(() => ear.view(table)?.phase === 'playing', 'the beginning');
    await ear.until(() => isEverybodyHere(ear, table, people.size), 'everybody');
    await ear.until(() => terms.clock.system === 'none' || ear.view(table)?.match?.clock?.seat !== -1, 'the clock');
  }
  return new World({ house, people: [...people.values()], table, pair, index });
}

/** New people, by chair. */
async function peopleFor(house: House, chairs: Agreement['chairs']): Promise<Map<number, Person>> {
  const people = new Map<number, Person>();
  for (const [chair, who] of chairs.entries())
    if (who === 'person') people.set(chair, await house.invite(PLAYERS[chair] ?? ''));
  return people;
}

const isEverybodyHere = (ear: Ear, table: string, people: number): boolean => {
  const presence = ear.presence.get(table);
  return presence?.spectators === 2 && presence.here.filter(Boolean).length === people;
};

async function must(ear: Ear, command: ClientCommand): Promise<string> {
  const answer = await ear.do(command);
  if (answer.kind === 'refused') throw new Error(`${command.kind}: ${answer.error.name}`);
  return answer.table;
}
