import { type NewDatabase, withDatabases } from '../lib/databases.ts';
import { percentilesOf } from '../lib/figures.ts';
import { noProgress, type OptionValues, type Proof, type Report, type Verdict } from '../lib/proof.ts';
import type { Leak } from './compare.ts';
import { MUTATIONS } from './mutations.ts';
import { TestServer } from './test-server.ts';
import { type Counts, noCounts } from './match.ts';
import { runMutation } from './run-mutation.ts';
import { type Played, playPair } from './play.ts';

const DEFAULTS = {
  /** Pairs of matches. */
  games: 2000,
  /** Pairs of servers that work at the same time. */
  lanes: 4,
  store: 'sqlite',
  seed: 'tablier',
  /** 0 plays pairs. A number plants the first that many mutations instead, one at a time; the proof must fail with each. */
  mutations: 0,
};

/** The games on one pair of servers, before new ones are started. */
const GAMES_OF_A_SERVER = 200;
/** If the median of the compared plies is below this, too little was compared. */
const LEAST_MEDIAN = 10;
/** In this many games everything happens: bots are asked, take-backs refused. If something was never compared, the proof fails. */
const GAMES_FOR_ALL = 30;
const MAX_LEAKS_SHOWN = 10;

interface LeakFound extends Leak {
  readonly pair: number;
  readonly kind: string;
}

/** The results so far. */
class Results {
  readonly plies: number[] = [];
  readonly kinds = new Map<string, number>();
  readonly leaks: LeakFound[] = [];
  readonly counts: Counts = noCounts();
  /** Pairs in which no client received anything different: they prove nothing. */
  blind = 0;

  add(pair: number, { kind, plies, differed, counts, leaks }: Played): void {
    this.plies.push(plies);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    if (!differed && plies > 0) this.blind++;
    for (const name of Object.keys(counts) as (keyof Counts)[]) this.counts[name] += counts[name];
    for (const leak of leaks) this.leaks.push({ ...leak, pair, kind });
  }
}

interface LaneSettings {
  readonly seed: string;
  readonly newDatabase: NewDatabase;
  readonly onPair: () => void;
}

/** Plays pairs on one pair of servers after the other, until no pair is left or something leaked. */
async function lane(
  next: () => number | null,
  results: Results,
  { seed, newDatabase, onPair }: LaneSettings,
): Promise<void> {
  for (let first = next(); first !== null;) {
    const servers = [await TestServer.open(newDatabase), await TestServer.open(newDatabase)] as const;
    const finales: { readonly pair: number; readonly played: Played }[] = [];
    for (let games = 0; games < GAMES_OF_A_SERVER && first !== null; games++) {
      const pair: number = first;
      const played = await playPair(servers, `${seed} ${pair}`, pair);
      finales.push({ pair, played });
      if (results.leaks.length + played.leaks.length > 0) break;
      onPair();
      first = next();
      if (played.differsByRules) break;
    }
    for (const { played } of finales) if (results.leaks.length === 0) await played.finale?.();
    for (const { pair, played } of finales) results.add(pair, played);
    for (const server of servers) await server.close();
    if (results.leaks.length > 0) return;
  }
}

async function playPairs(
  { games, lanes, seed }: OptionValues<typeof DEFAULTS>,
  newDatabase: NewDatabase,
  { print, at }: Report,
): Promise<Verdict> {
  const results = new Results();
  const startedAt = performance.now();
  let given = 0;
  const next = (): number | null => (given < games && results.leaks.length === 0 ? given++ : null);
  let played = 0;
  const onPair = (): void => {
    at(++played, games);
    if (played % 100 === 0) print(`${played} pairs`);
  };
  const settings = { seed, newDatabase, onPair };
  await Promise.all(Array.from({ length: Math.min(lanes, games) }, () => lane(next, results, settings)));
  const seconds = (performance.now() - startedAt) / 1000;
  const median = percentilesOf(results.plies).p50;
  for (const { pair, kind, channel, at, texts } of results.leaks.slice(0, MAX_LEAKS_SHOWN))
    print(`LEAK  ${channel}  pair ${pair} (${kind}), ${at}: ${texts}`);
  const { plies, leaks, blind, kinds, counts } = results;
  const idle =
    games < GAMES_FOR_ALL ? [] : Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [name] : []));
  const isWhole = plies.length === games && blind === 0 && median >= LEAST_MEDIAN && idle.length === 0;
  return {
    ok: leaks.length === 0 && isWhole,
    figures: {
      pairs: plies.length,
      kinds: Object.fromEntries([...kinds].sort(([one], [other]) => (one < other ? -1 : 1))),
      plies: plies.reduce((sum, count) => sum + count, 0),
      medianPlies: median,
      ...counts,
      blind,
      idle,
      leaks: leaks.length,
      channels: [...new Set(leaks.map(({ channel }) => channel))],
      seconds: Math.round(seconds * 10) / 10,
      pairsPerSecond: Math.round((plies.length / seconds) * 10) / 10,
    },
  };
}

/** Games in which a mutation must be detected. */
const GAMES_OF_A_MUTATION = 60;

async function runMutations(count: number, { print, at }: Report): Promise<Verdict> {
  const mutations = MUTATIONS.slice(0, count);
  const missed: string[] = [];
  for (const [index, mutation] of mutations.entries()) {
    const { isDetected, channels, output } = await runMutation(mutation, GAMES_OF_A_MUTATION);
    print(`${isDetected ? 'detected' : 'MISSED'}  ${index + 1} ${mutation.name}: ${channels.join(', ')}`);
    at(index + 1, mutations.length);
    if (isDetected) continue;
    missed.push(mutation.name);
    print(output);
  }
  const figures = { mutations: mutations.length, detected: mutations.length - missed.length, missed };
  return { ok: missed.length === 0, figures };
}

/** Two worlds that differ in what a client cannot know send it the same, byte by byte. */
export const worlds: Proof<typeof DEFAULTS> = {
  claim: 'nothing that leaves the server depends on what its reader cannot know',
  defaults: DEFAULTS,
  run: (options, print, at = noProgress) =>
    options.mutations > 0
      ? runMutations(options.mutations, { print, at })
      : withDatabases(options.store, (newDatabase) => playPairs(options, newDatabase, { print, at })),
};
