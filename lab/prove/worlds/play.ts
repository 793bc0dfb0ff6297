import { type Rng, type Seat, SeededRng, shuffle } from '@tablier/core';
import type { PlayerAction } from '@tablier/protocol';
import type { Leak } from './compare.ts';
import { drawExtraCommands, watchAllAgain, openScreen, openStranger, openTab } from './commands.ts';
import { drawPair } from './secret-games.ts';
import { RecordingClient, Stuck } from './recording-client.ts';
import type { TestServer } from './test-server.ts';
import { type Counts, Match } from './match.ts';
import type { NextCommand } from '@tablier/testkit';
import { visitAll } from './requests.ts';
import { drawAgreement, sitDownIn } from './seating.ts';
import { requestTakeBack, maybeTakeBack } from './take-back.ts';

/** The most plies that are compared. */
const MAX_PLIES = 32;
/** Extra attempts for each move. */
const ASIDES = 2;

/** The result of a pair of matches. */
export interface Played {
  readonly kind: string;
  readonly plies: number;
  readonly differed: boolean;
  /** Whether the servers now differ by the rules: nothing more can be compared on them. */
  readonly differsByRules: boolean;
  readonly counts: Counts;
  readonly leaks: readonly Leak[];
  /** What to do after all games were compared. */
  readonly finale: (() => Promise<void>) | null;
}

/** Plays a pair of matches in both worlds, and compares all that is sent until the worlds differ by the rules. */
export async function playPair(
  servers: readonly [TestServer, TestServer],
  seed: string,
  index: number,
): Promise<Played> {
  const { kind, pair } = drawPair(seed, index);
  const rng = new SeededRng(`${seed} play`);
  const agreement = drawAgreement(pair, rng);
  const [one, other] = await Promise.all([
    sitDownIn(servers[0], 0, pair, agreement),
    sitDownIn(servers[1], 1, pair, agreement),
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
  return { kind, plies, differed, differsByRules: match.differsByRules, counts, leaks, finale: finaleOf(match) };
}

/** Returns how many plies were compared. */
async function playOut(match: Match, rng: Rng): Promise<number> {
  const { pair } = match;
  if (!(await begun(match))) return 0;
  const special = shuffle([0, 1, 2, 3, 4, 5, 6, 7], rng);
  let plies = 0;
  while (plies < MAX_PLIES && match.leaks.length === 0 && pair.differs()) {
    const next = pair.next(rng);
    if (next === null) break;
    const at = `ply ${pair.plies + 1} (${next.text})`;
    await sideEvents(match, special.indexOf(plies), at);
    if (!(await onePly(match, next, rng))) break;
    plies++;
    await match.compare(at);
  }
  await ended(match);
  return plies;
}

/** Plays the beginning and, if the worlds only look the same after an opening, the opening. False if the worlds then differ by the rules. */
async function begun(match: Match): Promise<boolean> {
  const { pair } = match;
  await match.both((world) => world.settled());
  if (!addBotMoves(match)) return false;
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
  await match.both(watchAllAgain);
  await match.both((world) => world.settled());
  await match.compare('watching again after the opening');
  return true;
}

/** Once in each game: a player opens a second tab, or a screen that others see, an anonymous client comes, and every route is requested. */
async function sideEvents(match: Match, which: number, at: string): Promise<void> {
  const [seat] = match.pair.alike.filter((one) => match.worlds[0].seats.includes(one));
  if (which === 0 && seat !== undefined) await match.both((world) => openTab(world, seat));
  if (which === 1) await match.both(openStranger);
  if (which === 2) await visitAll(match, at);
  const { seats } = match.worlds[0];
  const knowing = seats.find((one) => !match.pair.alike.includes(one)) ?? seats[0];
  if (which === 3 && knowing !== undefined) await match.both((world) => openScreen(world, knowing));
}

/** One command, the attempts besides it, and the moves of bots. False if the worlds then differ by the rules. */
async function onePly(match: Match, next: NextCommand, rng: Rng): Promise<boolean> {
  const { pair } = match;
  const { turn } = pair;
  const asides = drawExtraCommands(match, next, rng, ASIDES);
  await match.both(async (world) => {
    for (const aside of asides) await aside(world);
    const answer = await world.player(turn).do({ kind: 'act', table: world.table, action: commandOf(next) });
    if (answer.kind === 'refused') return;
    const isThere = (): boolean => world.server.eve.client.version(world.table) >= answer.version;
    await world.server.eve.client.until(isThere, `version ${answer.version}`);
  });
  pair.made(next);
  await match.both((world) => world.settled());
  if (!addBotMoves(match)) return false;
  if (await maybeTakeBack(match, rng)) await match.both((world) => world.settled());
  return true;
}

/** Passes the moves of bots to the pair. False if the worlds then differ by the rules. */
function addBotMoves(match: Match): boolean {
  const { pair, worlds } = match;
  const moves = worlds[0].view().match?.moves ?? [];
  for (const { text } of pair.bots.length === 0 ? [] : moves.slice(pair.plies)) {
    match.asked++;
    match.differsByRules ||= !pair.made({ kind: 'move', text });
  }
  return !match.differsByRules;
}

/** All players leave, and the logs are compared. The messages about leaving are not: they depend on who is first. */
async function ended(match: Match): Promise<void> {
  await match.both(async (world) => {
    // Eve and the anonymous spectator stay.
    for (const { client } of world.listeners.splice(2)) {
      await client.close();
      world.logged++;
    }
    for (const { client } of world.listeners) {
      client.unwatch(world.table);
      await client.settled();
    }
    await world.server.logHas(world.logged);
  });
  match.compareLogs('the whole game');
  await match.skip();
}

const isBots = ({ pair }: Match, seat: Seat): boolean => pair.bots.includes(seat);

/** Reveals something at the very end, and requests to take it back, which must be refused. */
function finaleOf(match: Match): Played['finale'] {
  const { pair } = match;
  const command = pair.revealing();
  const { turn, plies } = pair;
  if (command === null || match.leaks.length > 0 || isBots(match, turn)) return null;
  return () =>
    match.both(async (world) => {
      const { server, table } = world;
      const { cookie } = world.personIn(turn);
      const client = await RecordingClient.open(server.url, 'finale', cookie);
      await client.do({ kind: 'act', table, action: commandOf(command) });
      // A peek reveals something of the current position: a take-back to an earlier ply must be refused.
      const name = await requestTakeBack(client, table, Math.max(0, command.kind === 'peek' ? plies - 1 : plies));
      await client.close();
      if (name === 'already-revealed') match.counts.takeBacksRefused++;
      else if (name !== 'match-over')
        match.note({ channel: 'undo', at: `after ${command.text}`, texts: `taking back was answered ${name}` });
    });
}

const commandOf = ({ kind, text }: NextCommand): PlayerAction =>
  kind === 'move' ? { kind: 'move', move: text } : { kind: 'peek', peek: text };
