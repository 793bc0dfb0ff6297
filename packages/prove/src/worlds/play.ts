import { type Rng, type Seat, SeededRng, shuffle } from '@tablier/core';
import type { PlayerAction } from '@tablier/protocol';
import type { Leak } from './compare.ts';
import { drawAsides, lookAgain, openStranger, openTab } from './commands.ts';
import { drawPair } from './secret-games.ts';
import { Ear, Stuck } from './recording-client.ts';
import type { House } from './test-server.ts';
import { type Counts, Match } from './match.ts';
import type { NextCommand } from '@tablier/testkit';
import { visitAll } from './requests.ts';
import { drawAgreement, sitDownIn } from './seating.ts';
import { ask, maybeTakeBack } from './take-back.ts';

/** Plies that are compared at most. */
const MOST_PLIES = 32;
/** Tries beside each move. */
const ASIDES = 2;

/** How a pair of matches went. */
export interface Played {
  readonly kind: string;
  readonly plies: number;
  readonly differed: boolean;
  /** Whether the servers show by now in which world they are: nothing more is to be compared there. */
  readonly told: boolean;
  readonly counts: Counts;
  readonly leaks: readonly Leak[];
  /** What is to be done when no other game is compared any more. */
  readonly finale: (() => Promise<void>) | null;
}

/** Plays a pair of matches in both worlds, and compares all that is told until the rules themselves tell them apart. */
export async function playPair(houses: readonly [House, House], seed: string, index: number): Promise<Played> {
  const { kind, pair } = drawPair(seed, index);
  const rng = new SeededRng(`${seed} play`);
  const agreement = drawAgreement(pair, rng);
  const [one, other] = await Promise.all([
    sitDownIn(houses[0], 0, pair, agreement),
    sitDownIn(houses[1], 1, pair, agreement),
  ]);
  const match = new Match(pair, [one, other]);
  let plies = 0;
  try {
    plies = await playOut(match, rng);
  } catch (error) {
    if (!(error instanceof Stuck)) throw error;
    match.note({ channel: 'progress', at: `ply ${pair.plies}`, texts: error.message });
  }
  const { counts, leaks } = match;
  const differed = pair.deals[0] === null ? pair.differs() : match.differed;
  return { kind, plies, differed, told: match.told, counts, leaks, finale: finaleOf(match) };
}

/** Returns how many plies were compared. */
async function playOut(match: Match, rng: Rng): Promise<number> {
  const { pair } = match;
  if (!(await begun(match))) return 0;
  const special = shuffle([0, 1, 2, 3, 4, 5, 6, 7], rng);
  let plies = 0;
  while (plies < MOST_PLIES && match.leaks.length === 0 && pair.differs()) {
    const next = pair.next(rng);
    if (next === null) break;
    const at = `ply ${pair.plies + 1} (${next.text})`;
    await atTheSide(match, special.indexOf(plies), at);
    if (!(await onePly(match, next, rng))) break;
    plies++;
    await match.compare(at);
  }
  await ended(match);
  return plies;
}

/** The beginning and, where the worlds are to look the same only later, the moves until then; false where it told them apart. */
async function begun(match: Match): Promise<boolean> {
  const { pair } = match;
  await match.both((world) => world.settled());
  if (!tookIn(match)) return false;
  await match.compare('sitting down');
  if (pair.openings[0].length === 0) return true;
  await Promise.all(
    match.worlds.map(async (world, index) => {
      for (const [ply, move] of (pair.openings[index] ?? []).entries()) {
        const seat = ply % pair.players;
        await world.player(seat).do({ kind: 'act', table: world.table, action: { kind: 'move', move } });
      }
      await world.settled();
    }),
  );
  await match.skip();
  await match.both(lookAgain);
  await match.both((world) => world.settled());
  await match.compare('looking on after the opening');
  return true;
}

/** Once a game each: somebody opens a second tab, a stranger comes, and every route is asked. */
async function atTheSide(match: Match, which: number, at: string): Promise<void> {
  const [seat] = match.pair.alike.filter((one) => match.worlds[0].seats.includes(one));
  if (which === 0 && seat !== undefined) await match.both((world) => openTab(world, seat));
  if (which === 1) await match.both(openStranger);
  if (which === 2) await visitAll(match, at);
}

/** One command, what is tried beside it, and the bots' answers; false where that told the worlds apart. */
async function onePly(match: Match, next: NextCommand, rng: Rng): Promise<boolean> {
  const { pair } = match;
  const { turn } = pair;
  const asides = drawAsides(match, next, rng, ASIDES);
  await match.both(async (world) => {
    for (const aside of asides) await aside(world);
    const answer = await world.player(turn).do({ kind: 'act', table: world.table, action: commandOf(next) });
    if (answer.kind === 'refused') return;
    const isThere = (): boolean => world.house.eve.ear.version(world.table) >= answer.version;
    await world.house.eve.ear.until(isThere, `version ${answer.version}`);
  });
  pair.made(next);
  await match.both((world) => world.settled());
  if (!tookIn(match)) return false;
  if (await maybeTakeBack(match, rng)) await match.both((world) => world.settled());
  return true;
}

/** Takes in what bots have moved; false where that told the worlds apart. */
function tookIn(match: Match): boolean {
  const { pair, worlds } = match;
  const moves = worlds[0].view().match?.moves ?? [];
  for (const { text } of pair.bots.length === 0 ? [] : moves.slice(pair.plies)) {
    match.asked++;
    match.told ||= !pair.made({ kind: 'move', text });
  }
  return !match.told;
}

/** Everybody leaves; what that tells is a matter of who is first. The logs are compared. */
async function ended(match: Match): Promise<void> {
  await match.both(async (world) => {
    // Eve and nobody stay.
    for (const { ear } of world.listeners.splice(2)) {
      await ear.close();
      world.logged++;
    }
    for (const { ear } of world.listeners) {
      ear.unwatch(world.table);
      await ear.settled();
    }
    await world.house.logHas(world.logged);
  });
  match.compareLogs('the whole game');
  await match.skip();
}

const isBots = ({ pair }: Match, seat: Seat): boolean => pair.bots.includes(seat);

/** What reveals something is done in the end, and must not be taken back. */
function finaleOf(match: Match): Played['finale'] {
  const { pair } = match;
  const command = pair.telling();
  const { turn, plies } = pair;
  if (command === null || match.leaks.length > 0 || isBots(match, turn)) return null;
  return () =>
    match.both(async (world) => {
      const { house, table } = world;
      const { cookie } = world.personIn(turn);
      const ear = await Ear.open(house.url, 'finale', cookie);
      await ear.do({ kind: 'act', table, action: commandOf(command) });
      // A peek says something of what lies there now: going back behind it is what must not be.
      const name = await ask(ear, table, Math.max(0, command.kind === 'peek' ? plies - 1 : plies));
      await ear.close();
      if (name === 'already-revealed') match.counts.undosRefused++;
      else if (name !== 'match-over')
        match.note({ channel: 'undo', at: `after ${command.text}`, texts: `taking back was answered ${name}` });
    });
}

const commandOf = ({ kind, text }: NextCommand): PlayerAction =>
  kind === 'move' ? { kind: 'move', move: text } : { kind: 'peek', peek: text };
