import { type Rng, type Seat, shuffle } from '@tablier/core';
import type { Deed, TableTerms } from '@tablier/protocol';
import type { Ear } from './ear.ts';
import type { House } from './house.ts';
import { World } from './match.ts';
import type { Pair } from './pair.ts';

/** What is agreed at a table beside the game. */
export interface Agreement {
  readonly terms: Omit<TableTerms, 'chairs'>;
  /** By chair: who sits there, counted among the people of a house; -1 for a bot. The host is `host`. */
  readonly chairs: readonly number[];
  readonly host: number;
}

/** The same person in both worlds. */
export const personOf = (house: House, index: number): Ear => {
  const person = house.people[index];
  if (person === undefined) throw new Error(`no person ${index}`);
  return person.ear;
};

export function drawAgreement(pair: Pair, rng: Rng): Agreement {
  const people = shuffle([0, 1, 2, 3], rng);
  const chairs = Array.from({ length: pair.players }, (_, seat: Seat) =>
    pair.bots.includes(seat) ? -1 : (people.pop() ?? -1),
  );
  const seated = chairs.filter((person) => person >= 0);
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
    host: seated[rng.below(seated.length)] ?? 0,
  };
}

/** Opens the table in one world, lets everybody in and sits down; resolves when the match has begun. */
export async function sitDownIn(house: House, index: 0 | 1, pair: Pair, agreement: Agreement): Promise<World> {
  const { terms, chairs, host } = agreement;
  const wanted = chairs.map((person) =>
    person < 0 ? ({ bot: 'beginner' } as const) : person === host ? 'me' : 'open',
  );
  house.turnPage(pair.chance[index]);
  const hostEar = personOf(house, host);
  const table = await must(hostEar, { kind: 'open', terms: { ...terms, chairs: wanted } });
  const everybody = [
    ...chairs.filter((person) => person >= 0).map((person) => personOf(house, person)),
    house.eve.ear,
    house.nobody,
  ];
  for (const ear of everybody) {
    ear.watch(table);
    await ear.until(() => ear.version(table) >= 0, 'the table');
  }
  for (const [chair, person] of chairs.entries()) {
    if (person < 0 || person === host) continue;
    // Where somebody sits nobody else can.
    await personOf(house, person).do({ kind: 'sit', table, chair: chairs.indexOf(host) });
    await must(personOf(house, person), { kind: 'sit', table, chair });
  }
  for (const ear of everybody) {
    await ear.until(() => ear.view(table)?.phase === 'playing', 'the beginning');
    await ear.until(() => isEverybodyHere(ear, table, chairs.length - pair.bots.length), 'everybody');
    await ear.until(() => terms.clock.system === 'none' || ear.view(table)?.match?.clock?.seat !== -1, 'the clock');
  }
  return new World(house, table, pair, index);
}

const isEverybodyHere = (ear: Ear, table: string, people: number): boolean => {
  const presence = ear.presence.get(table);
  return presence?.spectators === 2 && presence.here.filter(Boolean).length === people;
};

async function must(ear: Ear, deed: Deed): Promise<string> {
  const answer = await ear.do(deed);
  if (answer.kind === 'refused') throw new Error(`${deed.kind}: ${answer.error.name}`);
  return answer.table;
}
