import { type Rng, SeededRng } from '@tablier/core';
import type { RawConnection } from '@tablier/testkit/online';
import { pause, percentile, percentilesOf, rounded } from '../lib/figures.ts';
import { cpuSeconds } from '../lib/processes.ts';
import { greeted, guest, type Meter, playDuring, seatAll, verifyAll } from './match-up.ts';
import { Stage, type StageTerms } from './stage.ts';

/** So many connections were cut at once, while others went on. */
export interface Storm {
  readonly cut: number;
  /** Milliseconds from the cut until a player was back with the whole state of the table: the median, 99 of 100, all. */
  readonly back: { readonly p50: number; readonly p99: number; readonly most: number };
  /** Milliseconds of a move at the other tables: before the cut, and until all were back. */
  readonly movesBefore: ReturnType<typeof percentilesOf>;
  readonly movesMeanwhile: ReturnType<typeof percentilesOf> & { readonly count: number };
  /** The processor time of the server until all were back, in seconds. */
  readonly processor: number;
  readonly faults: readonly string[];
}

/** Tables whose players stay, and how long those think. Milliseconds. */
const OTHER_TABLES = 40;
const OTHER_THOUGHT = 200;
const LEAST_THOUGHT = 2000;
const MORE_THOUGHT = 6000;
/** How long all play before the cut, and after all are back. Milliseconds. */
const CALM = 5000;

export async function measureStorm(terms: StageTerms): Promise<Storm> {
  const stage = await Stage.open(terms);
  const rng = new SeededRng(terms.seed);
  const meter: Meter = { latencies: [], faults: [], samples: [], games: 0, playsMoves: true };
  const others = await seatOthers(stage.server.url, meter, rng);
  const { result } = await playDuring(
    others,
    () => OTHER_THOUGHT,
    () =>
      playDuring(
        stage.matchUps,
        () => LEAST_THOUGHT + rng.below(MORE_THOUGHT),
        () => cutAll(stage, meter.latencies, rng),
      ),
  );
  const faults = [...stage.meter.faults, ...meter.faults];
  if (!result.isQuiet) faults.push('a move got no answer');
  if (faults.length === 0) await Promise.all([verifyAll(stage.matchUps), verifyAll(others)]);
  await stage.close();
  return { ...result.result, faults: [...new Set([...faults, ...stage.meter.faults, ...meter.faults])] };
}

const seatOthers = (url: string, meter: Meter, rng: Rng) =>
  seatAll(
    OTHER_TABLES,
    async (table) => {
      const connect = async (seat: number): Promise<RawConnection> =>
        greeted(url, await guest(url, 100_000 + 2 * table + seat));
      return [await connect(0), await connect(1)];
    },
    { rng, meter },
  );

async function cutAll(stage: Stage, latencies: number[], rng: Rng): Promise<Omit<Storm, 'faults'>> {
  await pause(CALM);
  const movesBefore = percentilesOf(latencies.splice(0));
  const [at, cpu] = [performance.now(), cpuSeconds(stage.server.pid)];
  const times = await Promise.all(
    stage.matchUps.flatMap((matchUp) =>
      ([0, 1] as const).map(async (seat) => {
        await matchUp.rejoin(seat, (lost) => lost.again(() => rng.below(1000) / 1000));
        return performance.now() - at;
      }),
    ),
  );
  const meanwhile = latencies.splice(0);
  const processor = rounded(cpuSeconds(stage.server.pid) - cpu);
  await pause(CALM);
  const sorted = Float64Array.from(times).sort();
  return {
    cut: times.length,
    back: { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), most: rounded(Math.max(...times)) },
    movesBefore,
    movesMeanwhile: { ...percentilesOf(meanwhile), count: meanwhile.length },
    processor,
  };
}
