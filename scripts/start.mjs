/**
 * `npm start [-- --port 8080 --data DIR]`: installs and builds what is missing or stale, then serves Tablier.
 * Without `--port` it takes 3000, or the next one that is free.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { useSupportedNode } from '../packages/cli/bin/node.mjs';
import { ensureBuilt } from './lib/builds.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { freePort } from './lib/port.mjs';
import { ROOT } from './lib/run.mjs';

const FIRST_PORT = 3000;

await useSupportedNode();
await ensureInstalled('play');
await ensureBuilt();

const given = process.argv.slice(2);
const isPortGiven =
  ['PORT', 'TABLIER_CONFIG'].some((name) => process.env[name] !== undefined) ||
  given.some((word) => /^--(port|config)(=|$)/.test(word));
const port = isPortGiven ? [] : ['--port', String(await freePort(FIRST_PORT))];

// The very command that `npx tablier serve` runs, in this process, so that a signal reaches the server itself.
const bin = join(ROOT, 'packages', 'cli', 'bin', 'tablier.js');
process.argv = [process.execPath, bin, 'serve', ...port, ...given];
await import(pathToFileURL(bin).href);
