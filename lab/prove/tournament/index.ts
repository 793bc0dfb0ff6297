import { setTimeout as sleep } from 'node:timers/promises';
import { SeededRng } from '@tablier/core';
import type { TableView, TournamentTerms, TournamentView } from '@tablier/protocol';
import { mustOpen } from '@tablier/testkit/servers';
import { ApiClient } from '@tablier/testkit/online';
import { type Fleet, type OpenFleet, openSqlite, withFleet } from '../crash/fleet.ts';
import { openPostgres } from '../crash/postgres-fleet.ts';
import { noProgress, type OptionValues, type Proof, type Report, seedOf, type Verdict } from '../lib/proof.ts';
import { auditTournament } from './audit.ts';
import { RandomBot } from './bots.ts';

/** By the value of `--store`. */
const FLEETS: Readonly<Record<string, OpenFleet>> = { sqlite: openSqlite, postgres: openPostgres };

const defaults = { store: 'sqlite', bots: 32, rounds: 5, game: 'isaac', seed: '' };

/** A server is killed within this time after a round has begun, before its shortest game is over. Milliseconds. */
const LATEST_KILL_MS = 1000;
/** How often the driver reads the tournament. Milliseconds. */
const LOOK_MS = 100;
/** A tournament that has not changed for this long never will. Milliseconds. */
const STALLED_MS = 90_000;

export const tournament: Proof<typeof defaults> = {
  claim:
    'killed in the middle of every round, the server plays each round of a Swiss once, and the standings are right',
  defaults,
  run: (options, print, at = noProgress) =>
    withFleet(FLEETS, options.store, (fleet) => run(fleet, options, { print, at })),
};

const termsOf = ({ game, rounds }: OptionValues<typeof defaults>): TournamentTerms => ({
  name: 'The proof',
  game,
  options: {},
  seats: 2,
  clock: { system: 'fischer', base: 300, increment: 3 },
  kind: 'swiss',
  rounds,
  breakSeconds: 1,
  visibility: 'open',
  bots: true,
  rated: false,
});

async function run(fleet: Fleet, options: OptionValues<typeof defaults>, { print, at }: Report): Promise<Verdict> {
  const seed = seedOf(options);
  const since = Date.now();
  print(`seed ${seed}`);
  const bots: RandomBot[] = [];
  for (let index = 0; index < options.bots; index++) bots.push(await RandomBot.enlist(fleet.url, `Bot${index}`));
  const [organiser] = bots;
  if (organiser === undefined) throw new Error('no bots');
  const created = await organiser.post('/tournaments', { id: 'proof', terms: termsOf(options) });
  const { tournament: id } = JSON.parse(created.text) as { readonly tournament: string };
  for (const bot of bots) await bot.post(`/tournaments/${id}/join`, {});
  const playing = bots.map((bot) => bot.play());
  await organiser.post(`/tournaments/${id}/start`, {});
  const watched = await watch(fleet, { id, seed, rounds: options.rounds, print, at });
  const rounds = await Promise.all(
    watched.view.allRounds.map(async ({ round }) => {
      const answer = await new ApiClient(fleet.url()).get(`/tournaments/${id}/rounds/${round}`);
      return (answer.json as Pick<TournamentView, 'pairings'>).pairings;
    }),
  );
  const tables = await tablesOf(fleet, rounds);
  for (const bot of bots) bot.stop();
  await fleet.stop();
  await Promise.all(playing);
  const store = await mustOpen(fleet.place);
  const faults = await auditTournament({ view: watched.view, rounds, tables, store });
  await store.close();
  const { status, allRounds } = watched.view;
  const ok =
    status === 'over' &&
    allRounds.length === options.rounds &&
    watched.kills >= options.rounds &&
    Object.values(faults).every((count) => count === 0);
  const games = rounds.flat().filter(({ table }) => table !== null).length;
  const seconds = Math.round((Date.now() - since) / 1000);
  return { ok, figures: { seed, seconds, status, played: allRounds.length, games, kills: watched.kills, ...faults } };
}

/** The tables of all games, by id. */
async function tablesOf(
  fleet: Fleet,
  rounds: readonly TournamentView['pairings'][],
): Promise<ReadonlyMap<string, TableView>> {
  const client = new ApiClient(fleet.url());
  const tables = new Map<string, TableView>();
  for (const { table } of rounds.flat())
    if (table !== null) tables.set(table, (await client.get(`/tables/${table}`)).json as TableView);
  return tables;
}

interface Watching extends Report {
  readonly id: string;
  readonly seed: string;
  readonly rounds: number;
}

/** Follows a tournament to its end. Kills a server once in each round, at a moment drawn by chance, while games are running. */
async function watch(fleet: Fleet, { id, seed, rounds, print, at }: Watching) {
  const rng = new SeededRng(seed);
  let [killed, kills, changedAt] = [0, 0, Date.now()];
  let next = { round: 0, killAt: 0 };
  let view = await look(fleet, id);
  while (view.status === 'running' || view.status === 'open') {
    const { games = 0, finished = 0 } = view.allRounds.at(-1) ?? {};
    if (games > 0) at(view.round - 1 + finished / games, rounds);
    if (view.round > next.round) next = { round: view.round, killAt: Date.now() + rng.below(LATEST_KILL_MS) };
    if (view.round > killed && finished < games && Date.now() >= next.killAt) {
      await fleet.crash(rng);
      [killed, kills] = [view.round, kills + 1];
      print(`round ${view.round}: killed with ${finished} of ${games} games over`);
    }
    await sleep(LOOK_MS);
    const seen = await look(fleet, id);
    if (seen.revision !== view.revision) changedAt = Date.now();
    if (Date.now() - changedAt > STALLED_MS) break;
    view = seen;
  }
  return { view, kills };
}

async function look(fleet: Fleet, id: string): Promise<TournamentView> {
  for (;;) {
    const answer = await new ApiClient(fleet.url()).get(`/tournaments/${id}`).catch(() => null);
    if (answer?.status === 200) return answer.json as TournamentView;
    await sleep(LOOK_MS);
  }
}
