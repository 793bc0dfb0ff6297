/**
 * `npm test`: everything that must hold, on a clone with nothing but Node and npm. A failing step hides no other.
 * The last line is `N passed, N failed`: every test counts, and every gate as one. `--without-browsers` leaves out the browser tests.
 */
import { useSupportedNode } from '../packages/cli/bin/node.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureEngines } from './lib/engines.mjs';
import * as gates from './lib/gates.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureNats } from './lib/nats.mjs';
import { runPlaywright, runVitest } from './lib/suites.mjs';

await useSupportedNode();
await ensureInstalled('develop');
await ensureChromium();
await ensureEngines();
await ensureNats();

// The build comes first: it writes the compiled messages that the types of the page need.
const build = await gates.runGate(gates.webBuild);
// Many tests wait for clocks, processes and the browser: the suites use what the others leave of the processor. The browser tests begin after
// the gates, which do nothing but compute.
const gatesRun = gates.runInTurn([
  gates.types,
  gates.lint,
  gates.format,
  gates.boundaries,
  gates.terms,
  gates.components,
]);
const browsers = process.argv.includes('--without-browsers') ? [] : [gatesRun.then(runPlaywright)];
const [checks, ...suites] = await Promise.all([gatesRun, runVitest(), ...browsers]);
gates.conclude([build, ...checks, ...suites]);
