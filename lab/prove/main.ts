/** `npm run prove -- NAME [--option value]`: tries to break a claim of Tablier, against real servers. The last line is JSON. */
import { startProgress } from '@tablier/cli/progress';
import { parseOptions, type Proof } from './lib/proof.ts';

/** Every proof, loaded when it is needed. */
const PROOFS: Readonly<Record<string, () => Promise<Proof>>> = {
  abuse: async () => (await import('./abuse/index.ts')).abuse,
  crash: async () => (await import('./crash/index.ts')).crash,
  load: async () => (await import('./load/index.ts')).load,
  nodes: async () => (await import('./nodes/index.ts')).nodes,
  pages: async () => (await import('./pages/index.ts')).pages,
  positions: async () => (await import('./positions/index.ts')).positions,
  tournament: async () => (await import('./tournament/index.ts')).tournament,
  worlds: async () => (await import('./worlds/index.ts')).worlds,
};

const USAGE_ERROR = 2;

async function main([name, ...args]: readonly string[]): Promise<number> {
  const load = name === undefined ? undefined : PROOFS[name];
  if (load === undefined) {
    console.error(`usage: npm run prove -- NAME [--option value]\n`);
    for (const [known, proof] of Object.entries(PROOFS)) console.error(usageOf(known, await proof()));
    return USAGE_ERROR;
  }
  const proof = await load();
  const options = parseOptions(proof, args);
  if (typeof options === 'string') {
    console.error(`prove ${name}: ${options}`);
    return USAGE_ERROR;
  }
  // Each proof knows its total when it reports for the first time.
  const progress = startProgress(1);
  const { ok, figures } = await proof.run(options, progress.print, progress.at).finally(progress.stop);
  console.log(JSON.stringify({ proof: name, ok, ...options, ...figures }));
  return ok ? 0 : 1;
}

const usageOf = (name: string, { claim, defaults }: Proof): string =>
  `  ${name.padEnd(10)} ${claim}\n           ${Object.entries(defaults)
    .map(([option, usual]) => `--${option} ${usual}`)
    .join(' ')}`;

// What a proof left open must not keep the process running.
process.exit(await main(process.argv.slice(2)));
