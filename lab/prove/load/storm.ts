import { fileURLToPath } from 'node:url';
import { type Rng, SeededRng } from '@tablier/core';
import { ServerProcess } from '@tablier/testkit/servers';
import { pause, percentile, percentilesOf, rounded } from '../lib/figures.ts';
import { cpuSeconds } from '../lib/processes.ts';
import { measure, METERED, sourceCommand } from '../lib/servers.ts';
import { playDuring, verifyAll } from './match-up.ts';
import { Stage, type StageTerms } from './stage.ts';

/** So many connections were cut at once, while others went on. */
export interface Storm {
  readonly cut: number;
  /** Milliseconds from the cut until a player was back with the whole state of the table: the median, 99 of 100, all. */
  readonly back: { readonly p50: number; readonly p99: number; readonly most: number };
  /** Milliseconds of a move at the other tables: before the cut, and until all were back. */
  readonly movesBefore: ReturnType<typeof percentilesOf>;
  readonly movesMeanwhile: ReturnType<typeof percentilesOf> & { readonly count: number };
  /** The processor time until all were back, in seconds: of the server, and of those who come back. */
  readonly processor: { readonly server: number; readonly drivers: number };
  /** The longest block of the event loop of the server, from the calm before until all were back, in milliseconds. */
  readonly longestBlock: number;
  readonly faults: readonly string[];
}

const OTHERS = fileURLToPath(new URL('./others.ts', import.meta.url));
const LEAST_THOUGHT = 2000;
const MORE_THOUGHT = 6000;
/** How long all play before the cut, and after all are back. Milliseconds. */
const CALM = 5000;
const SETTLING = 1000;

export async function measureStorm(terms: StageTerms): Promise<Storm> {
  const stage = await Stage.open({ ...terms, nodeArgs: [...METERED, ...terms.nodeArgs] });
  const rng = new SeededRng(terms.seed);
  const others = await ServerProcess.start(sourceCommand(OTHERS, [stage.server.url, terms.seed]));
  const { result, isQuiet } = await playDuring(
    stage.matchUps,
    () => LEAST_THOUGHT + rng.below(MORE_THOUGHT),
    () => cutAll(stage, others, rng),
  );
  const faults = [...stage.meter.faults, ...((await others.ask('end')) as string[])];
  if (!isQuiet) faults.push('a move got no answer');
  if (faults.length === 0) await verifyAll(stage.matchUps);
  await stage.close();
  return { ...result, faults: [...new Set([...faults, ...stage.meter.faults])] };
}

async function cutAll(stage: Stage, others: ServerProcess, rng: Rng): Promise<Omit<Storm, 'faults'>> {
  const moves = async (): Promise<readonly number[]> => (await others.ask('moves')) as number[];
  // First, because it collects garbage, for which moves wait: those answered soon after it are left out.
  await measure(stage.server);
  await pause(SETTLING);
  await moves();
  await pause(CALM);
  const movesBefore = percentilesOf(await moves());
  const [at, cpu, own] = [performance.now(), cpuSeconds(stage.server.pid), cpuSeconds(process.pid)];
  const times = await Promise.all(
    stage.matchUps.flatMap((matchUp) =>
      ([0, 1] as const).map(async (seat) => {
        await matchUp.rejoin(seat, (lost) => lost.again(() => rng.below(1000) / 1000));
        return performance.now() - at;
      }),
    ),
  );
  const meanwhile = await moves();
  const { longestBlock } = await measure(stage.server);
  const processor = {
    server: rounded(cpuSeconds(stage.server.pid) - cpu),
    drivers: rounded(cpuSeconds(process.pid) - own),
  };
  await pause(CALM);
  const sorted = Float64Array.from(times).sort();
  return {
    cut: times.length,
    back: { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), most: rounded(Math.max(...times)) },
    movesBefore,
    movesMeanwhile: { ...percentilesOf(meanwhile), count: meanwhile.length },
    processor,
    longestBlock: rounded(longestBlock),
  };
}
