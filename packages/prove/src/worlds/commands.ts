import { type Rng, type Seat, shuffle } from '@tablier/core';
import type { PlayerAction } from '@tablier/protocol';
import { Ear } from './recording-client.ts';
import type { Match } from './match.ts';
import type { NextCommand } from '@tablier/testkit';
import type { World } from './world.ts';

/** Something that is done in both worlds beside the moves, most of it refused. */
type Aside = (world: World) => Promise<void>;

const act = async (ear: Ear, { table }: World, action: PlayerAction, id?: string): Promise<void> => {
  await ear.do({ kind: 'act', table, action }, id);
};

/** All that may be tried beside the next command, drawn anew each time. */
export function drawAsides(match: Match, next: NextCommand, rng: Rng, count: number): Aside[] {
  const { pair, worlds } = match;
  const { turn } = pair;
  const people = worlds[0].seats;
  const someone = people[rng.below(people.length)] ?? turn;
  const illegal = pair.illegal(rng);
  const others = people.filter((seat) => seat !== turn);
  const peek = ['a9', 'a1', next.text][rng.below(3)] ?? '';
  const line = `line ${rng.below(1000)}`;
  const asides: readonly Aside[] = [
    (world) => act(world.player(turn), world, { kind: 'move', move: illegal }),
    (world) => act(world.player(turn), world, { kind: 'move', move: 'zz' }),
    async (world) => {
      for (const seat of others) await act(world.player(seat), world, { kind: 'move', move: next.text });
    },
    (world) => act(world.house.eve.ear, world, { kind: 'move', move: next.text }),
    (world) => act(world.house.nobody, world, { kind: 'resign' }),
    (world) => act(world.player(someone), world, { kind: 'take-back', to: 99 }),
    (world) => act(world.player(someone), world, { kind: 'answer-draw', accept: true }),
    (world) => act(world.player(others[0] ?? turn), world, { kind: 'claim', as: 'win' }),
    (world) => act(world.player(others[0] ?? turn), world, { kind: 'peek', peek }),
    // Pointless where nothing is covered; where something is, a peek that is allowed is a command of its own.
    (world) => act(world.player(turn), world, { kind: 'peek', peek: 'a9' }),
    async (world) => void (await world.house.eve.ear.do({ kind: 'sit', table: world.table, chair: 0 })),
    async (world) => void (await world.player(someone).do({ kind: 'stand', table: world.table })),
    async (world) => void (await world.house.eve.ear.do({ kind: 'decline', table: world.table })),
    async (world) => void (await world.player(someone).do({ kind: 'rematch', table: world.table, agree: true })),
    async (world) => void (await world.player(someone).do({ kind: 'say', table: world.table, text: line })),
    async (world) => void (await world.house.eve.ear.do({ kind: 'say', table: world.table, text: line })),
    async (world) => void (await world.house.nobody.do({ kind: 'say', table: world.table, text: line })),
    async (world) => resend(world, turn, illegal),
    (world) => watchAnew(world.player(someone), world.table, world.view().version),
    (world) => watchAnew(world.house.eve.ear, world.table, 0),
    (world) => watchAnew(world.house.nobody, world.table, 9999),
  ];
  return shuffle([...asides], rng).slice(0, count);
}

/** Watches again from a version; done before anything else is. */
async function watchAnew(ear: Ear, table: string, from: number): Promise<void> {
  ear.watch(table, from);
  await ear.settled();
}

/** The same command twice has the same answer. */
async function resend(world: World, seat: Seat, move: string): Promise<void> {
  const ear = world.player(seat);
  const id = ear.newId();
  await act(ear, world, { kind: 'move', move }, id);
  await act(ear, world, { kind: 'move', move }, id);
}

/** A second tab of the person in this seat, which looks at the table. */
export async function openTab(world: World, seat: Seat): Promise<void> {
  const { house, table } = world;
  const person = world.personIn(seat);
  const ear = await Ear.open(house.url, `second tab of ${person.ear.name}`, person.cookie);
  ear.watch(table);
  ear.send({ kind: 'follow-own' });
  await ear.until(() => ear.version(table) >= 0 && ear.own.has(table), 'the table');
  world.listeners.push({ ear, seat });
}

/** Somebody unknown comes in the midst of the game, and knows no manners. */
export async function openStranger(world: World): Promise<void> {
  const { house, table } = world;
  const ear = await Ear.open(house.url, 'stranger', '');
  for (const rude of [
    '{',
    '[]',
    { kind: 'hello', version: 1 },
    { kind: 'watch', table: 'x'.repeat(22) },
    { kind: 'show' },
  ])
    ear.send(rude);
  ear.send({ kind: 'enter-lobby' });
  ear.watch(table);
  await ear.until(() => ear.version(table) >= 0, 'the table');
  world.listeners.push({ ear, seat: null });
  for (const listener of world.listeners)
    await listener.ear.until(() => listener.ear.presence.get(table)?.spectators === 3, 'the stranger');
}

/** Watches the table anew on every line, as after a broken one. */
export async function lookAgain(world: World): Promise<void> {
  for (const { ear } of world.listeners) {
    ear.unwatch(world.table);
    await ear.settled();
  }
  for (const { ear } of world.listeners) {
    ear.watch(world.table);
    await ear.until(() => ear.version(world.table) >= 0, 'the table');
  }
}
