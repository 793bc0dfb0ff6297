/**
 * `npm run flaky -- FILE [times]`: runs a file of tests again and again while the processors are busy, until it fails. A test that fails only here
 * depends on the speed of the machine.
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { useSupportedNode } from '../packages/cli/bin/node.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { run } from './lib/run.mjs';

/** Busy threads for each processor. */
const LOAD = 2;

await useSupportedNode();
const [file, times = '20'] = process.argv.slice(2);
if (file === undefined || !/^\d+$/.test(times)) {
  console.error('usage: npm run flaky -- FILE [times]');
  process.exit(2);
}
await ensureInstalled('develop');
for (let started = 0; started < LOAD * availableParallelism(); started++) {
  new Worker('for (;;);', { eval: true }).unref();
}
const runner = file.endsWith('.spec.ts') ? 'playwright test' : 'vitest run';
for (let time = 1; time <= Number(times) && process.exitCode === undefined; time++) {
  const start = performance.now();
  const { code, output } = await run(`${runner} ${file}`, { show: 'collect' });
  console.log(`${time}: ${code === 0 ? 'passed' : 'failed'} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  if (code !== 0) {
    console.log(output);
    process.exitCode = 1;
  }
}
process.exit();
