/**
 * `npm run dev [-- --data DIR]`: Tablier from its sources at one address. Vite serves the page and replaces what was saved in it; the server
 * starts again when one of its files was saved. Pictures and frames for other sites are those of the last build.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { useSupportedNode } from '../packages/cli/bin/node.mjs';
import { ensureBuilt } from './lib/builds.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { freePort } from './lib/port.mjs';
import { ROOT } from './lib/run.mjs';

const FIRST_PORT = 5173;

await useSupportedNode();
const given = process.argv.slice(2);
if (given[0] === 'serve') {
  // A process of its own, which `node --watch` starts again.
  const { main } = await import('../packages/cli/src/main.ts');
  process.exitCode = await main(given);
} else {
  await ensureInstalled('develop');
  await ensureBuilt();
  const port = await freePort(FIRST_PORT);
  const api = await freePort(port + 1);
  const here = join(ROOT, 'scripts', 'dev.mjs');
  const server = spawn(
    process.execPath,
    ['--watch', '--watch-preserve-output', here, 'serve', '--port', String(api), ...given],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());
  process.once('exit', () => server.kill());
  process.env['TABLIER_API'] = `http://127.0.0.1:${api}`;
  const { createServer } = await import('vite');
  const page = await createServer({ root: join(ROOT, 'packages', 'web'), server: { port, host: '127.0.0.1' } });
  await page.listen();
  console.log(`Tablier is at http://127.0.0.1:${port} (Ctrl-C ends it)`);
}
