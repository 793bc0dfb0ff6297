import { Session } from 'node:inspector/promises';

/** Microseconds between two samples of the profile. */
const INTERVAL = 250;

/** The parts of a search by the sources that they are in. The first that fits counts. */
const PARTS = {
  table: /\/ai\/src\/(?:transposition-table|(?:\w+-)?tree)\.ts$/u,
  search: /\/ai\/src\/|\/games\/src\/\w+\/(?:solve\/|ending\.ts$)/u,
  // Kernels in WebAssembly choose and evaluate moves.
  evaluation:
    /^wasm:|\/games\/src\/\w+\/(?:placing\/|(?:search\/)?(?:evaluation|counts|outlook|looker|candidates|kernel|priority|policy|beliefs|scoring|areas|area-changes)\.ts$)/u,
  rules: /\/(?:games|core)\/src\//u,
} as const;

type Part = keyof typeof PARTS;
/** The share of the processor time in each part of a search, from 0 to 1. Together they are 1. */
export type TimeShares = Readonly<Record<Part, number>>;

/** Where `work`, a search, spends its time. `null` where no source is known, as in the built program. */
export async function timeSharesOf(work: () => void): Promise<TimeShares | null> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const hits: Record<Part, number> = { table: 0, search: 0, evaluation: 0, rules: 0 };
  for (const { callFrame, hitCount = 0 } of profile.nodes) {
    const part = partOf(callFrame.url);
    if (part !== null) hits[part] += hitCount;
  }
  const total = Object.values(hits).reduce((sum, count) => sum + count, 0);
  const share = (part: Part): number => Math.round((1000 * hits[part]) / total) / 1000;
  return total === 0
    ? null
    : { rules: share('rules'), evaluation: share('evaluation'), table: share('table'), search: share('search') };
}

function partOf(url: string): Part | null {
  for (const [part, sources] of Object.entries(PARTS)) if (sources.test(url)) return part as Part;
  return null;
}
