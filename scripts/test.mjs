/**
 * `npm test`: everything that must hold, on a clone with nothing but Node and npm. A failing step hides no other.
 * The last line is `N passed, N failed`: every test counts, and every gate as one.
 */
import { useSupportedNode } from '../packages/cli/bin/node.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import * as gates from './lib/gates.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { ensureNats } from './lib/nats.mjs';
import { runPlaywright, runVitest } from './lib/suites.mjs';

await useSupportedNode();
await ensureInstalled('develop');
await ensureChromium();
await ensureNats();

// The build comes first: it writes the compiled messages that the types of the page need.
const build = await gates.runGate(gates.webBuild);
// Many tests wait for clocks and processes: the gates use what they leave of the processor. The browser needs all of it.
const [checks, tests] = await Promise.all([
  gates.runInTurn([gates.types, gates.lint, gates.format, gates.boundaries, gates.terms, gates.components]),
  runVitest(),
]);
const browser = await runPlaywright();
gates.conclude([build, ...checks, tests, browser]);
