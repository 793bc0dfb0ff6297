/** `npm start [-- --port 8080 --data DIR]`: installs and builds what is missing or stale, then serves Tablier. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureInstalled, requireNode } from './lib/install.mjs';
import { ensurePage } from './lib/page.mjs';
import { ROOT } from './lib/run.mjs';

requireNode();
await ensureInstalled();
await ensurePage();

// The very command that `npx tablier serve` runs, in this process, so that a signal reaches the server itself.
const bin = join(ROOT, 'packages', 'cli', 'bin', 'tablier.js');
process.argv = [process.execPath, bin, 'serve', ...process.argv.slice(2)];
await import(pathToFileURL(bin).href);
