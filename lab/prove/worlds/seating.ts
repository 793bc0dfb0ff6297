import type { Rng, Seat } from '@tablier/core';
import type { ClientCommand, TableTerms } from '@tablier/protocol';
import type { RecordingClient } from './recording-client.ts';
import { type TestServer, type Person, PLAYERS } from './test-server.ts';
import type { SecretPair } from '@tablier/testkit';
import { World } from './world.ts';

/** The terms of a table besides the game. */
interface Agreement {
  readonly terms: Omit<TableTerms, 'chairs'>;
  readonly chairs: readonly ('person' | 'bot')[];
  /** The chair of the player who opens the table. */
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
      // The time of the server stands still, so no clock runs out; only the displayed clocks are compared.
      clock: rng.below(3) === 0 ? { system: 'fischer', base: 600, increment: 5 } : { system: 'none' },
      takeBack: rng.below(2) === 0 ? 'asked' : 'never',
      visibility: rng.below(5) === 0 ? 'link' : 'open',
      seating: drawn ? 'drawn' : 'chosen',
    },
    chairs,
    host: hosts[rng.below(hosts.length)] ?? 0,
  };
}

/** Opens the table in one world and fills its seats; resolves when the match has begun for all clients. */
export async function sitDownIn(
  server: TestServer,
  index: 0 | 1,
  pair: SecretPair,
  agreement: Agreement,
): Promise<World> {
  const { terms, chairs, host } = agreement;
  server.beginGame(pair.chance[index]);
  const people = await peopleFor(server, chairs);
  const hostClient = people.get(host)?.client;
  if (hostClient === undefined) throw new Error('no host');
  const wanted = chairs.map((who, chair) =>
    who === 'bot' ? ({ bot: 'beginner' } as const) : chair === host ? 'me' : 'open',
  );
  const table = await must(hostClient, { kind: 'open', terms: { ...terms, chairs: wanted } });
  const all = [...[...people.values()].map(({ client }) => client), server.eve.client, server.anonymous];
  for (const client of all) {
    client.watch(table);
    await client.until(() => client.version(table) >= 0, 'the table');
  }
  for (const [chair, { client }] of people) {
    if (chair === host) continue;
    // This chair is taken: the command is refused.
    await client.do({ kind: 'sit', table, chair: host });
    await must(client, { kind: 'sit', table, chair });
  }
  for (const client of all) {
    await client.until(() => client.view(table)?.phase === 'playing', 'the beginning');
    await client.until(() => isComplete(client, table, people.size), 'all players');
    await client.until(
      () => terms.clock.system === 'none' || client.view(table)?.match?.clock?.seat !== -1,
      'the clock',
    );
  }
  return new World({ server, people: [...people.values()], table, pair, index });
}

/** New users, by chair. */
async function peopleFor(server: TestServer, chairs: Agreement['chairs']): Promise<Map<number, Person>> {
  const people = new Map<number, Person>();
  for (const [chair, who] of chairs.entries())
    if (who === 'person') people.set(chair, await server.invite(PLAYERS[chair] ?? ''));
  return people;
}

const isComplete = (client: RecordingClient, table: string, people: number): boolean => {
  const presence = client.presence.get(table);
  return presence?.spectators === 2 && presence.here.filter(Boolean).length === people;
};

async function must(client: RecordingClient, command: ClientCommand): Promise<string> {
  const answer = await client.do(command);
  if (answer.kind === 'refused') throw new Error(`${command.kind}: ${answer.error.name}`);
  return answer.table;
}
