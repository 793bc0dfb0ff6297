import { type Rng, type Seat, shuffle } from '@tablier/core';
import type { PlayerAction } from '@tablier/protocol';
import { RecordingClient } from './recording-client.ts';
import type { Match } from './match.ts';
import type { NextCommand } from '@tablier/testkit';
import type { World } from './world.ts';

/** An attempt in both worlds besides the moves; most are refused. */
type ExtraCommand = (world: World) => Promise<void>;

const act = async (client: RecordingClient, { table }: World, action: PlayerAction, id?: string): Promise<void> => {
  await client.do({ kind: 'act', table, action }, id);
};

async function prepare(client: RecordingClient, { table }: World, line: string[]): Promise<void> {
  const played = client.view(table)?.match?.moves.map(({ text }) => text) ?? [];
  await client.do({ kind: 'prepare', table, played, line });
}

/** A random choice of attempts besides the next command. */
export function drawExtraCommands(match: Match, next: NextCommand, rng: Rng, count: number): ExtraCommand[] {
  const { pair, worlds } = match;
  const { turn } = pair;
  const people = worlds[0].seats;
  const someone = people[rng.below(people.length)] ?? turn;
  const illegal = pair.illegal(rng);
  const others = people.filter((seat) => seat !== turn);
  const peek = ['a9', 'a1', next.text][rng.below(3)] ?? '';
  const text = `message ${rng.below(1000)}`;
  const asides: readonly ExtraCommand[] = [
    (world) => act(world.player(turn), world, { kind: 'move', move: illegal }),
    (world) => act(world.player(turn), world, { kind: 'move', move: 'zz' }),
    async (world) => {
      for (const seat of others) await act(world.player(seat), world, { kind: 'move', move: next.text });
    },
    (world) => act(world.server.eve.client, world, { kind: 'move', move: next.text }),
    (world) => act(world.server.anonymous, world, { kind: 'resign' }),
    (world) => act(world.player(someone), world, { kind: 'take-back', to: 99 }),
    (world) => act(world.player(someone), world, { kind: 'answer-draw', accept: true }),
    (world) => act(world.player(others[0] ?? turn), world, { kind: 'claim', as: 'win' }),
    (world) => act(world.player(others[0] ?? turn), world, { kind: 'peek', peek }),
    // No cell has this name: peeks that are allowed are commands of the pair.
    (world) => act(world.player(turn), world, { kind: 'peek', peek: 'a9' }),
    async (world) => void (await world.server.eve.client.do({ kind: 'sit', table: world.table, chair: 0 })),
    async (world) => void (await world.player(someone).do({ kind: 'stand', table: world.table })),
    async (world) => void (await world.server.eve.client.do({ kind: 'decline', table: world.table })),
    // Refused by the options alone: an answer that depended on the position would give it away.
    (world) => prepare(world.player(others[0] ?? turn), world, [next.text, illegal]),
    (world) => prepare(world.player(turn), world, [illegal, next.text]),
    async (world) => void (await world.player(someone).do({ kind: 'unprepare', table: world.table })),
    async (world) => void (await world.player(someone).do({ kind: 'rematch', table: world.table, agree: true })),
    async (world) => void (await world.player(someone).do({ kind: 'say', table: world.table, text })),
    async (world) => void (await world.server.eve.client.do({ kind: 'say', table: world.table, text })),
    async (world) => void (await world.server.anonymous.do({ kind: 'say', table: world.table, text })),
    async (world) => resend(world, turn, illegal),
    (world) => watchAgain(world, world.player(someone), world.view().version),
    (world) => watchAgain(world, world.server.eve.client, 0),
    (world) => watchAgain(world, world.server.anonymous, 9999),
  ];
  return shuffle([...asides], rng).slice(0, count);
}

/**
 * Watches again from a version, and waits for the answer. A chat message that is still on its way would come alone or with the answer,
 * which only depends on time.
 */
async function watchAgain(world: World, client: RecordingClient, from: number): Promise<void> {
  await world.haveRead();
  client.watch(world.table, from);
  await client.settled();
}

/** Sends the same command twice. */
async function resend(world: World, seat: Seat, move: string): Promise<void> {
  const client = world.player(seat);
  const id = client.newId();
  await act(client, world, { kind: 'move', move }, id);
  await act(client, world, { kind: 'move', move }, id);
}

/** Opens a second tab of the player in this seat, which watches the table. */
export async function openTab(world: World, seat: Seat): Promise<void> {
  const { server, table } = world;
  const person = world.personIn(seat);
  const client = await RecordingClient.open(server.url, `second tab of ${person.client.name}`, person.cookie);
  client.watch(table);
  client.send({ kind: 'follow-own' });
  await client.until(() => client.version(table) >= 0 && client.own.has(table), 'the table');
  world.listeners.push({ client, seat });
}

/** The device of a player becomes the shared screen: it is sent what a spectator gets, whatever its player may know. */
export async function openScreen(world: World, seat: Seat): Promise<void> {
  const { server } = world;
  const client = await RecordingClient.open(server.url, 'the shared screen', world.personIn(seat).cookie);
  client.isScreen = true;
  await joinSpectators(world, client);
}

async function joinSpectators(world: World, client: RecordingClient): Promise<void> {
  const { table } = world;
  client.watch(table);
  await client.until(() => client.version(table) >= 0, 'the table');
  world.listeners.push({ client, seat: null });
  const spectators = world.listeners.filter(({ seat }) => seat === null).length;
  for (const listener of world.listeners)
    await listener.client.until(
      () => listener.client.presence.get(table)?.spectators === spectators,
      `the arrival of ${client.name}`,
    );
}

/** An anonymous client connects during the game and sends invalid messages. */
export async function openStranger(world: World): Promise<void> {
  const { server } = world;
  const client = await RecordingClient.open(server.url, 'stranger', '');
  const unknown = 'x'.repeat(22);
  for (const invalid of ['{', '[]', { kind: 'hello', version: 1 }, { kind: 'watch', table: unknown }, { kind: 'show' }])
    client.send(invalid);
  client.send({ kind: 'enter-lobby' });
  await client.until(() => client.notFound.has(unknown), 'the refusal');
  await joinSpectators(world, client);
}

/** All clients stop watching the table and watch it again. */
export async function watchAllAgain(world: World): Promise<void> {
  for (const { client } of world.listeners) {
    client.unwatch(world.table);
    await client.settled();
  }
  for (const { client } of world.listeners) {
    client.watch(world.table);
    await client.until(() => client.version(world.table) >= 0, 'the table');
  }
}
