import type { OptionValues, Proof, Verdict } from '../lib/proof.ts';
import type { Leak } from './compare.ts';
import { MUTATIONS } from './mutations.ts';
import { House } from './test-server.ts';
import { type Counts, noCounts } from './match.ts';
import { runMutation } from './run-mutation.ts';
import { type Played, playPair } from './play.ts';

const DEFAULTS = {
  /** Pairs of matches. */
  games: 2000,
  /** Pairs of servers at work at the same time. */
  lanes: 4,
  seed: 'tablier',
  /** 0 plays pairs; a number opens the first so many side doors instead, each in a copy of the sources, where the proof has to fail. */
  doors: 0,
};

/** Games that are played on one pair of servers, then on a new one. */
const GAMES_OF_A_HOUSE = 200;
/** Where the median of the plies compared is below this, too little was compared. */
const LEAST_MEDIAN = 10;
/** Among so many games everything happens: bots are asked, takings back refused. What was never compared is told, and the proof is none. */
const GAMES_FOR_ALL = 30;
const MOST_LEAKS_TOLD = 10;

interface LeakFound extends Leak {
  readonly pair: number;
  readonly kind: string;
}

/** All that came out so far. */
class Results {
  readonly plies: number[] = [];
  readonly kinds = new Map<string, number>();
  readonly leaks: LeakFound[] = [];
  readonly counts: Counts = noCounts();
  /** Pairs in which nobody was told anything that differed: they show nothing. */
  blind = 0;

  add(pair: number, { kind, plies, differed, counts, leaks }: Played): void {
    this.plies.push(plies);
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
    if (!differed && plies > 0) this.blind++;
    for (const name of Object.keys(counts) as (keyof Counts)[]) this.counts[name] += counts[name];
    for (const leak of leaks) this.leaks.push({ ...leak, pair, kind });
  }
}

/** Plays pairs on one pair of servers after the other until none is left, or something leaked. */
async function lane(
  next: () => number | null,
  results: Results,
  seed: string,
  say: (line: string) => void,
): Promise<void> {
  for (let first = next(); first !== null;) {
    const houses = [await House.open(), await House.open()] as const;
    const finales: { readonly pair: number; readonly played: Played }[] = [];
    for (let games = 0; games < GAMES_OF_A_HOUSE && first !== null; games++) {
      const pair: number = first;
      const played = await playPair(houses, `${seed} ${pair}`, pair);
      finales.push({ pair, played });
      if (results.leaks.length + played.leaks.length > 0) break;
      if ((pair + 1) % 100 === 0) say(`${pair + 1} pairs`);
      first = next();
      if (played.told) break;
    }
    for (const { played } of finales) if (results.leaks.length === 0) await played.finale?.();
    for (const { pair, played } of finales) results.add(pair, played);
    for (const house of houses) await house.close();
    if (results.leaks.length > 0) return;
  }
}

async function playPairs(
  { games, lanes, seed }: OptionValues<typeof DEFAULTS>,
  say: (line: string) => void,
): Promise<Verdict> {
  const results = new Results();
  const startedAt = performance.now();
  let given = 0;
  const next = (): number | null => (given < games && results.leaks.length === 0 ? given++ : null);
  await Promise.all(Array.from({ length: Math.min(lanes, games) }, () => lane(next, results, seed, say)));
  const seconds = (performance.now() - startedAt) / 1000;
  const sorted = [...results.plies].sort((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  for (const { pair, kind, channel, at, texts } of results.leaks.slice(0, MOST_LEAKS_TOLD))
    say(`LEAK  ${channel}  pair ${pair} (${kind}), ${at}: ${texts}`);
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

async function runMutations(count: number, say: (line: string) => void): Promise<Verdict> {
  const mutations = MUTATIONS.slice(0, count);
  const missed: string[] = [];
  for (const [index, mutation] of mutations.entries()) {
    const { isDetected, channels, output } = await runMutation(mutation, GAMES_OF_A_MUTATION);
    say(`${isDetected ? 'detected' : 'MISSED'}  ${index + 1} ${mutation.name}: ${channels.join(', ')}`);
    if (isDetected) continue;
    missed.push(mutation.name);
    say(output);
  }
  const figures = { mutations: mutations.length, detected: mutations.length - missed.length, missed };
  return { ok: missed.length === 0, figures };
}

/** Two worlds that differ in what somebody cannot know tell him the same, byte by byte. */
export const worlds: Proof<typeof DEFAULTS> = {
  claim: 'nothing that leaves the server depends on what its reader cannot know',
  defaults: DEFAULTS,
  run: (options, say) => (options.doors > 0 ? runMutations(options.doors, say) : playPairs(options, say)),
};
